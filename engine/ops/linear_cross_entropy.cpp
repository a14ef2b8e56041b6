// The last linear layer and its loss in one: logits of many classes are made, judged and dropped a few rows at a time.
#include "ops/families.h"
#include "ops/loss_rules.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::CostArgs, ir::InferArgs, ir::OpCost;

static constexpr std::string_view kName = "linear_cross_entropy";

/// Inputs: x, w, b?, target, scale
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, kName, {0, 1, 2}));
    LOCKSTEP_TRY(needRank(kName, args.shape(1), 2, "[classes, in]"));
    const Shape& x = args.shape(0);
    const std::int64_t classes = args.shape(1)[0];
    LOCKSTEP_TRY(needShape(kName, "weight", args.shape(1), {classes, x.back()}));
    LOCKSTEP_TRY(needOptional(args, kName, 2, "bias", {classes}));
    const ir::TensorType wanted{DType::S64, x.slice(0, x.rank() - 1)};
    if (!(args.inputs[3].type == wanted))
        return Error(kLossInput, {std::string(kName), args.inputs[3].type.str(), batchText(x), wanted.str()});
    LOCKSTEP_TRY(needScale(kName, args, 4));
    const DType type = args.inputs[0].type.dtype;
    Types types{{lossType(type), {}}, {type, x}, {type, args.shape(1)}};
    if (args.inputs[2].present) types.push_back({type, {classes}});
    return types;
}

/// The logits, and the two gradients.
static OpCost cost(const CostArgs& args) {
    const double product =
        2.0 * static_cast<double>(args.inputs[0].type.shape.elements()) * static_cast<double>(args.inputs[1].type.shape[0]);
    return {3 * product, traffic(args)};
}

Schemas linearCrossEntropyOps() {
    return {{.name = "linear_cross_entropy",
             .minInputs = 5,
             .maxInputs = 5,
             .infer = infer,
             .cost = cost,
             .precision = ir::PrecisionClass::LowPrecision,
             .modelFlops = true}};
}

} // namespace lockstep::ops
