// The calls by which a whole-or-nothing write reaches the disk: the seam where tests inject a full or failing one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lockstep::files {

/// Each call does what the system call of that name does: negative and `errno` on failure. Thread-safe.
class FileSystem {
public:
    virtual ~FileSystem() = default;
    /// A new file for writing; fails if it exists.
    virtual int create(const std::string& path);
    /// Bytes taken, possibly fewer than given.
    virtual std::int64_t write(int file, std::span<const std::byte> bytes);
    virtual int sync(int file);
    virtual int rename(const std::string& from, const std::string& to);
    virtual int syncDirectory(const std::string& path);

    static FileSystem& real();
};

} // namespace lockstep::files
