// safetensors: named tensors with a JSON header (SEMANTICS.md 16).
#pragma once

#include "base/result.h"
#include "files/file_system.h"
#include "files/mapped_file.h"
#include "files/raw_array.h"
#include "numerics/host_tensor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::files {

using Metadata = std::map<std::string, std::string>;

struct SafetensorsEntry {
    std::string name;
    std::string type; ///< as the file spells it: `F32`, `F8_E4M3`, ..
    std::vector<std::int64_t> sizes;
    std::uint64_t begin = 0, end = 0; ///< of its bytes, from the start of the data
};

/// An open file. Everything but the values is checked when opening; values are mapped.
class Safetensors {
public:
    static Result<Safetensors> open(const std::string& path);

    const std::string& path() const { return m_file->path(); }
    /// In the order of their bytes in the file.
    const std::vector<SafetensorsEntry>& entries() const { return m_entries; }
    const Metadata& metadata() const { return m_metadata; }
    const SafetensorsEntry* find(std::string_view name) const;
    /// A view into the mapped file (a copy where the file's alignment does not suit the type). Not to be written to.
    /// Errors: no such tensor, a type that has no DType, more than 8 dimensions.
    Result<HostTensor> tensor(std::string_view name) const;
    Result<HostTensor> tensor(const SafetensorsEntry& entry) const;
    /// Its bytes in place, whatever their alignment. Errors: no such tensor, a type that arrays don't have, more than 8 dimensions.
    Result<RawArray> array(std::string_view name) const;

private:
    Result<const SafetensorsEntry*> named(std::string_view name) const;
    explicit Safetensors(std::shared_ptr<const MappedFile> file) : m_file(std::move(file)) {}

    std::shared_ptr<const MappedFile> m_file;
    std::vector<SafetensorsEntry> m_entries;
    std::map<std::string, std::size_t, std::less<>> m_index;
    Metadata m_metadata;
    std::uint64_t m_dataAt = 0;
};

/// Where a tensor's bytes go, piece by piece.
using ByteSink = std::function<Status(std::span<const std::byte>)>;

/// A tensor that is fetched when its turn to be written comes; `bytes` gives all of them, in order, to the sink.
struct StreamedTensor {
    std::string name;
    DType dtype = DType::F32;
    Shape shape;
    std::function<Status(const ByteSink&)> bytes;

    std::size_t size() const { return static_cast<std::size_t>(shape.elements()) * byteSize(dtype); }
};
Status streamSafetensors(const std::string& path, const std::vector<StreamedTensor>& tensors, const Metadata& metadata = {},
                         FileSystem& system = FileSystem::real());

/// Writes whole or not at all, streaming. Order in the file: larger alignment first, then name.
/// Errors: doubled or non-UTF-8 names, the name `__metadata__`, and those of AtomicFile.
Status writeSafetensors(const std::string& path, const std::vector<std::pair<std::string, HostTensor>>& tensors,
                        const Metadata& metadata = {}, FileSystem& system = FileSystem::real());

} // namespace lockstep::files
