#include "compile/lower/families.h"

namespace lockstep::compile {

Result<ir::ValueId> lowerRelu(LowerContext& c) { return c.add("relu", {c.input()}); }
Result<ir::ValueId> lowerTanh(LowerContext& c) { return c.add("tanh", {c.input()}); }
Result<ir::ValueId> lowerSigmoid(LowerContext& c) { return c.add("sigmoid", {c.input()}); }
Result<ir::ValueId> lowerIdentity(LowerContext& c) { return c.input(); }

Result<ir::ValueId> lowerGelu(LowerContext& c) {
    return c.add("gelu", {c.input()}, ir::Attributes{{"tanh", c.text("approximate") == "tanh"}});
}

Result<ir::ValueId> lowerSoftmax(LowerContext& c) {
    LOCKSTEP_ASSIGN(const std::int64_t axis, c.dimension(c.integer("dim"), c.shape().rank()));
    return c.add("softmax", {c.input()}, ir::Attributes{{"axis", axis}});
}

Result<ir::ValueId> lowerDropout(LowerContext& c) {
    const std::int64_t stream = c.nextDropoutStream(); // counted in inference too, so that streams don't depend on the mode
    if (!c.training() || c.number("p") == 0) return c.input();
    const ir::Attributes attrs{{"p", c.number("p")}, {"seed", static_cast<std::int64_t>(c.seed())}, {"stream", stream}};
    return c.add("dropout", {c.input(), c.scalar("scalar/step"), c.scalar("scalar/first_sample")}, attrs);
}

} // namespace lockstep::compile
