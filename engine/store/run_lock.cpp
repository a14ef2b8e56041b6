#include "store/run_lock.h"

#include "store/errors.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace lockstep::store {

// Open file description locks: unlike flock they can be asked for without being taken, unlike plain POSIX locks they
// belong to the descriptor, so a second open in the same process conflicts and closing another descriptor frees nothing.
static struct flock wholeFile(short type) {
    struct flock lock = {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

static std::string lockPath(const std::string& folder) { return folder + "/lock"; }

RunLock::RunLock(RunLock&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}

RunLock& RunLock::operator=(RunLock&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    return *this;
}

RunLock::~RunLock() { release(); }

void RunLock::release() {
    if (m_fd >= 0) ::close(std::exchange(m_fd, -1));
}

Result<RunLock> RunLock::acquire(const std::string& folder) {
    std::error_code ec;
    std::filesystem::create_directories(folder, ec);
    RunLock lock(::open(lockPath(folder).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!lock.owns()) return Error(kRunFolder, {std::strerror(errno)}).inFile(lockPath(folder));
    auto want = wholeFile(F_WRLCK);
    if (::fcntl(lock.m_fd, F_OFD_SETLK, &want) == 0) return lock;
    if (errno == EAGAIN || errno == EACCES)
        return Error(kRunBusy, {std::filesystem::path(folder).filename().string()}).inFile(lockPath(folder));
    return Error(kRunFolder, {std::strerror(errno)}).inFile(lockPath(folder));
}

bool RunLock::held(const std::string& folder) {
    const RunLock probe(::open(lockPath(folder).c_str(), O_RDONLY | O_CLOEXEC));
    if (!probe.owns()) return false;
    auto want = wholeFile(F_RDLCK);
    return ::fcntl(probe.m_fd, F_OFD_GETLK, &want) == 0 && want.l_type != F_UNLCK;
}

} // namespace lockstep::store
