#include "ops/families.h"
#include "ops/pool_rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kAdaptiveSize{"ops.adaptive_size", "{0}: the output size {1} must be positive", ""};

static Result<Types> inferAvgPool(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "avg_pool2d"));
    LOCKSTEP_ASSIGN(const Shape y, pooledShape("avg_pool2d", args.attrs, args.shape(0)));
    return Types{{args.inputs[0].type.dtype, y}};
}

static Result<Types> inferAvgPoolGrad(const InferArgs& args) {
    LOCKSTEP_ASSIGN(const Shape pooled, pooledShape("avg_pool2d_grad", args.attrs, Shape(args.attrs.integers("input_shape"))));
    return restored("avg_pool2d_grad", args, pooled);
}

static Result<Shape> adaptiveShape(std::string_view op, const ir::Attributes& attrs, const Shape& x) {
    LOCKSTEP_TRY(needRank(op, x, 4, "[N, C, H, W]"));
    const auto& size = attrs.integers("output");
    if (size[0] < 1 || size[1] < 1) return Error(kAdaptiveSize, {std::string(op), std::to_string(std::min(size[0], size[1]))});
    return Shape{x[0], x[1], size[0], size[1]};
}

static Result<Types> inferAdaptive(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "adaptive_avg_pool2d"));
    LOCKSTEP_ASSIGN(const Shape y, adaptiveShape("adaptive_avg_pool2d", args.attrs, args.shape(0)));
    return Types{{args.inputs[0].type.dtype, y}};
}

static Result<Types> inferAdaptiveGrad(const InferArgs& args) {
    LOCKSTEP_ASSIGN(const Shape pooled, adaptiveShape("adaptive_avg_pool2d_grad", args.attrs, Shape(args.attrs.integers("input_shape"))));
    return restored("adaptive_avg_pool2d_grad", args, pooled);
}

/// `<op>_grad` of dy.
static Status poolGradient(GradientContext& context) {
    const std::string op = std::string(context.node().op->name) + "_grad";
    LOCKSTEP_ASSIGN(const ValueId dx, context.emit1(op, "grad", {context.gradient()}, gradientAttributes(context)));
    context.set(0, dx);
    return {};
}

Schemas avgPoolOps() {
    return {{.name = "avg_pool2d", .infer = inferAvgPool, .gradient = poolGradient},
            {.name = "avg_pool2d_grad", .infer = inferAvgPoolGrad},
            {.name = "adaptive_avg_pool2d", .infer = inferAdaptive, .gradient = poolGradient},
            {.name = "adaptive_avg_pool2d_grad", .infer = inferAdaptiveGrad}};
}

} // namespace lockstep::ops
