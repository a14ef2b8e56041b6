// What tiled attention does to a tile of scores [rows, columns] between its matrix products.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// The running softmax of a tile's rows: `top` is the largest score so far, `sum` that of exp(score - top).
struct SoftmaxRows {
    float *top, *sum;
    float* result; ///< [rows, width], what has been gathered so far; rescaled when a larger score comes
    std::int64_t width;
};

/// Scores become exp(score - new top); `top`, `sum` and `result` follow.
void softmaxTile(float* scores, std::int64_t rows, std::int64_t columns, const SoftmaxRows& state);

/// Scores become probabilities exp(score - logsum), dp becomes their slopes p * (dp - mean), both by rows.
void slopeTile(float* scores, float* dp, std::int64_t rows, std::int64_t columns, const float* logsum, const float* mean);

/// What belongs to keys behind their query becomes `value`; the tile's first query is `query`, its first key `key`.
void fillLaterKeys(float* tile, std::int64_t rows, std::int64_t columns, std::int64_t query, std::int64_t key, float value);

/// y = x / divisor by rows; y[r] begins at y + r * stride, x is dense.
void scaleRows(const float* x, const float* divisors, float* y, std::int64_t stride, std::int64_t rows, std::int64_t width);
/// Sum over a row of a * b.
float rowDot(const float* a, const float* b, std::int64_t n);

} // namespace lockstep::kernels
