#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::CostArgs, ir::GradientContext, ir::InferArgs, ir::OpCost, ir::OpSchema, ir::ValueId;

static Shape withLast(Shape shape, std::int64_t size) {
    shape.set(shape.rank() - 1, size);
    return shape;
}

static Status needMatrixInput(std::string_view op, const Shape& x) {
    if (x.rank() >= 2) return {};
    return Error(kWrongRank, {std::string(op), "[N, .., features]", batchText(x)});
}

static Result<Types> inferLinear(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "linear", {0, 1, 2}));
    LOCKSTEP_TRY(needMatrixInput("linear", args.shape(0)));
    LOCKSTEP_TRY(needRank("linear", args.shape(1), 2, "[out, in]"));
    const std::int64_t out = args.shape(1)[0];
    LOCKSTEP_TRY(needShape("linear", "weight", args.shape(1), {out, args.shape(0).back()}));
    LOCKSTEP_TRY(needOptional(args, "linear", 2, "bias", {out}));
    return Types{{args.inputs[0].type.dtype, withLast(args.shape(0), out)}};
}

static Result<Types> inferDgrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "linear_dgrad", {0, 1}));
    LOCKSTEP_TRY(needMatrixInput("linear_dgrad", args.shape(0)));
    LOCKSTEP_TRY(needShape("linear_dgrad", "weight", args.shape(1), {args.shape(0).back(), args.shape(1).back()}));
    return Types{{args.inputs[0].type.dtype, withLast(args.shape(0), args.shape(1).back())}};
}

static Result<Types> inferWgrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "linear_wgrad", {0, 1}));
    LOCKSTEP_TRY(needMatrixInput("linear_wgrad", args.shape(0)));
    LOCKSTEP_TRY(needShape("linear_wgrad", "output gradient", args.shape(0), withLast(args.shape(1), args.shape(0).back())));
    const DType type = args.inputs[0].type.dtype;
    Types types{{type, {args.shape(0).back(), args.shape(1).back()}}};
    if (args.attrs.flag("bias")) types.push_back({type, {args.shape(0).back()}});
    return types;
}

static Status linearGradient(GradientContext& context) {
    LOCKSTEP_TRY(notFused(context));
    const ValueId dy = context.gradient();
    if (context.wants(1) || context.wants(2)) {
        LOCKSTEP_ASSIGN(const auto grads, context.emit("linear_wgrad", "wgrad", {dy, context.input(0)}, {{"bias", context.wants(2)}}));
        if (context.wants(1)) context.set(1, grads[0]);
        if (context.wants(2)) context.set(2, grads[1]);
    }
    if (context.wants(0)) {
        LOCKSTEP_ASSIGN(const ValueId dx, context.emit1("linear_dgrad", "dgrad", {dy, context.input(1)}));
        context.set(0, dx);
    }
    return {};
}

/// Rows x inputs x outputs multiply-adds, whichever of the three products it is.
static OpCost product(const CostArgs& args, const Shape& rows, std::int64_t other) {
    return {2.0 * static_cast<double>(rows.elements()) * static_cast<double>(other), traffic(args)};
}
static OpCost linearCost(const CostArgs& args) { return product(args, args.inputs[0].type.shape, args.inputs[1].type.shape[0]); }
static OpCost gradientCost(const CostArgs& args) { return product(args, args.inputs[0].type.shape, args.inputs[1].type.shape.back()); }

Schemas linearOps() {
    const OpSchema base{.minInputs = 2, .maxInputs = 2, .precision = ir::PrecisionClass::LowPrecision, .modelFlops = true};
    OpSchema linear = base, dgrad = base, wgrad = base;
    linear.name = "linear", linear.maxInputs = 3, linear.infer = inferLinear, linear.gradient = linearGradient, linear.cost = linearCost;
    dgrad.name = "linear_dgrad", dgrad.infer = inferDgrad, dgrad.cost = gradientCost;
    wgrad.name = "linear_wgrad", wgrad.infer = inferWgrad, wgrad.cost = gradientCost;
    return {linear, dgrad, wgrad};
}

} // namespace lockstep::ops
