// Activations and their gradients over n floats; in place allowed. NaN passes on.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

void relu(const float* x, float* y, std::int64_t n);
void tanh(const float* x, float* y, std::int64_t n);
void sigmoid(const float* x, float* y, std::int64_t n);
void gelu(const float* x, float* y, std::int64_t n);     ///< x/2 (1 + erf(x/sqrt 2))
void geluTanh(const float* x, float* y, std::int64_t n); ///< x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))

/// dx = dy * f'(..), from the result y.
void reluGrad(const float* dy, const float* y, float* dx, std::int64_t n);
void tanhGrad(const float* dy, const float* y, float* dx, std::int64_t n);
void sigmoidGrad(const float* dy, const float* y, float* dx, std::int64_t n);
/// From the argument x.
void geluGrad(const float* dy, const float* x, float* dx, std::int64_t n);
void geluTanhGrad(const float* dy, const float* x, float* dx, std::int64_t n);

} // namespace lockstep::kernels
