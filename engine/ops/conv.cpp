#include "ops/families.h"
#include "ops/rules.h"
#include "ops/window.h"

namespace lockstep::ops {

using ir::Attributes, ir::CostArgs, ir::GradientContext, ir::InferArgs, ir::OpCost, ir::OpSchema, ir::ValueId;

static constexpr ErrorCode kKernelTooLarge{"ops.kernel_too_large", "{0}: a kernel of {1} does not fit the padded input of {2}",
                                           "Make the kernel, dilation or an earlier stride smaller, or the padding larger."};
static constexpr ErrorCode kGroups{"ops.groups_misfit", "{0}: {1} input and {2} output channels cannot be split into {3} groups",
                                   "Choose a number of groups that divides both."};

static std::string sizeText(std::int64_t h, std::int64_t w) { return std::to_string(h) + " x " + std::to_string(w); }

/// [N, O, h, w] of a convolution of x with w; errors where they do not fit.
static Result<Shape> outputShape(std::string_view op, const Attributes& attrs, const Shape& x, const Shape& w) {
    LOCKSTEP_TRY(needRank(op, x, 4, "[N, C, H, W]"));
    LOCKSTEP_TRY(needRank(op, w, 4, "[out, in / groups, kh, kw]"));
    const std::int64_t groups = attrs.integer("groups");
    if (groups < 1 || x[1] % groups != 0 || w[0] % groups != 0)
        return Error(kGroups, {std::string(op), std::to_string(x[1]), std::to_string(w[0]), std::to_string(groups)});
    LOCKSTEP_TRY(needShape(op, "weight", w, {w[0], x[1] / groups, w[2], w[3]}));
    const Window2d window = convWindow(attrs, w);
    const std::int64_t h = window[0].outputs(x[2]), width = window[1].outputs(x[3]);
    if (h < 1 || width < 1) {
        const std::string padded = sizeText(x[2] + window[0].before + window[0].after, x[3] + window[1].before + window[1].after);
        return Error(kKernelTooLarge, {std::string(op), sizeText(window[0].span(), window[1].span()), padded});
    }
    return Shape{x[0], w[0], h, width};
}

static Result<Types> inferConv(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "conv2d", {0, 1, 2}));
    LOCKSTEP_ASSIGN(const Shape y, outputShape("conv2d", args.attrs, args.shape(0), args.shape(1)));
    LOCKSTEP_TRY(needOptional(args, "conv2d", 2, "bias", {y[1]}));
    return Types{{args.inputs[0].type.dtype, y}};
}

static Result<Types> inferDgrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "conv2d_dgrad", {0, 1}));
    const Shape x(args.attrs.integers("input_shape"));
    LOCKSTEP_ASSIGN(const Shape y, outputShape("conv2d_dgrad", args.attrs, x, args.shape(1)));
    LOCKSTEP_TRY(needShape("conv2d_dgrad", "output gradient", args.shape(0), y));
    return Types{{args.inputs[0].type.dtype, x}};
}

static Result<Types> inferWgrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "conv2d_wgrad", {0, 1}));
    const Shape w(args.attrs.integers("weight_shape"));
    LOCKSTEP_ASSIGN(const Shape y, outputShape("conv2d_wgrad", args.attrs, args.shape(1), w));
    LOCKSTEP_TRY(needShape("conv2d_wgrad", "output gradient", args.shape(0), y));
    Types types{{args.inputs[0].type.dtype, w}};
    if (args.attrs.flag("bias")) types.push_back({args.inputs[0].type.dtype, {w[0]}});
    return types;
}

static Status convGradient(GradientContext& context) {
    LOCKSTEP_TRY(notFused(context));
    const ValueId dy = context.gradient();
    Attributes attrs = context.attrs();
    attrs.erase("activation");
    if (context.wants(1) || context.wants(2)) {
        Attributes wgrad = attrs;
        wgrad.set("weight_shape", context.inputShape(1).list()).set("bias", context.wants(2));
        LOCKSTEP_ASSIGN(const auto grads, context.emit("conv2d_wgrad", "wgrad", {dy, context.input(0)}, wgrad));
        if (context.wants(1)) context.set(1, grads[0]);
        if (context.wants(2)) context.set(2, grads[1]);
    }
    if (context.wants(0)) {
        attrs.set("input_shape", context.inputShape(0).list());
        LOCKSTEP_ASSIGN(const ValueId dx, context.emit1("conv2d_dgrad", "dgrad", {dy, context.input(1)}, attrs));
        context.set(0, dx);
    }
    return {};
}

/// As an op of its own (a transposed convolution): what it spreads, the convolution gathers.
static Status dgradGradient(GradientContext& context) {
    const ValueId dx = context.gradient();
    Attributes attrs = context.attrs();
    attrs.erase("input_shape");
    if (context.wants(0)) {
        Attributes conv = attrs;
        conv.set("activation", std::string("none"));
        LOCKSTEP_ASSIGN(const ValueId d, context.emit1("conv2d", "dgrad", {dx, context.input(1), ir::kNone}, conv));
        context.set(0, d);
    }
    if (context.wants(1)) {
        attrs.set("weight_shape", context.inputShape(1).list()).set("bias", false);
        LOCKSTEP_ASSIGN(const auto grads, context.emit("conv2d_wgrad", "wgrad", {context.input(0), dx}, attrs));
        context.set(1, grads[0]);
    }
    return {};
}

/// Every output element takes C/g * kh * kw multiply-adds, in each of the three products.
static OpCost costOf(const CostArgs& args, const Shape& y, const Shape& w) {
    return {2.0 * static_cast<double>(y.elements()) * static_cast<double>(w.elements(1, 4)), traffic(args)};
}
static OpCost convCost(const CostArgs& args) { return costOf(args, args.outputs[0].shape, args.inputs[1].type.shape); }
static OpCost dgradCost(const CostArgs& args) { return costOf(args, args.inputs[0].type.shape, args.inputs[1].type.shape); }
static OpCost wgradCost(const CostArgs& args) { return costOf(args, args.inputs[0].type.shape, args.outputs[0].shape); }

Schemas convOps() {
    const OpSchema base{.minInputs = 2, .maxInputs = 2, .precision = ir::PrecisionClass::LowPrecision, .modelFlops = true};
    OpSchema conv = base, dgrad = base, wgrad = base;
    conv.name = "conv2d", conv.maxInputs = 3, conv.infer = inferConv, conv.gradient = convGradient, conv.cost = convCost;
    dgrad.name = "conv2d_dgrad", dgrad.infer = inferDgrad, dgrad.gradient = dgradGradient, dgrad.cost = dgradCost;
    wgrad.name = "conv2d_wgrad", wgrad.infer = inferWgrad, wgrad.cost = wgradCost;
    return {conv, dgrad, wgrad};
}

} // namespace lockstep::ops
