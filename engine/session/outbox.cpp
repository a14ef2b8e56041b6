#include "session/outbox.h"

namespace lockstep::session {

void Outbox::post(Event event) {
    {
        std::lock_guard lock(m_mutex);
        m_events.push_back(std::move(event));
        if (m_woken) return;
        m_woken = true;
    }
    std::lock_guard lock(m_wakeMutex);
    if (m_wakeup) m_wakeup();
}

void Outbox::drain(std::vector<Event>& events) {
    std::lock_guard lock(m_mutex);
    m_woken = false;
    events.insert(events.end(), std::make_move_iterator(m_events.begin()), std::make_move_iterator(m_events.end()));
    m_events.clear();
}

void Outbox::setWakeup(std::function<void()> wakeup) {
    const bool waiting = [&] {
        std::lock_guard lock(m_mutex);
        m_woken = !m_events.empty();
        return m_woken;
    }();
    std::lock_guard lock(m_wakeMutex);
    m_wakeup = std::move(wakeup);
    if (waiting && m_wakeup) m_wakeup(); // for what came before there was anyone to wake
}

} // namespace lockstep::session
