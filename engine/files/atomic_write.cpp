#include "files/atomic_write.h"

#include "base/thread.h"
#include "files/file_errors.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep::files {

static constexpr std::size_t kGather = std::size_t{256} << 10;

static std::string folderOf(const std::string& path) {
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

AtomicFile::AtomicFile(std::string target, std::string beside, int file, FileSystem& system)
    : m_target(std::move(target)), m_beside(std::move(beside)), m_file(file), m_system(&system) {
    m_pending.reserve(kGather);
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : m_target(std::move(other.m_target)), m_beside(std::move(other.m_beside)), m_file(std::exchange(other.m_file, -1)),
      m_system(other.m_system), m_pending(std::move(other.m_pending)), m_position(other.m_position) {}

AtomicFile::~AtomicFile() {
    if (m_file < 0) return;
    ::close(m_file);
    ::unlink(m_beside.c_str());
}

/// The file that is to be replaced: behind a link the one it leads to. A device or a pipe would be gone after the renaming.
static Result<std::string> replaceable(std::string target) {
    struct stat about {};
    if (::stat(target.c_str(), &about) != 0) return target;
    if (!S_ISREG(about.st_mode)) return Error(kNotAFile, {S_ISDIR(about.st_mode) ? "a folder" : "a device or pipe"}).inFile(target);
    char real[PATH_MAX];
    const bool link = ::lstat(target.c_str(), &about) == 0 && S_ISLNK(about.st_mode);
    return link && ::realpath(target.c_str(), real) ? std::string(real) : target;
}

Result<AtomicFile> AtomicFile::create(std::string wanted, FileSystem& system) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_ASSIGN(std::string target, replaceable(std::move(wanted)));
    static std::atomic<unsigned> counter{0};
    const std::string stem = folderOf(target) + "/.lockstep-" + std::to_string(::getpid()) + "-";
    for (;;) {
        std::string beside = stem + std::to_string(counter++) + ".part";
        const int file = system.create(beside);
        if (file >= 0) return AtomicFile(std::move(target), std::move(beside), file, system);
        if (errno != EEXIST) return ioError(target, "write", errno); // left over from a killed process of the same number
    }
}

Status AtomicFile::push(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto taken = m_system->write(m_file, bytes);
        if (taken < 0 && errno == EINTR) continue;
        if (taken <= 0) return ioError(m_target, "write", taken < 0 ? errno : ENOSPC);
        bytes = bytes.subspan(static_cast<std::size_t>(taken));
    }
    return {};
}

Status AtomicFile::flush() {
    LOCKSTEP_TRY(push(m_pending));
    m_pending.clear();
    return {};
}

Status AtomicFile::write(std::span<const std::byte> bytes) {
    m_position += bytes.size();
    if (m_pending.size() + bytes.size() > kGather) LOCKSTEP_TRY(flush());
    if (bytes.size() > kGather) return push(bytes);
    m_pending.insert(m_pending.end(), bytes.begin(), bytes.end());
    return {};
}

Status AtomicFile::commit() {
    LOCKSTEP_TRY(flush());
    if (m_system->sync(m_file) < 0) return ioError(m_target, "write", errno);
    if (m_system->rename(m_beside, m_target) < 0) return ioError(m_target, "write", errno);
    ::close(std::exchange(m_file, -1));
    if (m_system->syncDirectory(folderOf(m_target)) < 0) return ioError(m_target, "write", errno);
    return {};
}

Status writeWhole(const std::string& path, std::span<const std::byte> bytes, FileSystem& system) {
    LOCKSTEP_ASSIGN(AtomicFile file, AtomicFile::create(path, system));
    LOCKSTEP_TRY(file.write(bytes));
    return file.commit();
}

Status writeWhole(const std::string& path, std::string_view text, FileSystem& system) {
    return writeWhole(path, std::as_bytes(std::span(text)), system);
}

} // namespace lockstep::files
