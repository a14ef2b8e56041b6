// NumPy's .npy: one array.
#pragma once

#include "base/result.h"
#include "files/raw_array.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace lockstep::files {

/// What an .npy header says.
struct NpyHeader {
    Element type = Element::F32;
    Shape shape;
    std::size_t headerBytes = 0; ///< where the data start
    std::uint64_t dataBytes = 0; ///< as type and shape claim; nobody has looked whether they are there
};

/// Versions 1 to 3 of the format, from the first bytes of a file (more than `kNpyHeaderLimit` are never needed).
/// Refused: big-endian, Fortran order, structured, text and object types, complex numbers, more than 8 dimensions.
Result<NpyHeader> parseNpyHeader(std::span<const std::byte> bytes, const std::string& name);
inline constexpr std::size_t kNpyHeaderLimit = std::size_t{64} << 10;

/// Whether a file of that many bytes, header and all, holds what its header calls for, neither less nor more.
Status checkNpySize(const NpyHeader& header, std::uint64_t fileBytes, const std::string& name);

/// The array in `bytes`, which must be exactly one .npy file. `owner` keeps them alive; `file` is where they are mapped from.
Result<RawArray> parseNpy(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, const std::string& name,
                          std::shared_ptr<const MappedFile> file = nullptr);
/// Mapped: nothing is read before it is touched.
Result<RawArray> openNpy(const std::string& path);

/// Magic, version 1.0 and dictionary for an array of this type and shape, padded to 64 bytes.
std::string npyHeader(DType type, const Shape& shape);

/// The same for a list of texts of `width` code points each (numpy's `<U`).
std::string npyTextHeader(std::size_t count, std::size_t width);

} // namespace lockstep::files
