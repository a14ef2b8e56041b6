#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kShapesDiffer{"ops.shapes_differ", "{0} cannot combine {1} with {2}",
                                         "The shapes must have as many dimensions, each equal or 1."};

static Result<Shape> stretched(std::string_view op, const Shape& a, const Shape& b) {
    const auto differ = [&] { return Error(kShapesDiffer, {std::string(op), batchText(a), batchText(b)}); };
    if (a.rank() != b.rank()) return differ();
    Shape out = a;
    for (std::size_t i = 0; i < a.rank(); ++i) {
        if (a[i] != b[i] && a[i] != 1 && b[i] != 1) return differ();
        out.set(i, a[i] == 1 ? b[i] : a[i]);
    }
    return out;
}

static Result<Types> inferPair(std::string_view op, const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, op, {0, 1}));
    LOCKSTEP_ASSIGN(const Shape y, stretched(op, args.shape(0), args.shape(1)));
    return Types{{args.inputs[0].type.dtype, y}};
}
static Result<Types> inferAdd(const InferArgs& args) { return inferPair("add", args); }
static Result<Types> inferMultiply(const InferArgs& args) { return inferPair("multiply", args); }

static Result<Types> inferSumTo(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "sum_to"));
    const Shape y(args.attrs.integers("shape"));
    LOCKSTEP_ASSIGN(const Shape x, stretched("sum_to", args.shape(0), y));
    LOCKSTEP_TRY(needShape("sum_to", "input", args.shape(0), x));
    return Types{{args.inputs[0].type.dtype, y}};
}

/// `gradient` summed over the dimensions that input i was stretched in.
static Status setSummed(GradientContext& context, std::size_t i, ValueId gradient) {
    if (context.inputShape(i) == context.outputShape()) return context.set(i, gradient), Status();
    LOCKSTEP_ASSIGN(const ValueId summed,
                    context.emit1("sum_to", i == 0 ? "sum_a" : "sum_b", {gradient}, {{"shape", context.inputShape(i).list()}}));
    context.set(i, summed);
    return {};
}

static Status addGradient(GradientContext& context) {
    for (const std::size_t i : {0, 1}) {
        if (context.wants(i)) LOCKSTEP_TRY(setSummed(context, i, context.gradient()));
    }
    return {};
}

static Status multiplyGradient(GradientContext& context) {
    for (const std::size_t i : {0, 1}) {
        if (!context.wants(i)) continue;
        LOCKSTEP_ASSIGN(const ValueId d,
                        context.emit1("multiply", i == 0 ? "grad_a" : "grad_b", {context.gradient(), context.input(1 - i)}));
        LOCKSTEP_TRY(setSummed(context, i, d));
    }
    return {};
}

/// A sum's gradient is dy, stretched.
static Status sumToGradient(GradientContext& context) {
    LOCKSTEP_ASSIGN(const ValueId dx, context.emit1("expand", "grad", {context.gradient()}, {{"shape", context.inputShape(0).list()}}));
    context.set(0, dx);
    return {};
}

static Result<Types> inferExpand(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "expand"));
    const Shape y(args.attrs.integers("shape"));
    LOCKSTEP_ASSIGN(const Shape fits, stretched("expand", args.shape(0), y));
    if (fits != y) return Error(kShapesDiffer, {"expand", batchText(args.shape(0)), batchText(y)});
    return Types{{args.inputs[0].type.dtype, y}};
}

static Status expandGradient(GradientContext& context) { return setSummed(context, 0, context.gradient()); }

Schemas broadcastOps() {
    const ir::OpSchema pair{.minInputs = 2, .maxInputs = 2, .inPlace = {{0, 0}, {0, 1}}, .anyLayout = true};
    ir::OpSchema add = pair, multiply = pair;
    add.name = "add", add.infer = inferAdd, add.gradient = addGradient;
    multiply.name = "multiply", multiply.infer = inferMultiply, multiply.gradient = multiplyGradient;
    return {add,
            multiply,
            {.name = "sum_to", .infer = inferSumTo, .gradient = sumToGradient},
            {.name = "expand", .infer = inferExpand, .gradient = expandGradient}};
}

} // namespace lockstep::ops
