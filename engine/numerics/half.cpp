#include "numerics/half.h"

#include <cmath>

namespace lockstep {

float f16ToF32(std::uint16_t h) {
    const std::uint32_t sign = std::uint32_t{h & 0x8000u} << 16, exponent = h >> 10 & 31, mantissa = h & 1023u;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000 | mantissa << 13);
    if (exponent == 0) return std::copysign(std::ldexp(static_cast<float>(mantissa), -24), std::bit_cast<float>(sign));
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
}

std::uint16_t f32ToF16(float value) {
    const auto u = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(u >> 16 & 0x8000);
    const std::uint32_t magnitude = u & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return static_cast<std::uint16_t>(sign | 0x7E00);  // NaN
    if (magnitude >= 0x477FF000) return static_cast<std::uint16_t>(sign | 0x7C00); // 65520 and above
    if (magnitude < 0x38800000) {                                                  // below 2^-14: subnormal, counted in units of 2^-24
        const float scaled = std::bit_cast<float>(magnitude) * 0x1p24f;
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(scaled)));
    }
    const std::uint32_t rounded = magnitude + 0xFFF + (magnitude >> 13 & 1);
    return static_cast<std::uint16_t>(sign | (rounded - (112u << 23)) >> 13);
}

} // namespace lockstep
