// Sums over the rows of a matrix: gradients of biases.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// out[columns] = sum over rows of x [rows, columns].
void columnSums(const float* x, float* out, std::int64_t rows, std::int64_t columns);

} // namespace lockstep::kernels
