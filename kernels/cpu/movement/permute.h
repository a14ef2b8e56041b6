// Dimensions in another order.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep::kernels {

/// The result's dimensions, outermost first, neighbours that stay together joined; a step along one moves `strides` in the source.
struct Permutation {
    static constexpr int kMostDims = 8;

    int dims = 0;
    std::array<std::int64_t, kMostDims> sizes{}, strides{};
};

/// `order[i]`: which dimension of the source is the result's i-th.
Permutation permutationOf(const std::int64_t* sizes, const std::int64_t* order, int dims);

/// y must not overlap x.
void permute(const Permutation& permutation, const float* x, float* y);

} // namespace lockstep::kernels
