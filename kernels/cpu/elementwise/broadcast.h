// Sums and products of two tensors of which some dimensions stretch from 1.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep::kernels {

/// The result as rows: within a row each operand either moves along with it or stays at one element.
struct Stretch {
    static constexpr int kMostDims = 8;

    std::int64_t rows = 1, width = 1;
    bool aMoves = true, bMoves = true;                          ///< within a row
    int dims = 0;                                               ///< of `rows`, outermost first
    std::array<std::int64_t, kMostDims> sizes{};                ///< their product is `rows`
    std::array<std::int64_t, kMostDims> aStrides{}, bStrides{}; ///< elements; 0: stretched
};

/// From the sizes of both operands, equal or 1, over at most kMostDims dimensions.
Stretch stretchOf(const std::int64_t* a, const std::int64_t* b, int dims);

/// y may be an operand that is not stretched.
void addStretched(const Stretch& stretch, const float* a, const float* b, float* y);
/// y = a, stretched to the sizes of `b` in stretchOf.
void copyStretched(const Stretch& stretch, const float* a, float* y);
void multiplyStretched(const Stretch& stretch, const float* a, const float* b, float* y);

} // namespace lockstep::kernels
