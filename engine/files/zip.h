// Reading zip archives (stored and deflated entries, zip64), as .npz files are.
#pragma once

#include "base/result.h"
#include "files/mapped_file.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::files {

struct ZipEntry {
    std::string name;
    std::uint16_t method = 0; ///< 0 stored, 8 deflated
    std::uint32_t crc = 0;
    std::uint64_t packedBytes = 0, bytes = 0;
    std::uint64_t dataAt = 0; ///< of the packed bytes in the file
};

/// The table of an archive. Opening checks the table against the file's size; content is checked as it is read.
class ZipFile {
public:
    static Result<ZipFile> open(std::shared_ptr<const MappedFile> file);

    const std::vector<ZipEntry>& entries() const { return m_entries; }
    const std::shared_ptr<const MappedFile>& file() const { return m_file; }
    std::span<const std::byte> packed(const ZipEntry& entry) const {
        return m_file->bytes().subspan(static_cast<std::size_t>(entry.dataAt), static_cast<std::size_t>(entry.packedBytes));
    }
    /// Error unless a stored entry's bytes have the sum that the table gives. Reads all of them.
    Status checkStored(const ZipEntry& entry) const;
    /// A deflated entry's content, sum and size checked. Memory grows with what is decoded.
    Result<std::vector<std::byte>> unpack(const ZipEntry& entry) const;

private:
    explicit ZipFile(std::shared_ptr<const MappedFile> file) : m_file(std::move(file)) {}

    std::shared_ptr<const MappedFile> m_file;
    std::vector<ZipEntry> m_entries;
};

std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t start = 0);

} // namespace lockstep::files
