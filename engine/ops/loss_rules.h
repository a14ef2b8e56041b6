// What the schema functions of all losses share.
#pragma once

#include "ops/rules.h"

namespace lockstep::ops {

extern const ErrorCode kLossInput; ///< op, type of the targets, shape of the output, type wanted

/// Losses are f32, or f64 where everything is.
DType lossType(DType input);
/// Error unless input i is the factor of a loss's sum: f64 [].
Status needScale(std::string_view op, const ir::InferArgs& args, std::size_t i);

} // namespace lockstep::ops
