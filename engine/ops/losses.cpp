#include "ops/families.h"
#include "ops/loss_rules.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kClassWeights{"ops.class_weights", "cross_entropy: {0} class weights for {1} classes", ""};
static constexpr ErrorCode kClassAxis{"ops.class_axis", "cross_entropy: {0} has no dimension {1} for the classes", ""};

/// Shape of the targets: the logits' without their class axis.
static Result<Shape> targetShape(const Shape& logits, const ir::Attributes& attrs) {
    const std::int64_t axis = attrs.integer("class_axis");
    if (axis < 0 || axis >= static_cast<std::int64_t>(logits.rank())) return Error(kClassAxis, {batchText(logits), std::to_string(axis)});
    Shape out;
    for (std::size_t i = 0; i < logits.rank(); ++i) {
        if (i != static_cast<std::size_t>(axis)) out.push(logits[i]);
    }
    const auto* weights = attrs.find("class_weights") ? &attrs.numbers("class_weights") : nullptr;
    const std::int64_t classes = logits[static_cast<std::size_t>(axis)];
    if (weights && !weights->empty() && static_cast<std::int64_t>(weights->size()) != classes)
        return Error(kClassWeights, {std::to_string(weights->size()), std::to_string(classes)});
    return out;
}

static Status needTargets(const InferArgs& args, std::size_t logits, const Shape& wanted) {
    const ir::TensorType& target = args.inputs[logits + 1].type;
    if (target.dtype == DType::S64 && target.shape == wanted) return {};
    return Error(kLossInput, {"cross_entropy", target.str(), batchText(args.shape(logits)), ir::TensorType{DType::S64, wanted}.str()});
}

/// Inputs: logits, target, scale
static Result<Types> inferCrossEntropy(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "cross_entropy"));
    LOCKSTEP_ASSIGN(const Shape rows, targetShape(args.shape(0), args.attrs));
    LOCKSTEP_TRY(needTargets(args, 0, rows));
    LOCKSTEP_TRY(needScale("cross_entropy", args, 2));
    const DType type = lossType(args.inputs[0].type.dtype);
    return Types{{type, {}}, {type, rows}};
}

/// Inputs: dloss, logits, target, scale, logsum
static Result<Types> inferCrossEntropyGrad(const InferArgs& args) {
    LOCKSTEP_ASSIGN(const Shape rows, targetShape(args.shape(1), args.attrs));
    LOCKSTEP_TRY(needTargets(args, 1, rows));
    LOCKSTEP_TRY(needScale("cross_entropy_grad", args, 3));
    LOCKSTEP_TRY(needShape("cross_entropy_grad", "gradient of the loss", args.shape(0), {}));
    LOCKSTEP_TRY(needShape("cross_entropy_grad", "log-sum-exp", args.shape(4), rows));
    return Types{args.inputs[1].type};
}

static Status crossEntropyGradient(GradientContext& context) {
    LOCKSTEP_TRY(onlyFirstOutput(context));
    LOCKSTEP_ASSIGN(const ValueId dx,
                    context.emit1("cross_entropy_grad", "grad",
                                  {context.gradient(), context.input(0), context.input(1), context.input(2), context.output(1)},
                                  context.attrs()));
    context.set(0, dx);
    return {};
}

Schemas lossOps() {
    const auto fp32 = ir::PrecisionClass::Fp32;
    return {{.name = "cross_entropy",
             .minInputs = 3,
             .maxInputs = 3,
             .infer = inferCrossEntropy,
             .gradient = crossEntropyGradient,
             .precision = fp32},
            {.name = "cross_entropy_grad",
             .minInputs = 5,
             .maxInputs = 5,
             .infer = inferCrossEntropyGrad,
             .precision = fp32,
             .inPlace = {{0, 1}}}};
}

} // namespace lockstep::ops
