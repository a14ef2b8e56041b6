// A dense array as a file holds it: bytes in place, not yet converted.
#pragma once

#include "files/mapped_file.h"
#include "numerics/host_tensor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::files {

/// Element types of array files; a superset of DType. Little-endian.
enum class Element : std::uint8_t { F16, BF16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64, Bool };

std::size_t byteSize(Element type);
std::string_view name(Element type);
bool isFloating(Element type);
Element elementOf(DType type);
/// The DType that holds every value: U16, S16 become S32, U32 becomes S64; U64 has none and reads as S64.
DType losslessType(Element type);

/// `count` elements at `from` (any alignment) written as `type` to `to`. Floats go to integers by truncation; a float that
/// is not finite or out of range becomes 0.
void convert(Element fromType, const std::byte* from, DType toType, std::byte* to, std::int64_t count);

/// Row-major. `bytes` live as long as `owner`.
struct RawArray {
    Element type = Element::F32;
    Shape shape;
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner;
    std::shared_ptr<const MappedFile> file = nullptr; ///< where the bytes are mapped from; null: they are in memory
};

/// In a HostTensor: without copying where type and alignment allow (then read-only by contract).
HostTensor toHostTensor(const RawArray& array);
RawArray rawArrayOf(const HostTensor& tensor);

} // namespace lockstep::files
