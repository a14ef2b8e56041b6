// Sums over whole tensors, in double, cut in fixed pieces: the bits do not depend on the team's width.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// Pieces of a sum over n elements; scratch holds as many doubles (or Statistics).
inline constexpr std::int64_t kPiece = 1 << 14;
inline std::int64_t piecesOf(std::int64_t n) { return (n + kPiece - 1) / kPiece; }

inline double sumOfPieces(const double* pieces, std::int64_t n) {
    double sum = 0;
    for (std::int64_t k = 0; k < piecesOf(n); ++k) sum += pieces[k];
    return sum;
}

double sumOfSquares(const float* x, std::int64_t n, double* scratch);

struct Statistics {
    double nans = 0, infinities = 0, zeros = 0, sum = 0, squares = 0, magnitudes = 0; ///< sums of the finite elements
    double low = 0, high = 0;                                                         ///< 0 if nothing is finite
};
Statistics statistics(const float* x, std::int64_t n, Statistics* scratch);

} // namespace lockstep::kernels
