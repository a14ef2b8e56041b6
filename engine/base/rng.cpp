#include "base/rng.h"

#include <cmath>
#include <numbers>

namespace lockstep {

__extension__ using Wide = unsigned __int128;

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c, std::array<std::uint32_t, 2> k) {
    constexpr std::uint32_t kMul0 = 0xD2511F53, kMul1 = 0xCD9E8D57, kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{kMul0} * c[0], p1 = std::uint64_t{kMul1} * c[2];
        c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(p1),
             static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(p0)};
        k[0] += kWeyl0;
        k[1] += kWeyl1;
    }
    return c;
}

std::array<std::uint32_t, 2> Rng::key() const {
    // The purpose is folded into the seed's high word, where seeds are rarely large.
    return {static_cast<std::uint32_t>(m_seed),
            static_cast<std::uint32_t>(m_seed >> 32) ^ (static_cast<std::uint32_t>(m_purpose) * 0x85EBCA6Bu)};
}

std::array<std::uint32_t, 4> Rng::block(std::uint64_t index) const {
    return philox({static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32), static_cast<std::uint32_t>(m_stream),
                   static_cast<std::uint32_t>(m_stream >> 32)},
                  key());
}

std::uint32_t Rng::bits(std::uint64_t index) const { return block(index)[0]; }

std::uint64_t Rng::bits64(std::uint64_t index) const {
    const auto b = block(index);
    return std::uint64_t{b[1]} << 32 | b[0];
}

double Rng::uniform(std::uint64_t index) const { return static_cast<double>(bits64(index) >> 11) * 0x1p-53; }

std::uint64_t Rng::below(std::uint64_t index, std::uint64_t n) const {
    // Multiply-shift of 64 bits: the bias is below n / 2^64.
    return static_cast<std::uint64_t>((static_cast<Wide>(bits64(index)) * n) >> 64);
}

double Rng::normal(std::uint64_t index) const {
    const auto b = block(index);
    const double u = (static_cast<double>((std::uint64_t{b[1]} << 32 | b[0]) >> 11) + 1.0) * 0x1p-53; // (0, 1]
    const double v = static_cast<double>((std::uint64_t{b[3]} << 32 | b[2]) >> 11) * 0x1p-53;
    return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

} // namespace lockstep
