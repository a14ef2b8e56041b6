#include "files/raw_array.h"

#include "numerics/half.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace lockstep::files {

std::size_t byteSize(Element type) {
    switch (type) {
    case Element::S8:
    case Element::U8:
    case Element::Bool: return 1;
    case Element::F16:
    case Element::BF16:
    case Element::S16:
    case Element::U16: return 2;
    case Element::F32:
    case Element::S32:
    case Element::U32: return 4;
    default: return 8;
    }
}

std::string_view name(Element type) {
    static constexpr std::string_view kNames[] = {"f16", "bf16", "f32", "f64", "s8",  "s16", "s32",
                                                  "s64", "u8",   "u16", "u32", "u64", "bool"};
    return kNames[static_cast<std::size_t>(type)];
}

bool isFloating(Element type) { return type <= Element::F64; }

Element elementOf(DType type) {
    switch (type) {
    case DType::F32: return Element::F32;
    case DType::F64: return Element::F64;
    case DType::BF16: return Element::BF16;
    case DType::F16: return Element::F16;
    case DType::S64: return Element::S64;
    case DType::S32: return Element::S32;
    case DType::S8: return Element::S8;
    case DType::U8: return Element::U8;
    case DType::Bool: break;
    }
    return Element::Bool;
}

DType losslessType(Element type) {
    switch (type) {
    case Element::F16: return DType::F16;
    case Element::BF16: return DType::BF16;
    case Element::F32: return DType::F32;
    case Element::F64: return DType::F64;
    case Element::S8: return DType::S8;
    case Element::U8: return DType::U8;
    case Element::Bool: return DType::Bool;
    case Element::S16:
    case Element::U16:
    case Element::S32: return DType::S32;
    default: return DType::S64;
    }
}

namespace {

struct Half {
    std::uint16_t code;
};
struct Brain {
    std::uint16_t code;
};

template <class T> auto decode(T value) {
    if constexpr (std::is_same_v<T, Half>)
        return f16ToF32(value.code);
    else if constexpr (std::is_same_v<T, Brain>)
        return bf16ToF32(value.code);
    else
        return value;
}

template <class To, class From> To encode(From value) {
    if constexpr (std::is_same_v<To, Half>)
        return {f32ToF16(static_cast<float>(value))};
    else if constexpr (std::is_same_v<To, Brain>)
        return {f32ToBf16(static_cast<float>(value))};
    else if constexpr (std::is_same_v<To, bool>)
        return value != 0;
    else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
        // 2^63 and the like are exact in a double, so this compares exactly.
        const double v = std::trunc(static_cast<double>(value)), low = static_cast<double>(std::numeric_limits<To>::min());
        const double above = std::ldexp(1.0, std::numeric_limits<To>::digits);
        return v >= low && v < above ? static_cast<To>(v) : To{0};
    } else
        return static_cast<To>(value);
}

template <class From, class To> void convertAll(const std::byte* from, std::byte* to, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        From raw;
        std::memcpy(&raw, from + static_cast<std::size_t>(i) * sizeof raw, sizeof raw);
        const To out = encode<To>(decode(raw));
        std::memcpy(to + static_cast<std::size_t>(i) * sizeof out, &out, sizeof out);
    }
}

template <class From> void convertFrom(const std::byte* from, DType toType, std::byte* to, std::int64_t count) {
    switch (toType) {
    case DType::F32: return convertAll<From, float>(from, to, count);
    case DType::F64: return convertAll<From, double>(from, to, count);
    case DType::BF16: return convertAll<From, Brain>(from, to, count);
    case DType::F16: return convertAll<From, Half>(from, to, count);
    case DType::S64: return convertAll<From, std::int64_t>(from, to, count);
    case DType::S32: return convertAll<From, std::int32_t>(from, to, count);
    case DType::S8: return convertAll<From, std::int8_t>(from, to, count);
    case DType::U8: return convertAll<From, std::uint8_t>(from, to, count);
    case DType::Bool: return convertAll<From, bool>(from, to, count);
    }
}

} // namespace

void convert(Element fromType, const std::byte* from, DType toType, std::byte* to, std::int64_t count) {
    if (fromType == elementOf(toType)) {
        if (count > 0) std::memcpy(to, from, static_cast<std::size_t>(count) * byteSize(fromType));
        return;
    }
    switch (fromType) {
    case Element::F16: return convertFrom<Half>(from, toType, to, count);
    case Element::BF16: return convertFrom<Brain>(from, toType, to, count);
    case Element::F32: return convertFrom<float>(from, toType, to, count);
    case Element::F64: return convertFrom<double>(from, toType, to, count);
    case Element::S8: return convertFrom<std::int8_t>(from, toType, to, count);
    case Element::S16: return convertFrom<std::int16_t>(from, toType, to, count);
    case Element::S32: return convertFrom<std::int32_t>(from, toType, to, count);
    case Element::S64: return convertFrom<std::int64_t>(from, toType, to, count);
    case Element::U8:
    case Element::Bool: return convertFrom<std::uint8_t>(from, toType, to, count);
    case Element::U16: return convertFrom<std::uint16_t>(from, toType, to, count);
    case Element::U32: return convertFrom<std::uint32_t>(from, toType, to, count);
    case Element::U64: return convertFrom<std::uint64_t>(from, toType, to, count);
    }
}

HostTensor toHostTensor(const RawArray& array) {
    const DType type = losslessType(array.type);
    const bool aligned = reinterpret_cast<std::uintptr_t>(array.bytes.data()) % byteSize(array.type) == 0;
    if (elementOf(type) == array.type && aligned && array.bytes.data()) {
        return HostTensor::view(type, array.shape, const_cast<std::byte*>(array.bytes.data()), array.owner);
    }
    HostTensor out(type, array.shape);
    convert(array.type, array.bytes.data(), type, out.data(), out.elements());
    return out;
}

RawArray rawArrayOf(const HostTensor& tensor) {
    const auto owner = std::make_shared<HostTensor>(tensor); // shares the bytes
    return {elementOf(tensor.dtype()), tensor.shape(), {owner->data(), owner->bytes()}, owner, nullptr};
}

} // namespace lockstep::files
