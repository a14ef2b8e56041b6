#include "base/thread.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep {

static thread_local bool t_isGui = false;

void nameThisThread(std::string_view name) { pthread_setname_np(pthread_self(), std::string(name.substr(0, 15)).c_str()); }

void lowerThisThreadPriority() { setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 5); }

std::size_t hardwareThreads() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::size_t>(CPU_COUNT(&set));
    return 1;
}

void markGuiThread() { t_isGui = true; }

void assertNotOnGuiThread(const char* call) {
#if defined(LOCKSTEP_CHECKED)
    if (t_isGui) {
        std::fprintf(stderr, "%s may wait and was called on the window's thread\n", call);
        std::abort();
    }
#else
    static const bool strict = std::getenv("LOCKSTEP_STRICT_THREADS") != nullptr;
    if (strict && t_isGui) {
        std::fprintf(stderr, "%s may wait and was called on the window's thread\n", call);
        std::abort();
    }
#endif
}

} // namespace lockstep
