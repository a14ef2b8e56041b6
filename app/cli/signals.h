// SIGINT and SIGTERM as events on a thread of their own.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace lockstep::cli {

/// While it lives, the first of both signals calls `stop`; SIGINT after that ends the process at once (safe, as a kill is), SIGTERM
/// changes nothing more: several programs may ask.
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
