#include "ops/rules.h"

namespace lockstep::ops {

const ErrorCode kWrongRank{"ops.wrong_rank", "{0} needs an input of shape {1}, not {2}", "Put a Flatten or Reshape layer in between."};
const ErrorCode kNotFloating{"ops.not_floating", "{0} needs floating-point numbers, not {1}", "Give the model's input the type f32."};
const ErrorCode kTypesDiffer{"ops.types_differ", "{0} needs inputs of one type, not {1} and {2}", ""};
const ErrorCode kMisfit{"ops.shape_misfit", "{0}: the {1} has shape {2}, but {3} is needed", ""};
const ErrorCode kNoGradientOf{"ops.no_gradient", "no gradient can be made of {0}: {1}", ""};

std::string batchText(const Shape& shape) {
    if (shape.rank() == 0) return "[]";
    if (shape.rank() == 1) return "[N]";
    return "[N, " + shape.slice(1, shape.rank()).str().substr(1);
}

Status needFloating(const ir::InferArgs& args, std::string_view op, std::initializer_list<std::size_t> inputs) {
    const DType first = args.inputs[*inputs.begin()].type.dtype;
    if (!isFloating(first)) return Error(kNotFloating, {std::string(op), std::string(name(first))});
    for (const std::size_t i : inputs) {
        if (!args.has(i)) continue;
        const DType type = args.inputs[i].type.dtype;
        if (type != first) return Error(kTypesDiffer, {std::string(op), std::string(name(first)), std::string(name(type))});
    }
    return {};
}

Status needShape(std::string_view op, std::string_view what, const Shape& shape, const Shape& wanted) {
    if (shape == wanted) return {};
    return Error(kMisfit, {std::string(op), std::string(what), shape.str(), wanted.str()});
}

Status needOptional(const ir::InferArgs& args, std::string_view op, std::size_t i, std::string_view what, const Shape& wanted) {
    if (!args.has(i)) return {};
    return needShape(op, what, args.shape(i), wanted);
}

Status needRank(std::string_view op, const Shape& shape, std::size_t rank, std::string_view wanted) {
    if (shape.rank() == rank) return {};
    return Error(kWrongRank, {std::string(op), std::string(wanted), batchText(shape)});
}

Result<Types> sameAsFirst(const ir::InferArgs& args) { return Types{args.inputs[0].type}; }

Status onlyFirstOutput(const ir::GradientContext& context) {
    for (std::size_t i = 1; i < context.node().outputs.size(); ++i) {
        if (context.gradient(i) != ir::kNone)
            return Error(kNoGradientOf, {std::string(context.node().op->name), "its output " + std::to_string(i) + " is a statistic"});
    }
    return {};
}

Status notFused(const ir::GradientContext& context) {
    const std::string activation = context.attrs().text("activation", "none");
    if (activation == "none") return {};
    return Error(kNoGradientOf, {std::string(context.node().op->name), activation + " is fused into it"});
}

double traffic(const ir::CostArgs& args) {
    double bytes = 0;
    for (const auto& in : args.inputs) {
        if (in.present) bytes += static_cast<double>(in.type.bytes());
    }
    for (const auto& out : args.outputs) bytes += static_cast<double>(out.bytes());
    return bytes;
}

} // namespace lockstep::ops
