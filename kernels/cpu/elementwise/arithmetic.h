// Sums and products over n floats; outputs may be inputs.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

void add(const float* a, const float* b, float* y, std::int64_t n);
void multiply(const float* a, const float* b, float* y, std::int64_t n);
void copy(const float* x, float* y, std::int64_t n);
void fill(float value, float* y, std::int64_t n);
/// y = x * factor
void scale(const float* x, float factor, float* y, std::int64_t n);

} // namespace lockstep::kernels
