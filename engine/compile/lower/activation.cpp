#include "compile/lower/families.h"

#include <numeric>

namespace lockstep::compile {

Result<ir::ValueId> lowerRelu(LowerContext& c) { return c.add("relu", {c.input()}); }
Result<ir::ValueId> lowerTanh(LowerContext& c) { return c.add("tanh", {c.input()}); }
Result<ir::ValueId> lowerSigmoid(LowerContext& c) { return c.add("sigmoid", {c.input()}); }
Result<ir::ValueId> lowerIdentity(LowerContext& c) { return c.input(); }

Result<ir::ValueId> lowerGelu(LowerContext& c) {
    return c.add("gelu", {c.input()}, ir::Attributes{{"tanh", c.text("approximate") == "tanh"}});
}

/// Another axis than the last changes places with it: rows are what kernels are fast at.
static Result<ir::ValueId> alongRows(LowerContext& c, std::string_view op) {
    const auto last = static_cast<std::int64_t>(c.shape().rank()) - 1;
    LOCKSTEP_ASSIGN(const std::int64_t axis, c.dimension(c.integer("dim"), c.shape().rank()));
    if (axis == last) return c.add(op, {c.input()}, {{"axis", axis}});
    std::vector<std::int64_t> order(c.shape().rank());
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[static_cast<std::size_t>(axis)], order.back());
    LOCKSTEP_ASSIGN(const ir::ValueId x, c.add("permute", {c.input()}, {{"dims", order}}, "rows"));
    LOCKSTEP_ASSIGN(const ir::ValueId y, c.add(op, {x}, {{"axis", last}}, "of_rows"));
    return c.add("permute", {y}, {{"dims", order}});
}

Result<ir::ValueId> lowerSoftmax(LowerContext& c) { return alongRows(c, "softmax"); }
Result<ir::ValueId> lowerLogSoftmax(LowerContext& c) { return alongRows(c, "log_softmax"); }

Result<ir::ValueId> lowerDropout(LowerContext& c) { return c.dropout(c.input(), c.number("p")); }

} // namespace lockstep::compile
