#include "compile/lower/families.h"

#include <algorithm>

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

static Result<ir::ValueId> reshapeTo(LowerContext& c, Shape shape) {
    if (shape == c.shape()) return c.input();
    const std::vector<std::int64_t> dims(shape.dims().begin(), shape.dims().end());
    return c.add("reshape", {c.input()}, ir::Attributes{{"shape", dims}});
}

Result<ir::ValueId> lowerFlatten(LowerContext& c) {
    const Shape in = c.shape();
    if (in.rank() == 1) return reshapeTo(c, {in[0], 1});
    LOCKSTEP_ASSIGN(const std::int64_t first, c.dimension(c.integer("start_dim"), in.rank()));
    LOCKSTEP_ASSIGN(const std::int64_t last, c.dimension(c.integer("end_dim"), in.rank()));
    if (first > last) return c.error(kRange, {std::to_string(c.integer("start_dim")), std::to_string(c.integer("end_dim"))});
    Shape out = in.slice(0, static_cast<std::size_t>(first));
    out.push(in.elements(static_cast<std::size_t>(first), static_cast<std::size_t>(last) + 1));
    for (std::size_t i = static_cast<std::size_t>(last) + 1; i < in.rank(); ++i) out.push(in[i]);
    return reshapeTo(c, out);
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
    return reshapeTo(c, out);
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

/// A chain over two or more inputs; sizes of 1 stretch.
static Result<ir::ValueId> chain(LowerContext& c, std::string_view op) {
    ir::ValueId sum = c.input();
    for (std::size_t i = 1; i < c.inputCount(); ++i) {
        const Shape a = c.shapeOf(sum), b = c.shape(i);
        bool fits = a.rank() == b.rank();
        for (std::size_t d = 0; fits && d < a.rank(); ++d) fits = a[d] == b[d] || a[d] == 1 || b[d] == 1;
        if (!fits) return c.error(kSizes, {c.layer().inputs[0], withoutBatch(a), c.layer().inputs[i], withoutBatch(b)});
        const bool last = i + 1 == c.inputCount();
        LOCKSTEP_ASSIGN(sum, c.add(op, {sum, c.input(i)}, {}, last ? std::string() : std::to_string(i)));
    }
    return sum;
}

Result<ir::ValueId> lowerAdd(LowerContext& c) { return chain(c, "add"); }
Result<ir::ValueId> lowerMultiply(LowerContext& c) { return chain(c, "multiply"); }

} // namespace lockstep::compile
