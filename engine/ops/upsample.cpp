#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kFactor{"ops.upsample_factor", "upsample: the factor {0} does not fit {1}", ""};

static Shape larger(const Shape& x, std::int64_t factor) { return {x[0], x[1], x[2] * factor, x[3] * factor}; }

/// Input x [N, C, H, W]; attributes factor int, bilinear flag (no aligned corners; else the nearest pixel).
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "upsample2d"));
    LOCKSTEP_TRY(needRank("upsample2d", args.shape(0), 4, "[N, C, H, W]"));
    const std::int64_t factor = args.attrs.integer("factor");
    if (factor < 1) return Error(kFactor, {std::to_string(factor), batchText(args.shape(0))});
    return Types{{args.inputs[0].type.dtype, larger(args.shape(0), factor)}};
}

static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "upsample2d_grad"));
    LOCKSTEP_TRY(needRank("upsample2d_grad", args.shape(0), 4, "[N, C, H, W]"));
    const std::int64_t factor = args.attrs.integer("factor");
    const Shape& y = args.shape(0);
    if (factor < 1 || y[2] % factor != 0 || y[3] % factor != 0) return Error(kFactor, {std::to_string(factor), batchText(y)});
    return Types{{args.inputs[0].type.dtype, {y[0], y[1], y[2] / factor, y[3] / factor}}};
}

/// Each is the other's transpose.
static Status towards(GradientContext& context, std::string_view op) {
    LOCKSTEP_ASSIGN(const ValueId d, context.emit1(op, "grad", {context.gradient()}, context.attrs()));
    context.set(0, d);
    return {};
}
static Status gradient(GradientContext& context) { return towards(context, "upsample2d_grad"); }
static Status gradGradient(GradientContext& context) { return towards(context, "upsample2d"); }

Schemas upsampleOps() {
    return {{.name = "upsample2d", .infer = infer, .gradient = gradient},
            {.name = "upsample2d_grad", .infer = inferGrad, .gradient = gradGradient}};
}

} // namespace lockstep::ops
