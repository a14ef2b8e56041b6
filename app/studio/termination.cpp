#include "studio/termination.h"

#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>
#include <utility>

namespace lockstep::studio {

namespace {

constexpr int kInterrupted = 130;
int g_pipe[2] = {-1, -1};
volatile std::sig_atomic_t g_told = 0;

// Calls nothing that a signal handler may not.
extern "C" void onTermination(int signal) {
    const int before = errno;
    if (g_told && signal == SIGINT) _exit(kInterrupted);
    g_told = 1;
    const char byte = 1;
    [[maybe_unused]] const auto written = write(g_pipe[1], &byte, 1); // a full pipe tells enough
    errno = before;
}

} // namespace

Termination::Termination(QObject* parent) : QObject(parent) {
    if (pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return; // the signals do what they do by default
    m_readEnd = g_pipe[0];
    auto* notifier = new QSocketNotifier(m_readEnd, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &Termination::take);
    struct sigaction action {};
    action.sa_handler = onTermination;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

Termination::~Termination() {
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
    for (int& end : g_pipe)
        if (end >= 0) close(std::exchange(end, -1));
}

void Termination::take() {
    char bytes[16];
    while (read(m_readEnd, bytes, sizeof bytes) > 0) {}
    emit asked();
}

} // namespace lockstep::studio
