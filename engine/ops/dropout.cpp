#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

/// Inputs: x, step f64 [], first_sample f64 []
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "dropout"));
    if (args.shape(0).rank() < 1) return Error(kWrongRank, {"dropout", "[N, ..]", "[]"});
    for (const std::size_t i : {1, 2}) {
        LOCKSTEP_TRY(needShape("dropout", "step or sample number", args.shape(i), {}));
        if (args.inputs[i].type.dtype != DType::F64)
            return Error(kTypesDiffer, {"dropout", "f64", std::string(name(args.inputs[i].type.dtype))});
    }
    return Types{args.inputs[0].type};
}

/// The mask is drawn again, not kept.
static Status gradient(GradientContext& context) {
    LOCKSTEP_ASSIGN(const ValueId dx,
                    context.emit1("dropout_grad", "grad", {context.gradient(), context.input(1), context.input(2)}, context.attrs()));
    context.set(0, dx);
    return {};
}

Schemas dropoutOps() {
    return {{.name = "dropout", .minInputs = 3, .maxInputs = 3, .infer = infer, .gradient = gradient, .inPlace = {{0, 0}}},
            {.name = "dropout_grad", .minInputs = 3, .maxInputs = 3, .infer = infer, .inPlace = {{0, 0}}}};
}

} // namespace lockstep::ops
