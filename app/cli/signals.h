// SIGINT and SIGTERM as events on a thread of their own.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace lockstep::cli {

/// While it lives, both signals call `stop` (first time) and end the process at once (second time: safe, as a kill is).
/// Must be made before other threads, which inherit that the signals are blocked.
class Signals {
public:
    explicit Signals(std::function<void()> stop);
    ~Signals();

private:
    std::atomic<bool> m_ending{false};
    std::thread m_thread;
};

} // namespace lockstep::cli
