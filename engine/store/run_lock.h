// The OS lock that the writer of a run holds; the kernel frees it when the process ends, however it ends.
#pragma once

#include "base/result.h"

#include <string>

namespace lockstep::store {

/// Owns the lock of one run's folder. Movable; the destructor frees it.
class RunLock {
public:
    RunLock() = default;
    RunLock(RunLock&& other) noexcept;
    RunLock& operator=(RunLock&& other) noexcept;
    ~RunLock();

    /// Locks `folder`/lock (made if missing) without waiting. store.run_busy if someone has it, else store.run_folder.
    static Result<RunLock> acquire(const std::string& folder);
    /// Whether anyone holds the lock; a missing folder counts as free. Takes nothing, so it never disturbs `acquire`.
    static bool held(const std::string& folder);

    bool owns() const { return m_fd >= 0; }
    void release();

private:
    explicit RunLock(int fd) : m_fd(fd) {}
    int m_fd = -1;
};

} // namespace lockstep::store
