// A file seen as memory, read-only: pages come from disk as they are touched, so it may be larger than RAM.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace lockstep::files {

/// Shared by the views into it. Touching bytes of a file that was cut after opening ends the process, so whoever reads
/// for long calls checkUnchanged() before each pass.
class MappedFile {
public:
    enum class Access { Sequential, Random };

    static Result<std::shared_ptr<const MappedFile>> open(const std::string& path);
    /// Takes over an open descriptor; `name` stands for the path in errors.
    static Result<std::shared_ptr<const MappedFile>> take(int file, std::string name);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {m_bytes, m_size}; }
    const std::string& path() const { return m_path; }
    /// Tells the kernel what to read ahead.
    void advise(Access access) const;
    Status checkUnchanged() const;
    /// Copies bytes by reading, not through the mapping: a file that was cut meanwhile is an error, nothing worse.
    Status readAt(std::uint64_t offset, std::span<std::byte> out) const;

private:
    MappedFile(std::string path, int file, const std::byte* bytes, std::size_t size);

    std::string m_path;
    int m_file;
    const std::byte* m_bytes;
    std::size_t m_size;
};

} // namespace lockstep::files
