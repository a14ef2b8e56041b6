#include "base/process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep {

static std::string folderOf(std::int64_t pid) { return "/proc/" + std::to_string(pid); }

// Fields 3 and 22 of /proc/N/stat; the command in field 2 may hold spaces, so count from its closing bracket.
std::optional<std::int64_t> processStart(std::int64_t pid) {
    if (pid <= 0) return std::nullopt;
    std::ifstream in(folderOf(pid) + "/stat");
    std::string text;
    std::getline(in, text);
    const auto end = text.rfind(')');
    if (end == std::string::npos) return std::nullopt;
    std::istringstream rest(text.substr(end + 1));
    std::string state, field;
    rest >> state;
    if (state == "Z" || state == "X") return std::nullopt;
    for (int i = 4; i < 22; ++i) rest >> field;
    std::int64_t start = 0;
    return rest >> start ? std::optional(start) : std::nullopt;
}

std::string bootId() {
    std::string id;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
    return id;
}

void restartWith(const char* variable, const char* value, char** arguments) {
    if (std::getenv(variable) || ::setenv(variable, value, 1) != 0) return;
    ::execv("/proc/self/exe", arguments);
}

// While a thread waits for a signal the kernel shows it as not blocked, so a program of one thread that waits is not recognised.
bool handlesTermination(std::int64_t pid) {
    std::ifstream in(folderOf(pid) + "/status");
    constexpr std::uint64_t kBit = std::uint64_t(1) << (SIGTERM - 1);
    for (std::string name, value; in >> name && std::getline(in, value);) {
        if (name != "SigBlk:" && name != "SigCgt:") continue;
        if (std::stoull(value, nullptr, 16) & kBit) return true;
    }
    return false;
}

// The descriptor stays with the process it was opened for: looked at after it was opened, the start time is that of who gets the signal.
// Called by their numbers: glibc has wrappers only from 2.36 on.
bool sendTermination(std::int64_t pid, std::int64_t start) {
    const auto process = static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0u));
    const bool old = process < 0 && errno == ENOSYS; // Linux before 5.3
    if (process < 0 && !old) return false;
    const bool same = processStart(pid) == start;
    errno = ESRCH;
    const bool sent =
        same && (old ? ::kill(static_cast<pid_t>(pid), SIGTERM) == 0 : syscall(SYS_pidfd_send_signal, process, SIGTERM, nullptr, 0u) == 0);
    const int why = errno;
    if (process >= 0) ::close(process);
    errno = why;
    return sent;
}

} // namespace lockstep
