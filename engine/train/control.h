// How a running training is spoken to: requests from the control thread, honoured by the trainer at step borders.
#pragma once

#include "train/schedule.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep::train {

/// What waits to be done at a step border.
struct Requests {
    bool checkpoint = false, evaluate = false;
    bool pause = false;      ///< once more: the trainer says again that it waits
    std::vector<Edit> edits; ///< steps not yet set
};

class Control {
public:
    // --- from the control thread
    /// `discard`: end without saving.
    void stop(bool discard = false);
    void pause(bool paused);
    void checkpoint();
    void evaluate();
    void edit(std::string field, double value);

    // --- from the trainer
    /// Polled by the executor at each node.
    const std::atomic<bool>& stopFlag() const { return m_stop; }
    /// The same, for what takes long before the first step.
    std::stop_token stopToken() const { return m_stopSource.get_token(); }
    bool stopping() const { return m_stop.load(std::memory_order_relaxed); }
    bool discarding() const { return m_discard.load(std::memory_order_relaxed); }
    bool paused() const { return m_paused.load(std::memory_order_relaxed); }
    /// Whether take() or a pause is worth looking at; one relaxed load a step.
    bool pending() const { return m_pending.load(std::memory_order_acquire); }
    Requests take();
    /// Returns when the pause is over, a stop is asked for or a request waits.
    void waitWhilePaused();

private:
    template <class Change> void change(Change change) {
        std::lock_guard lock(m_mutex);
        change();
        m_pending.store(true, std::memory_order_release);
        m_changed.notify_all();
    }

    std::atomic<bool> m_stop{false}, m_discard{false}, m_paused{false}, m_pending{false};
    std::stop_source m_stopSource;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    Requests m_requests;
};

} // namespace lockstep::train
