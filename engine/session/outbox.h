// Events on their way out, and the wake-up that says so.
#pragma once

#include "session/answers.h"

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace lockstep::session {

class Outbox {
public:
    void post(Event event);
    /// Appends waiting events, oldest first.
    void drain(std::vector<Event>& events);
    /// nullptr: returns after any call in flight.
    void setWakeup(std::function<void()> wakeup);

private:
    std::mutex m_mutex; // events and the flag
    std::deque<Event> m_events;
    bool m_woken = false;   // since the last drain
    std::mutex m_wakeMutex; // held during the call
    std::function<void()> m_wakeup;
};

} // namespace lockstep::session
