#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kReshape{"ops.reshape_misfit", "{0} ({1} elements) cannot become {2} ({3} elements)", ""};
static constexpr ErrorCode kRank{"ops.too_many_dimensions", "a shape of {0} dimensions is more than the 8 that are possible", ""};
static constexpr ErrorCode kConcat{"ops.concat_misfit", "concat cannot join {0} and {1} along dimension {2}",
                                   "All other dimensions must be equal."};
static constexpr ErrorCode kRange{"ops.slice_range", "slice: {0} to {1} does not lie within dimension {2} of {3}", ""};
static constexpr ErrorCode kPermute{"ops.permute_misfit", "permute: the order must name each dimension of {0} once", ""};
static constexpr ErrorCode kConstant{"ops.constant", "{0} numbers do not fill {1}", ""};
static constexpr ErrorCode kFillType{"ops.fill_type", "fill: {0} is no number format", ""};

static Result<Types> inferReshape(const InferArgs& args) {
    if (const auto rank = args.attrs.integers("shape").size(); rank > Shape::kMaxRank) return Error(kRank, {std::to_string(rank)});
    const Shape y(args.attrs.integers("shape"));
    const Shape& x = args.shape(0);
    if (x.elements() != y.elements())
        return Error(kReshape, {x.str(), std::to_string(x.elements()), y.str(), std::to_string(y.elements())});
    return Types{{args.inputs[0].type.dtype, y}};
}

static Status reshapeGradient(GradientContext& context) {
    LOCKSTEP_ASSIGN(const ValueId dx, context.emit1("reshape", "grad", {context.gradient()}, {{"shape", context.inputShape(0).list()}}));
    context.set(0, dx);
    return {};
}

static bool axisFits(std::int64_t axis, const Shape& shape) { return axis >= 0 && axis < static_cast<std::int64_t>(shape.rank()); }

static Result<Types> inferConcat(const InferArgs& args) {
    const std::int64_t axis = args.attrs.integer("axis");
    ir::TensorType y = args.inputs[0].type;
    const auto misfit = [&](std::size_t i) {
        return Error(kConcat, {batchText(args.shape(0)), batchText(args.shape(i)), std::to_string(axis - 1)});
    };
    if (!axisFits(axis, y.shape)) return misfit(0);
    const auto at = static_cast<std::size_t>(axis);
    for (std::size_t i = 1; i < args.inputs.size(); ++i) {
        const ir::TensorType& other = args.inputs[i].type;
        if (other.dtype != y.dtype) return Error(kTypesDiffer, {"concat", std::string(name(y.dtype)), std::string(name(other.dtype))});
        if (other.shape.rank() != y.shape.rank()) return misfit(i);
        Shape same = other.shape;
        same.set(at, y.shape[at]);
        if (same != y.shape) return misfit(i);
        y.shape.set(at, y.shape[at] + other.shape[at]);
    }
    return Types{y};
}

static Status concatGradient(GradientContext& context) {
    const std::int64_t axis = context.attrs().integer("axis");
    std::int64_t start = 0;
    for (std::size_t i = 0; i < context.node().inputs.size(); ++i) {
        const std::int64_t end = start + context.inputShape(i)[static_cast<std::size_t>(axis)];
        if (context.wants(i)) {
            LOCKSTEP_ASSIGN(const ValueId dx,
                            context.emit1("slice", "grad", {context.gradient()}, {{"axis", axis}, {"start", start}, {"end", end}}));
            context.set(i, dx);
        }
        start = end;
    }
    return {};
}

static Result<Types> inferSlice(const InferArgs& args) {
    const std::int64_t axis = args.attrs.integer("axis"), start = args.attrs.integer("start"), end = args.attrs.integer("end");
    const std::int64_t step = args.attrs.integer("step", 1);
    ir::TensorType y = args.inputs[0].type;
    if (!axisFits(axis, y.shape) || start < 0 || start >= end || end > y.shape[static_cast<std::size_t>(axis)] || step < 1)
        return Error(kRange, {std::to_string(start), std::to_string(end), std::to_string(axis - 1), batchText(y.shape)});
    y.shape.set(static_cast<std::size_t>(axis), (end - start + step - 1) / step);
    return Types{y};
}

/// dy at its places, zeros elsewhere.
static Status sliceGradient(GradientContext& context) {
    ir::Attributes attrs = context.attrs();
    attrs.set("size", context.inputShape(0)[static_cast<std::size_t>(attrs.integer("axis"))]);
    LOCKSTEP_ASSIGN(const ValueId dx, context.emit1("slice_grad", "grad", {context.gradient()}, attrs));
    context.set(0, dx);
    return {};
}

static Result<Types> inferSliceGrad(const InferArgs& args) {
    const std::int64_t axis = args.attrs.integer("axis"), size = args.attrs.integer("size");
    ir::TensorType x = args.inputs[0].type;
    const std::int64_t start = args.attrs.integer("start"), end = args.attrs.integer("end"), step = args.attrs.integer("step", 1);
    const bool fits = axisFits(axis, x.shape) && start >= 0 && end <= size && step >= 1 &&
                      x.shape[static_cast<std::size_t>(axis)] == (end - start + step - 1) / step;
    if (!fits) return Error(kRange, {std::to_string(start), std::to_string(end), std::to_string(axis - 1), batchText(x.shape)});
    x.shape.set(static_cast<std::size_t>(axis), size);
    return Types{x};
}

static Status sliceGradGradient(GradientContext& context) {
    LOCKSTEP_ASSIGN(const ValueId d, context.emit1("slice", "grad", {context.gradient()}, context.attrs()));
    context.set(0, d);
    return {};
}

static Result<Types> inferPermute(const InferArgs& args) {
    const auto& dims = args.attrs.integers("dims");
    const Shape& x = args.shape(0);
    std::vector<bool> seen(x.rank(), false);
    Shape y;
    bool fits = dims.size() == x.rank();
    for (std::size_t i = 0; fits && i < dims.size(); ++i) {
        fits = dims[i] >= 0 && dims[i] < static_cast<std::int64_t>(x.rank()) && !seen[static_cast<std::size_t>(dims[i])];
        if (!fits) break;
        seen[static_cast<std::size_t>(dims[i])] = true;
        y.push(x[static_cast<std::size_t>(dims[i])]);
    }
    if (!fits) return Error(kPermute, {batchText(x)});
    return Types{{args.inputs[0].type.dtype, y}};
}

/// The order that leads back.
static Status permuteGradient(GradientContext& context) {
    const auto& dims = context.attrs().integers("dims");
    std::vector<std::int64_t> back(dims.size());
    for (std::size_t i = 0; i < dims.size(); ++i) back[static_cast<std::size_t>(dims[i])] = static_cast<std::int64_t>(i);
    LOCKSTEP_ASSIGN(const ValueId dx, context.emit1("permute", "grad", {context.gradient()}, {{"dims", back}}));
    context.set(0, dx);
    return {};
}

static Result<Types> inferFill(const InferArgs& args) {
    const std::string type = args.attrs.text("dtype", "f32");
    const auto dtype = dtypeNamed(type);
    if (!dtype) return Error(kFillType, {type});
    return Types{{*dtype, Shape(args.attrs.integers("shape"))}};
}

static Result<Types> inferConstant(const InferArgs& args) {
    const Shape shape(args.attrs.integers("shape"));
    const auto count = static_cast<std::int64_t>(args.attrs.numbers("values").size());
    if (count != shape.elements()) return Error(kConstant, {std::to_string(count), shape.str()});
    return Types{{DType::F32, shape}};
}

static Status passGradient(GradientContext& context) { return context.set(0, context.gradient()), Status(); }

Schemas movementOps() {
    return {{.name = "reshape", .infer = inferReshape, .gradient = reshapeGradient, .view = true},
            {.name = "concat", .maxInputs = -1, .infer = inferConcat, .gradient = concatGradient, .precision = ir::PrecisionClass::Promote},
            {.name = "slice", .infer = inferSlice, .gradient = sliceGradient},
            {.name = "slice_grad", .infer = inferSliceGrad, .gradient = sliceGradGradient},
            {.name = "permute", .infer = inferPermute, .gradient = permuteGradient},
            {.name = "fill", .minInputs = 0, .maxInputs = 0, .infer = inferFill},
            {.name = "constant", .minInputs = 0, .maxInputs = 0, .infer = inferConstant},
            {.name = "reorder", .infer = sameAsFirst, .gradient = passGradient}};
}

} // namespace lockstep::ops
