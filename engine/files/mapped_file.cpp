#include "files/mapped_file.h"

#include "base/thread.h"
#include "files/file_errors.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lockstep::files {

MappedFile::MappedFile(std::string path, int file, const std::byte* bytes, std::size_t size)
    : m_path(std::move(path)), m_file(file), m_bytes(bytes), m_size(size) {}

MappedFile::~MappedFile() {
    if (m_size) ::munmap(const_cast<std::byte*>(m_bytes), m_size);
    ::close(m_file);
}

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // non-blocking: a pipe must not hang us
    if (file < 0) return ioError(path, "read", errno);
    return take(file, path);
}

Result<std::shared_ptr<const MappedFile>> MappedFile::take(int file, std::string path) {
    struct stat about {};
    void* bytes = nullptr;
    int number = 0;
    if (::fstat(file, &about) < 0) {
        number = errno;
    } else if (S_ISREG(about.st_mode) && about.st_size > 0) {
        bytes = ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes == MAP_FAILED) number = errno;
    }
    if (number == 0 && S_ISREG(about.st_mode)) {
        return std::shared_ptr<const MappedFile>(
            new MappedFile(std::move(path), file, static_cast<const std::byte*>(bytes), static_cast<std::size_t>(about.st_size)));
    }
    ::close(file);
    if (number) return ioError(path, "read", number);
    return Error(kNotAFile, {S_ISDIR(about.st_mode) ? "a folder" : "a device or pipe"}).inFile(path);
}

void MappedFile::advise(Access access) const {
    if (m_size) ::madvise(const_cast<std::byte*>(m_bytes), m_size, access == Access::Random ? MADV_RANDOM : MADV_SEQUENTIAL);
}

Status MappedFile::checkUnchanged() const {
    struct stat about {};
    if (::fstat(m_file, &about) < 0) return ioError(m_path, "read", errno);
    if (static_cast<std::size_t>(about.st_size) == m_size) return {};
    return Error(kChanged, {std::to_string(m_size), std::to_string(about.st_size)}).inFile(m_path);
}

Status MappedFile::readAt(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const auto got = ::pread(m_file, out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return ioError(m_path, "read", errno);
        if (got == 0) return Error(kChanged, {std::to_string(m_size), "no more than " + std::to_string(offset)}).inFile(m_path);
        out = out.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return {};
}

} // namespace lockstep::files
