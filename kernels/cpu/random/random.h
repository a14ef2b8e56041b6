// Random numbers drawn by whole vectors: the words of base/rng.h for many indices at once.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// One stream of Philox 4x32-10: the key, and the upper half of the counter.
struct RandomStream {
    std::uint32_t key[2];
    std::uint64_t stream;
};

/// y = x * factor where the element's random word is at least `threshold` (0 to 2^32), else 0. Element i has word (first + i) % 4 of block
/// (first + i) / 4; y may be x.
void dropout(const RandomStream& random, std::uint64_t first, std::uint64_t threshold, float factor, const float* x, float* y,
             std::int64_t n);

} // namespace lockstep::kernels
