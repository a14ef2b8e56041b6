#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

/// Inputs: x [.., D], w?, b?
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "layer_norm", {0, 1, 2}));
    const Shape& x = args.shape(0);
    if (x.rank() < 2) return Error(kWrongRank, {"layer_norm", "[N, .., D]", batchText(x)});
    for (const std::size_t i : {1, 2}) LOCKSTEP_TRY(needOptional(args, "layer_norm", i, i == 1 ? "weight" : "bias", {x.back()}));
    const ir::TensorType statistic{args.inputs[0].type.dtype, {x.elements(0, x.rank() - 1)}};
    return Types{args.inputs[0].type, statistic, statistic};
}

/// Inputs: dy, x, w?, mean, rstd
static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "layer_norm_grad", {0, 1, 2, 3, 4}));
    const Shape& x = args.shape(1);
    if (x.rank() < 2) return Error(kWrongRank, {"layer_norm_grad", "[N, .., D]", batchText(x)});
    LOCKSTEP_TRY(needShape("layer_norm_grad", "output gradient", args.shape(0), x));
    LOCKSTEP_TRY(needOptional(args, "layer_norm_grad", 2, "weight", {x.back()}));
    for (const std::size_t i : {3, 4})
        LOCKSTEP_TRY(needShape("layer_norm_grad", "statistic", args.shape(i), {x.elements(0, x.rank() - 1)}));
    const ir::TensorType vector{args.inputs[1].type.dtype, {x.back()}};
    return Types{args.inputs[1].type, vector, vector};
}

static Status gradient(GradientContext& context) {
    LOCKSTEP_TRY(onlyFirstOutput(context));
    LOCKSTEP_ASSIGN(const auto grads,
                    context.emit("layer_norm_grad", "grad",
                                 {context.gradient(), context.input(0), context.input(1), context.output(1), context.output(2)},
                                 {{"centred", context.attrs().flag("centred", true)}}));
    for (const std::size_t i : {0, 1, 2}) {
        if (context.wants(i)) context.set(i, grads[i]);
    }
    return {};
}

Schemas layerNormOps() {
    return {{.name = "layer_norm", .maxInputs = 3, .infer = infer, .gradient = gradient},
            {.name = "layer_norm_grad", .minInputs = 5, .maxInputs = 5, .infer = inferGrad}};
}

} // namespace lockstep::ops
