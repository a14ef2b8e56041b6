// A file seen as memory, read-only: pages come from disk as they are touched, so it may be larger than RAM.
#pragma once

#include "base/result.h"

#include <cstddef>
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
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {m_bytes, m_size}; }
    const std::string& path() const { return m_path; }
    /// Tells the kernel what to read ahead.
    void advise(Access access) const;
    Status checkUnchanged() const;

private:
    MappedFile(std::string path, int file, const std::byte* bytes, std::size_t size);

    std::string m_path;
    int m_file;
    const std::byte* m_bytes;
    std::size_t m_size;
};

} // namespace lockstep::files
