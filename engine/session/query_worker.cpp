#include "session/query_worker.h"

#include "base/thread.h"
#include "session/session_errors.h"

#include <exception>

namespace lockstep::session {

QueryWorker::QueryWorker(Outbox& outbox) : m_outbox(outbox) {
    m_thread = std::jthread([this](const std::stop_token& stop) { loop(stop); });
}

QueryWorker::~QueryWorker() {
    std::lock_guard lock(m_mutex);
    for (const auto& job : m_waiting) refuse(job.ticket);
    m_waiting.clear();
    if (m_runningCancelled) *m_runningCancelled = true;
    m_thread.request_stop();
}

void QueryWorker::refuse(Ticket ticket) { m_outbox.post(Refused{ticket, Error(kCancelled)}); }

void QueryWorker::add(Ticket ticket, Work work, bool replaces) {
    std::lock_guard lock(m_mutex);
    if (replaces) {
        std::erase_if(m_waiting, [&](const Job& job) { return job.replaces && (refuse(job.ticket), true); });
    }
    m_waiting.push_back({ticket, std::move(work), replaces});
    m_changed.notify_all();
}

void QueryWorker::cancel(Ticket ticket) {
    std::lock_guard lock(m_mutex);
    if (m_running == ticket && m_runningCancelled) *m_runningCancelled = true;
    std::erase_if(m_waiting, [&](const Job& job) { return job.ticket == ticket && (refuse(ticket), true); });
}

/// Exceptions stop here.
static Result<Answer> guarded(const QueryWorker::Work& work, const std::atomic<bool>& cancelled) {
    try {
        return work(cancelled);
    } catch (const std::bad_alloc&) { return Error(kOutOfMemory); } catch (const std::exception& fault) {
        return Error(kInternal, {fault.what()});
    }
}

void QueryWorker::answer(const Job& job) {
    auto result = guarded(job.work, *job.cancelled);
    {
        std::lock_guard lock(m_mutex);
        m_running = 0;
        m_runningCancelled.reset();
    }
    if (*job.cancelled) return refuse(job.ticket);
    if (!result) return m_outbox.post(Refused{job.ticket, std::move(result).error()});
    m_outbox.post(Answered{job.ticket, std::make_shared<const Answer>(*std::move(result))});
}

void QueryWorker::loop(const std::stop_token& stop) {
    nameThisThread("queries");
    lowerThisThreadPriority();
    while (true) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [&] { return !m_waiting.empty(); })) return;
            job = std::move(m_waiting.front());
            m_waiting.pop_front();
            m_running = job.ticket;
            m_runningCancelled = job.cancelled;
        }
        answer(job);
    }
}

} // namespace lockstep::session
