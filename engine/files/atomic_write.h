// Whole-or-nothing writing: beside the target under another name, synced, renamed over it, folder synced.
#pragma once

#include "base/result.h"
#include "files/file_system.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::files {

/// A file being written. Until commit() succeeds the target is as it was before; without commit() all is discarded.
/// After a kill a hidden `.lockstep-*.part` may be left beside the target, which nobody reads.
class AtomicFile {
public:
    /// Behind a link the file that it leads to; error if the target is a folder, a device or a pipe, which a renaming would replace.
    static Result<AtomicFile> create(std::string target, FileSystem& system = FileSystem::real());
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    Status write(std::span<const std::byte> bytes);
    Status write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
    /// Bytes written so far.
    std::uint64_t position() const { return m_position; }
    Status commit();

private:
    AtomicFile(std::string target, std::string beside, int file, FileSystem& system);
    Status flush();
    Status push(std::span<const std::byte> bytes);

    std::string m_target, m_beside;
    int m_file = -1;
    FileSystem* m_system;
    std::vector<std::byte> m_pending; // small writes gathered
    std::uint64_t m_position = 0;
};

Status writeWhole(const std::string& path, std::span<const std::byte> bytes, FileSystem& system = FileSystem::real());
Status writeWhole(const std::string& path, std::string_view text, FileSystem& system = FileSystem::real());

} // namespace lockstep::files
