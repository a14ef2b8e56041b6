#include "ops/families.h"
#include "ops/pool_rules.h"
#include "ops/window.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

/// Places in the window are bytes where they fit.
static DType placeType(const ir::Attributes& attrs) {
    const Window2d window = poolWindow(attrs);
    return window[0].kernel * window[1].kernel <= 256 ? DType::U8 : DType::S32;
}

static Result<Types> inferMaxPool(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "max_pool2d"));
    LOCKSTEP_ASSIGN(const Shape y, pooledShape("max_pool2d", args.attrs, args.shape(0)));
    return Types{{args.inputs[0].type.dtype, y}, {placeType(args.attrs), y}};
}

static Result<Types> inferMaxPoolGrad(const InferArgs& args) {
    const Shape x(args.attrs.integers("input_shape"));
    LOCKSTEP_ASSIGN(const Shape pooled, pooledShape("max_pool2d_grad", args.attrs, x));
    LOCKSTEP_TRY(needShape("max_pool2d_grad", "place", args.shape(1), pooled));
    return restored("max_pool2d_grad", args, pooled);
}

static Status maxPoolGradient(GradientContext& context) {
    LOCKSTEP_TRY(onlyFirstOutput(context));
    LOCKSTEP_ASSIGN(const ValueId dx,
                    context.emit1("max_pool2d_grad", "grad", {context.gradient(), context.output(1)}, gradientAttributes(context)));
    context.set(0, dx);
    return {};
}

Schemas maxPoolOps() {
    return {{.name = "max_pool2d", .infer = inferMaxPool, .gradient = maxPoolGradient},
            {.name = "max_pool2d_grad", .minInputs = 2, .maxInputs = 2, .infer = inferMaxPoolGrad}};
}

} // namespace lockstep::ops
