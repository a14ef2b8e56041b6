// Number formats of tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

enum class DType : std::uint8_t { F32, F64, BF16, F16, S64, S32, S8, U8, Bool };

/// Bytes of one element.
std::size_t byteSize(DType type);
/// `f32`, `s64`, ..: as in documents and dumps.
std::string_view name(DType type);
std::optional<DType> dtypeNamed(std::string_view name);
bool isFloating(DType type);

template <class T> struct DTypeOf;
template <> struct DTypeOf<float> { static constexpr DType value = DType::F32; };
template <> struct DTypeOf<double> { static constexpr DType value = DType::F64; };
template <> struct DTypeOf<std::int64_t> { static constexpr DType value = DType::S64; };
template <> struct DTypeOf<std::int32_t> { static constexpr DType value = DType::S32; };
template <> struct DTypeOf<std::uint8_t> { static constexpr DType value = DType::U8; };
template <class T> inline constexpr DType dtypeOf = DTypeOf<T>::value;

} // namespace lockstep
