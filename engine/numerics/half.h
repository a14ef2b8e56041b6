// bf16 and f16: exact conversions (SEMANTICS.md, first table). Round to nearest, ties to even.
#pragma once

#include <bit>
#include <cstdint>

namespace lockstep {

inline float bf16ToF32(std::uint16_t b) { return std::bit_cast<float>(std::uint32_t{b} << 16); }

inline std::uint16_t f32ToBf16(float value) {
    const auto u = std::bit_cast<std::uint32_t>(value);
    if ((u & 0x7FFFFFFF) > 0x7F800000) return static_cast<std::uint16_t>(u >> 16 | 0x40); // NaN stays NaN
    return static_cast<std::uint16_t>((u + 0x7FFF + (u >> 16 & 1)) >> 16);
}

float f16ToF32(std::uint16_t h);
std::uint16_t f32ToF16(float value);

} // namespace lockstep
