// Activations as functions over arrays: alone, and behind matmul and convolution (oneDNN's own fused relu turns NaN into 0).
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::backends::cpu {

/// y = f(x) for n elements; in place allowed.
using Activation = void (*)(const float* x, float* y, std::int64_t n);

/// "relu", "tanh", "sigmoid", "gelu", "gelu_tanh"; nullptr for "none".
Activation activationNamed(std::string_view name);

} // namespace lockstep::backends::cpu
