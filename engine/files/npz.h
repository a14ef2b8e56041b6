// NumPy's .npz: named arrays in a zip archive.
#pragma once

#include "base/result.h"
#include "files/file_system.h"
#include "files/raw_array.h"
#include "files/zip.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::files {

/// An archive open for reading. Stored arrays are mapped; compressed ones are unpacked, large ones once into a cache file.
class Npz {
public:
    struct Options {
        std::string cacheDirectory;                            ///< empty: unpack into memory whatever the size
        std::uint64_t inMemoryBytes = std::uint64_t{64} << 20; ///< compressed arrays larger than this go to the cache
    };

    static Result<Npz> open(const std::string& path, Options options);
    static Result<Npz> open(const std::string& path) { return open(path, Options()); }

    /// In the archive's order, without `.npy`.
    std::vector<std::string> names() const;
    bool has(const std::string& name) const;
    /// Error if there is none of that name, or its sum, size or header is wrong.
    Result<RawArray> array(const std::string& name) const;

private:
    Npz(ZipFile zip, Options options) : m_zip(std::move(zip)), m_options(std::move(options)) {}
    std::string someNames() const;
    const ZipEntry* find(const std::string& name) const;
    Status checkHeader(const ZipEntry& entry, const std::string& label) const;
    Result<RawArray> unpacked(const ZipEntry& entry, const std::string& label) const;
    Result<RawArray> cached(const ZipEntry& entry, const std::string& label) const;

    ZipFile m_zip;
    Options m_options;
};

using NamedTexts = std::vector<std::pair<std::string, std::vector<std::string>>>;
using NamedTensors = std::vector<std::pair<std::string, HostTensor>>;

/// Writes an uncompressed archive, whole or not at all. bf16 is written as f32. Sizes and places from `zip64From` on are
/// written in the 64-bit form (only tests give another than the format's own limit).
Status writeNpz(const std::string& path, const NamedTensors& arrays, FileSystem& system = FileSystem::real(),
                std::uint64_t zip64From = 0xFFFFFFFF);
/// With lists of texts (UTF-8) after the arrays.
Status writeNpz(const std::string& path, const NamedTensors& arrays, const NamedTexts& texts, FileSystem& system = FileSystem::real(),
                std::uint64_t zip64From = 0xFFFFFFFF);

} // namespace lockstep::files
