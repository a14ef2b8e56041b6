// A session that trains nothing: plays scripted logs into every page and state, obeys commands, counts what it was asked.
#pragma once

#include "support/fake_engine.h"

#include "session/session.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>
#include <variant>

namespace lockstep::testing {

/// By default a control thread answers and, once a run is started, steps it every `stepTime`. With `automatic` false
/// states move only when the test calls tick(): commands are answered, a run told to pause stays Pausing.
class FakeSession : public session::Session {
public:
    struct Options {
        bool automatic = true;
        std::chrono::microseconds stepTime{1000};
    };

    FakeSession() : FakeSession(Options{}) {}
    explicit FakeSession(Options options);
    ~FakeSession() override;

    session::Ticket submit(session::Command command) override;
    session::Ticket query(session::Query query) override;
    void cancel(session::Ticket ticket) override;
    void drain(std::vector<session::Event>& events) override;
    std::shared_ptr<const session::RunView> view(session::RunId run) const override;
    void setWakeup(std::function<void()> wakeup) override;

    // --- for tests
    /// A run of the store; `grow` may fill it. Its view can be read at once.
    session::RunId addRun(const std::string& name, session::RunState state, const std::function<void(FakeRun&)>& grow = {},
                          std::int64_t steps = 100);
    /// Many rows at once, of all statuses; views after OpenRun.
    void addRows(int count);
    void change(session::RunId run, const std::function<void(FakeRun&)>& grow);
    /// The engine's other knobs (script, analysis, devices), under the lock.
    void configure(const std::function<void(FakeEngine&)>& change);
    /// `ticks` steps or changes of state of the active run.
    void tick(int ticks = 1);
    /// `count` events of one run as fast as possible, from an engine thread.
    void flood(session::RunId run, int count);
    void postTrouble(Error error, bool notice = false);
    /// Answers and outcomes wait until release().
    void hold();
    void release();
    /// Everything submitted so far, oldest first.
    std::vector<session::Command> commands() const;
    std::vector<session::Query> queries() const;

private:
    struct Request {
        session::Ticket ticket = 0;
        std::variant<session::Command, session::Query> what;
    };

    void work(std::stop_token stop);
    void handle(const Request& request);
    void post(std::vector<session::Event> events);
    void wake();

    Options m_options;
    mutable std::mutex m_mutex; ///< everything below up to the wake-up
    std::condition_variable_any m_changed;
    FakeEngine m_engine;
    std::deque<Request> m_inbox;
    std::deque<session::Event> m_outbox;
    std::vector<session::Command> m_commands;
    std::vector<session::Query> m_queries;
    session::Ticket m_nextTicket = 1;
    bool m_held = false, m_wakePending = false;
    std::mutex m_wakeMutex;
    std::function<void()> m_wakeup;
    std::jthread m_thread; ///< last: joins first
};

} // namespace lockstep::testing
