// Checks shared by the pooling ops.
#pragma once

#include "ops/rules.h"

namespace lockstep::ops {

/// [N, C, h, w] of a sliding pool over x; errors where padding or kernel do not fit.
Result<Shape> pooledShape(std::string_view op, const ir::Attributes& attrs, const Shape& x);
/// Shape of the input that a pooling gradient restores, after checking dy's shape against `pooled`.
Result<Types> restored(std::string_view op, const ir::InferArgs& args, const Shape& pooled);
/// The forward node's attributes and `input_shape`.
ir::Attributes gradientAttributes(const ir::GradientContext& context);

} // namespace lockstep::ops
