// What the schema functions of all families share: checks with clear errors, and small gradients.
#pragma once

#include "ir/gradient_context.h"
#include "ir/op_schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::ops {

using Types = std::vector<ir::TensorType>;

extern const ErrorCode kWrongRank;    ///< op, wanted shape, shape
extern const ErrorCode kNotFloating;  ///< op, type
extern const ErrorCode kTypesDiffer;  ///< op, type, type
extern const ErrorCode kMisfit;       ///< op, which input, its shape, shape wanted
extern const ErrorCode kNoGradientOf; ///< op, why

/// `[N, 3, 5, 5]`: the batch has no number in what users write.
std::string batchText(const Shape& shape);

/// Input i exists, is floating, and so is every later present one of the list, in the same type.
Status needFloating(const ir::InferArgs& args, std::string_view op, std::initializer_list<std::size_t> inputs = {0});
/// Error unless `shape`, of input `what`, is `wanted`.
Status needShape(std::string_view op, std::string_view what, const Shape& shape, const Shape& wanted);
/// Error unless input i is left out or has that shape.
Status needOptional(const ir::InferArgs& args, std::string_view op, std::size_t i, std::string_view what, const Shape& wanted);
Status needRank(std::string_view op, const Shape& shape, std::size_t rank, std::string_view wanted);

/// One output of input 0's type.
Result<Types> sameAsFirst(const ir::InferArgs& args);

/// Error if a gradient arrives at another output than the first.
Status onlyFirstOutput(const ir::GradientContext& context);
/// Error if an activation is already fused in: gradients are made before fusion.
Status notFused(const ir::GradientContext& context);

/// Bytes of all inputs and outputs, each once.
double traffic(const ir::CostArgs& args);

} // namespace lockstep::ops
