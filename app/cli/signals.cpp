#include "cli/signals.h"

#include "cli/context.h"

#include <csignal>
#include <pthread.h>
#include <unistd.h>

namespace lockstep::cli {

static sigset_t watched() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) sigaddset(&set, signal);
    return set;
}

Signals::Signals(std::function<void()> stop) {
    const auto set = watched();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_thread = std::thread([this, stop = std::move(stop), set] {
        for (int count = 0;;) {
            int signal = 0;
            sigwait(&set, &signal);
            if (signal == SIGUSR1 && m_ending) return;
            if (signal == SIGUSR1) continue; // from outside: a batch system, say
            // Only hands press twice; two windows may each ask by SIGTERM.
            if (count > 0 && signal == SIGINT) _exit(kInterrupted);
            if (count++ == 0) stop();
        }
    });
}

Signals::~Signals() {
    m_ending = true;
    pthread_kill(m_thread.native_handle(), SIGUSR1);
    m_thread.join();
}

} // namespace lockstep::cli
