#include "compile/lower/families.h"
#include "compile/lower/stretch.h"

#include <algorithm>
#include <optional>

namespace lockstep::compile {

static constexpr ErrorCode kReshape{"compile.bad_reshape", LOCKSTEP_TR("error", "an input of {0} elements can't take the shape {1}"),
                                    LOCKSTEP_TR("error", "the product of the sizes must be {0}; one size may be -1")};
static constexpr ErrorCode kRange{"compile.flatten_range", LOCKSTEP_TR("error", "start_dim {0} stands after end_dim {1}"),
                                  LOCKSTEP_TR("error", "swap them")};
static constexpr ErrorCode kSizes{"compile.unequal_shapes", LOCKSTEP_TR("error", "the inputs {0} ({1}) and {2} ({3}) don't fit together"),
                                  LOCKSTEP_TR("error", "equal rank is needed; a size may differ only where one is 1")};
static constexpr ErrorCode kConcat{"compile.concat_shapes",
                                   LOCKSTEP_TR("error", "the inputs {0} ({1}) and {2} ({3}) differ beside dimension {4}"),
                                   LOCKSTEP_TR("error", "all sizes but the concatenated one must be equal")};

static constexpr ErrorCode kOrder{"compile.permute_order",
                                  LOCKSTEP_TR("error", "dims must name each dimension of {0} once, the batch left out"),
                                  LOCKSTEP_TR("error", "an image [C, H, W] becomes [H, W, C] with [1, 2, 0]")};
static constexpr ErrorCode kIndex{"compile.select_index", LOCKSTEP_TR("error", "index {0} is outside a dimension of size {1}"), ""};
static constexpr ErrorCode kEmpty{"compile.empty_slice",
                                  LOCKSTEP_TR("error", "the slice from {0} to {1} of a dimension of size {2} is empty"), ""};
static constexpr ErrorCode kTwice{"compile.dimension_twice", LOCKSTEP_TR("error", "dimension {0} is named twice"),
                                  LOCKSTEP_TR("error", "name it once")};

Result<ir::ValueId> lowerFlatten(LowerContext& c) {
    const Shape in = c.shape();
    if (in.rank() == 1) return c.reshape(c.input(), {in[0], 1});
    LOCKSTEP_ASSIGN(const std::int64_t first, c.dimension(c.integer("start_dim"), in.rank()));
    LOCKSTEP_ASSIGN(const std::int64_t last, c.dimension(c.integer("end_dim"), in.rank()));
    if (first > last) return c.error(kRange, {std::to_string(c.integer("start_dim")), std::to_string(c.integer("end_dim"))});
    Shape out = in.slice(0, static_cast<std::size_t>(first));
    out.push(in.elements(static_cast<std::size_t>(first), static_cast<std::size_t>(last) + 1));
    for (std::size_t i = static_cast<std::size_t>(last) + 1; i < in.rank(); ++i) out.push(in[i]);
    return c.reshape(c.input(), out);
}

Result<ir::ValueId> lowerReshape(LowerContext& c) {
    const auto wanted = c.integers("shape");
    const std::int64_t elements = c.shape().elements(1, c.shape().rank());
    std::int64_t known = 1;
    bool open = false, bad = wanted.size() + 1 > Shape::kMaxRank;
    for (const auto d : wanted) {
        if (d == -1)
            bad |= open, open = true;
        else
            bad |= d <= 0 || __builtin_mul_overflow(known, d, &known);
    }
    if (!bad) bad = open ? elements % known != 0 : known != elements;
    if (bad) {
        std::string text = "[";
        for (const auto d : wanted) text += (text.size() > 1 ? ", " : "") + std::to_string(d);
        return c.error(kReshape, {std::to_string(elements), text + "]"});
    }
    Shape out{c.batch()};
    for (const auto d : wanted) out.push(d == -1 ? elements / known : d);
    return c.reshape(c.input(), out);
}

static std::string withoutBatch(const Shape& s) { return s.slice(1, s.rank()).str(); }

Result<ir::ValueId> lowerConcat(LowerContext& c) {
    LOCKSTEP_ASSIGN(const std::int64_t axis, c.dimension(c.integer("dim"), c.shape().rank()));
    std::vector<ir::ValueId> inputs;
    for (std::size_t i = 0; i < c.inputCount(); ++i) {
        inputs.push_back(c.input(i));
        bool fits = c.shape(i).rank() == c.shape().rank();
        for (std::size_t d = 0; fits && d < c.shape().rank(); ++d)
            fits = static_cast<std::int64_t>(d) == axis || c.shape(i)[d] == c.shape()[d];
        if (!fits) {
            const auto& ids = c.layer().inputs;
            return c.error(kConcat, {ids[0], withoutBatch(c.shape()), ids[i], withoutBatch(c.shape(i)), std::to_string(axis - 1)});
        }
    }
    return c.add("concat", inputs, ir::Attributes{{"axis", axis}});
}

/// The common shape of two; nothing where they don't fit.
static std::optional<Shape> stretchedShape(const Shape& a, const Shape& b) {
    if (a.rank() != b.rank()) return std::nullopt;
    Shape out = a;
    for (std::size_t d = 0; d < a.rank(); ++d) {
        if (a[d] != b[d] && a[d] != 1 && b[d] != 1) return std::nullopt;
        out.set(d, a[d] == 1 ? b[d] : a[d]);
    }
    return out;
}

Result<std::vector<ir::ValueId>> stretchedInputs(LowerContext& c) {
    Shape all = c.shape();
    for (std::size_t i = 1; i < c.inputCount(); ++i) {
        const auto common = stretchedShape(all, c.shape(i));
        if (!common) return c.error(kSizes, {c.layer().inputs[0], withoutBatch(all), c.layer().inputs[i], withoutBatch(c.shape(i))});
        all = *common;
    }
    std::vector<ir::ValueId> out;
    for (std::size_t i = 0; i < c.inputCount(); ++i) {
        ir::ValueId value = c.input(i);
        if (c.shape(i) != all) {
            LOCKSTEP_ASSIGN(value, c.add("expand", {value}, {{"shape", all.list()}}, "stretched" + std::to_string(i)));
        }
        out.push_back(value);
    }
    return out;
}

/// A chain over two or more inputs; sizes of 1 stretch.
static Result<ir::ValueId> chain(LowerContext& c, std::string_view op) {
    ir::ValueId sum = c.input();
    for (std::size_t i = 1; i < c.inputCount(); ++i) {
        const Shape a = c.shapeOf(sum), b = c.shape(i);
        if (!stretchedShape(a, b)) return c.error(kSizes, {c.layer().inputs[0], withoutBatch(a), c.layer().inputs[i], withoutBatch(b)});
        const bool last = i + 1 == c.inputCount();
        LOCKSTEP_ASSIGN(sum, c.add(op, {sum, c.input(i)}, {}, last ? std::string() : std::to_string(i)));
    }
    return sum;
}

Result<ir::ValueId> lowerAdd(LowerContext& c) { return chain(c, "add"); }
Result<ir::ValueId> lowerMultiply(LowerContext& c) { return chain(c, "multiply"); }

Result<ir::ValueId> lowerPermute(LowerContext& c) {
    const auto wanted = c.integers("dims");
    const std::size_t rank = c.shape().rank();
    std::vector<std::int64_t> order{0};
    std::vector<bool> seen(rank, false);
    seen[0] = true;
    for (const std::int64_t d : wanted) {
        LOCKSTEP_ASSIGN(const std::int64_t dim, c.dimension(d, rank));
        if (seen[static_cast<std::size_t>(dim)]) return c.error(kOrder, {withoutBatch(c.shape())});
        seen[static_cast<std::size_t>(dim)] = true;
        order.push_back(dim);
    }
    if (order.size() != rank) return c.error(kOrder, {withoutBatch(c.shape())});
    return c.add("permute", {c.input()}, {{"dims", order}});
}

Result<ir::ValueId> lowerSelect(LowerContext& c) {
    LOCKSTEP_ASSIGN(const std::int64_t axis, c.dimension(c.integer("dim"), c.shape().rank()));
    const std::int64_t size = c.shape()[static_cast<std::size_t>(axis)], wanted = c.integer("index");
    const std::int64_t index = wanted < 0 ? wanted + size : wanted;
    if (index < 0 || index >= size) return c.error(kIndex, {std::to_string(wanted), std::to_string(size)});
    LOCKSTEP_ASSIGN(const ir::ValueId one, c.add("slice", {c.input()}, {{"axis", axis}, {"start", index}, {"end", index + 1}}, "one"));
    Shape out;
    for (std::size_t d = 0; d < c.shape().rank(); ++d)
        if (static_cast<std::int64_t>(d) != axis) out.push(c.shape()[d]);
    return c.reshape(one, out);
}

/// Bounds as Python's slices have them: from the end where negative, cut where outside.
Result<ir::ValueId> lowerSlice(LowerContext& c) {
    LOCKSTEP_ASSIGN(const std::int64_t axis, c.dimension(c.integer("dim"), c.shape().rank()));
    const std::int64_t size = c.shape()[static_cast<std::size_t>(axis)];
    const auto bound = [size](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size); };
    const std::int64_t start = bound(c.integer("start")), end = c.isNull("end") ? size : bound(c.integer("end"));
    if (start >= end) return c.error(kEmpty, {std::to_string(start), std::to_string(end), std::to_string(size)});
    if (start == 0 && end == size && c.integer("step") == 1) return c.input();
    return c.add("slice", {c.input()}, {{"axis", axis}, {"start", start}, {"end", end}, {"step", c.integer("step")}});
}

/// Summed dimensions stay as 1 in the op, and leave with a reshape.
static Result<ir::ValueId> reduced(LowerContext& c, bool mean) {
    const Shape in = c.shape();
    Shape kept = in, out;
    std::vector<bool> gone(in.rank(), false);
    for (const std::int64_t d : c.integers("dim")) {
        LOCKSTEP_ASSIGN(const std::int64_t dim, c.dimension(d, in.rank()));
        const auto at = static_cast<std::size_t>(dim);
        if (gone[at] && in[at] != 1) return c.error(kTwice, {std::to_string(d)});
        gone[at] = true;
        kept.set(at, 1);
    }
    for (std::size_t d = 0; d < in.rank(); ++d)
        if (!gone[d] || c.flag("keepdim")) out.push(kept[d]);
    const double count = static_cast<double>(in.elements()) / static_cast<double>(kept.elements());
    const bool same = out == kept;
    LOCKSTEP_ASSIGN(ir::ValueId y, c.add("sum_to", {c.input()}, {{"shape", kept.list()}}, same && !mean ? "" : "sum"));
    if (mean) { LOCKSTEP_ASSIGN(y, c.add("scale", {y}, {{"factor", 1 / count}}, same ? "" : "mean")); }
    return c.reshape(y, out);
}

Result<ir::ValueId> lowerMean(LowerContext& c) { return reduced(c, true); }
Result<ir::ValueId> lowerSum(LowerContext& c) { return reduced(c, false); }

} // namespace lockstep::compile
