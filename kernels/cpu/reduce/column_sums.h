// Sums over the rows of a matrix: gradients of biases.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// out[columns] = sum over rows of x [rows, columns].
void columnSums(const float* x, float* out, std::int64_t rows, std::int64_t columns);

/// out[blocks, columns] = sum over the middle of x [blocks, rows, columns].
void middleSums(const float* x, float* out, std::int64_t blocks, std::int64_t rows, std::int64_t columns);

} // namespace lockstep::kernels
