#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::InferArgs;

static Result<Types> inferNorm(const InferArgs& args) {
    for (std::size_t i = 0; i < args.inputs.size(); ++i) LOCKSTEP_TRY(needFloating(args, "grad_norm", {i}));
    return Types{{DType::F32, {}}};
}

static Result<Types> inferCoefficient(const InferArgs& args) {
    LOCKSTEP_TRY(needShape("clip_coefficient", "norm", args.shape(0), {}));
    if (args.inputs[0].type.dtype != DType::F32)
        return Error(kTypesDiffer, {"clip_coefficient", "f32", std::string(name(args.inputs[0].type.dtype))});
    return Types{{DType::F32, {}}};
}

static Result<Types> inferAccumulate(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "accumulate", {0, 1}));
    LOCKSTEP_TRY(needShape("accumulate", "addend", args.shape(1), args.shape(0)));
    return Types{args.inputs[0].type};
}

static Result<Types> inferProbe(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "probe_stats"));
    return Types{{DType::F32, {12}}};
}

Schemas reductionOps() {
    return {{.name = "grad_norm", .maxInputs = -1, .infer = inferNorm},
            {.name = "clip_coefficient", .infer = inferCoefficient},
            {.name = "accumulate", .minInputs = 2, .maxInputs = 2, .infer = inferAccumulate, .updates = {{0, 0}}},
            {.name = "probe_stats", .infer = inferProbe}};
}

} // namespace lockstep::ops
