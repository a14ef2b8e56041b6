#include "files/file_system.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace lockstep::files {

int FileSystem::create(const std::string& path) { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); }

std::int64_t FileSystem::write(int file, std::span<const std::byte> bytes) { return ::write(file, bytes.data(), bytes.size()); }

int FileSystem::sync(int file) { return ::fsync(file); }

int FileSystem::rename(const std::string& from, const std::string& to) { return ::rename(from.c_str(), to.c_str()); }

int FileSystem::syncDirectory(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return -1;
    const int status = ::fsync(folder);
    const int number = errno;
    ::close(folder);
    errno = number;
    return status < 0 && number != EINVAL ? -1 : 0; // some file systems can't sync a folder, and need not
}

FileSystem& FileSystem::real() {
    static FileSystem system;
    return system;
}

} // namespace lockstep::files
