#include "train/control.h"

#include "base/thread.h"

#include <utility>

namespace lockstep::train {

void Control::stop(bool discard) {
    change([&] {
        if (discard) m_discard = true;
        m_stop = true;
    });
    m_stopSource.request_stop();
}

void Control::pause(bool paused) {
    change([&] {
        m_paused = paused;
        m_requests.pause = paused;
    });
}

void Control::checkpoint() {
    change([&] { m_requests.checkpoint = true; });
}

void Control::evaluate() {
    change([&] { m_requests.evaluate = true; });
}

void Control::edit(std::string field, double value) {
    change([&] { m_requests.edits.push_back({0, std::move(field), value}); });
}

Requests Control::take() {
    std::lock_guard lock(m_mutex);
    // A pause or stop goes on waiting: the trainer looks again at the next border.
    m_pending = m_paused || m_stop;
    return std::exchange(m_requests, {});
}

void Control::waitWhilePaused() {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] {
        const auto& asked = m_requests;
        return !m_paused || m_stop || asked.pause || asked.checkpoint || asked.evaluate || !asked.edits.empty();
    });
}

} // namespace lockstep::train
