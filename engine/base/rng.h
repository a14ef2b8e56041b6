// Counter-based random numbers: the value depends on (seed, purpose, step, index) only, never on who draws it or in what order.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep {

/// What a random number is for; part of its key, so that streams never meet. Values are kept in checkpoints: never renumber.
enum class RngPurpose : std::uint32_t { Init = 1, Order = 2, Split = 3, Dropout = 4, Augment = 5, Synthetic = 6, Sampling = 7, Test = 99 };

/// Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// One stream: (seed, purpose, stream) fixed, elements addressed by index.
class Rng {
public:
    Rng(std::uint64_t seed, RngPurpose purpose, std::uint64_t stream = 0) : m_seed(seed), m_purpose(purpose), m_stream(stream) {}

    /// What philox() is keyed with; the counter is the index, then the stream.
    std::array<std::uint32_t, 2> key() const;
    /// The four words at an index; bits() is the first, bits64() the first two.
    std::array<std::uint32_t, 4> block(std::uint64_t index) const;
    std::uint32_t bits(std::uint64_t index) const;
    std::uint64_t bits64(std::uint64_t index) const;
    /// Uniform in [0, 1), 53 bits.
    double uniform(std::uint64_t index) const;
    /// Uniform whole number in [0, n), n > 0.
    std::uint64_t below(std::uint64_t index, std::uint64_t n) const;
    /// Standard normal (Box-Muller).
    double normal(std::uint64_t index) const;

private:
    std::uint64_t m_seed;
    RngPurpose m_purpose;
    std::uint64_t m_stream;
};

} // namespace lockstep
