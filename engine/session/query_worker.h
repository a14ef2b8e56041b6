// Long queries on a thread of their own: newest analysis wins, any may be cancelled, each is answered exactly once.
#pragma once

#include "base/result.h"
#include "session/answers.h"
#include "session/outbox.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace lockstep::session {

class QueryWorker {
public:
    using Work = std::function<Result<Answer>(const std::atomic<bool>& cancelled)>;

    explicit QueryWorker(Outbox& outbox);
    /// Refuses what waits, cancels what runs, joins.
    ~QueryWorker();

    /// `replaces`: an older waiting one of this kind is refused as cancelled.
    void add(Ticket ticket, Work work, bool replaces = false);
    void cancel(Ticket ticket);

private:
    struct Job {
        Ticket ticket = 0;
        Work work;
        bool replaces = false;
        std::shared_ptr<std::atomic<bool>> cancelled = std::make_shared<std::atomic<bool>>(false);
    };
    void loop(const std::stop_token& stop);
    void answer(const Job& job);
    void refuse(Ticket ticket);

    Outbox& m_outbox;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Job> m_waiting;
    Ticket m_running = 0;
    std::shared_ptr<std::atomic<bool>> m_runningCancelled;
    std::jthread m_thread; ///< last: joins first
};

} // namespace lockstep::session
