// Losses that are a sum of one formula over all elements: of an output, its target and whatever else the formula reads.
#include "numerics/expression_builder.h"
#include "ops/families.h"
#include "ops/formula.h"
#include "ops/loss_rules.h"

#include <algorithm>

namespace lockstep::ops {

using ir::CostArgs, ir::GradientContext, ir::InferArgs, ir::ValueId;

const ErrorCode kLossInput{"ops.loss_input", "{0}: targets of {1} do not fit the model's output {2}, which needs {3}",
                           "Change the last layer or the data."};

DType lossType(DType input) { return input == DType::F64 ? DType::F64 : DType::F32; }

Status needScale(std::string_view op, const InferArgs& args, std::size_t i) {
    LOCKSTEP_TRY(needShape(op, "scale", args.shape(i), {}));
    if (args.inputs[i].type.dtype == DType::F64) return {};
    return Error(kTypesDiffer, {std::string(op), "f64", std::string(name(args.inputs[i].type.dtype))});
}

/// Inputs from..to-1 are what the formula reads: of one shape and type.
static Status needEqual(const InferArgs& args, std::string_view op, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        LOCKSTEP_TRY(needFloating(args, op, {from, i}));
        if (args.shape(i) == args.shape(from)) continue;
        const ir::TensorType wanted{args.inputs[from].type.dtype, args.shape(from)};
        return Error(kLossInput, {std::string(op), args.inputs[i].type.str(), batchText(args.shape(from)), wanted.str()});
    }
    return {};
}

/// Inputs: what the formula reads, then the scale.
static Result<Types> infer(const InferArgs& args) {
    const std::size_t scale = args.inputs.size() - 1;
    LOCKSTEP_TRY(needEqual(args, "elementwise_loss", 0, scale));
    LOCKSTEP_TRY(needScale("elementwise_loss", args, scale));
    return Types{{lossType(args.inputs[0].type.dtype), {}}};
}

/// Inputs: dloss, scale, then what the formula reads. One output for each slope in the program.
static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_TRY(needShape("elementwise_loss_grad", "gradient of the loss", args.shape(0), {}));
    LOCKSTEP_TRY(needScale("elementwise_loss_grad", args, 1));
    LOCKSTEP_TRY(needEqual(args, "elementwise_loss_grad", 2, args.inputs.size()));
    LOCKSTEP_ASSIGN(const Expression slopes, Expression::fromText(args.attrs.text("program")));
    return Types(slopes.outputs().size(), args.inputs[2].type);
}

static Status gradient(GradientContext& context) {
    const auto& inputs = context.node().inputs;
    const std::size_t count = inputs.size() - 1;
    ExpressionBuilder builder;
    std::vector<int> places, slopes;
    for (std::size_t i = 0; i < count; ++i) places.push_back(builder.input(static_cast<int>(i)));
    const int root = builder.insert(formulaOf(context.attrs()), places).front();
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < count; ++i) {
        if (!context.wants(i)) continue;
        const auto slope = builder.derivative(root, static_cast<int>(i));
        if (!slope) continue;
        wanted.push_back(i);
        slopes.push_back(*slope);
    }
    if (slopes.empty()) return {};
    std::vector<ValueId> reads{context.gradient(), inputs.back()};
    reads.insert(reads.end(), inputs.begin(), inputs.end() - 1);
    LOCKSTEP_ASSIGN(const auto grads, context.emit("elementwise_loss_grad", "grad", reads, formulaAttrs(builder.build(slopes))));
    for (std::size_t k = 0; k < wanted.size(); ++k) context.set(wanted[k], grads[k]);
    return {};
}

static ir::OpCost cost(const CostArgs& args) {
    const ir::TensorType& read = args.inputs[args.inputs[0].type.shape.rank() == 0 && args.inputs.size() > 2 ? 2 : 0].type;
    return {formulaWork(args.attrs) * static_cast<double>(read.shape.elements()), traffic(args)};
}

Schemas elementwiseLossOps() {
    const auto fp32 = ir::PrecisionClass::Fp32;
    std::vector<ir::Aliasing> inPlace;
    for (int output = 0; output < 4; ++output)
        for (int input = 2; input < 8; ++input) inPlace.push_back({output, input});
    return {{.name = "elementwise_loss",
             .minInputs = 2,
             .maxInputs = -1,
             .infer = infer,
             .gradient = gradient,
             .cost = cost,
             .precision = fp32},
            {.name = "elementwise_loss_grad",
             .minInputs = 3,
             .maxInputs = -1,
             .infer = inferGrad,
             .cost = cost,
             .precision = fp32,
             .inPlace = inPlace}};
}

} // namespace lockstep::ops
