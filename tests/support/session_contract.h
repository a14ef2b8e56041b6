// What every Session promises. Include in one file of a test program and INSTANTIATE_TEST_SUITE_P(.., SessionContract, Values(subject)).
#pragma once

#include "session/run_view.h"
#include "session/session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace lockstep::testing {

struct ContractSubject {
    std::string name;
    std::function<std::unique_ptr<session::Session>()> make; ///< each on a store of its own
    session::SetupText quick;                                ///< ends by itself within seconds
    session::SetupText slow;                                 ///< trains until told to stop
};

inline void PrintTo(const ContractSubject& subject, std::ostream* out) { *out << subject.name; }

/// A reader that waits for wake-ups, as the window does, and keeps all it got.
class ContractReader {
public:
    explicit ContractReader(session::Session& session);
    ~ContractReader() { m_session.setWakeup(nullptr); }

    /// Drains until `found` says so; false after a minute.
    bool until(const std::function<bool()>& found);
    bool untilState(session::RunId run, session::RunState state);
    /// The one Accepted, Refused or Answered of a ticket; waits for it.
    const session::Event* outcome(session::Ticket ticket);
    std::size_t outcomes(session::Ticket ticket) const;
    /// Runs a command and returns the run, 0 if refused.
    session::RunId accepted(session::Command command);
    bool refused(session::Command command);
    template <class A> std::shared_ptr<const session::Answer> answer(session::Query query) {
        const auto* event = outcome(m_session.query(std::move(query)));
        const auto* answered = event ? std::get_if<session::Answered>(event) : nullptr;
        return answered && std::holds_alternative<A>(*answered->answer) ? answered->answer : nullptr;
    }

    const std::vector<session::Event>& events() const { return m_events; }
    int mostWakeupsBetweenDrains() const { return m_mostWakeups; }

private:
    session::Session& m_session;
    std::vector<session::Event> m_events;
    std::mutex m_mutex;
    std::condition_variable m_woken;
    int m_wakeups = 0;
    std::atomic<int> m_mostWakeups{0};
};

class SessionContract : public ::testing::TestWithParam<ContractSubject> {
protected:
    void SetUp() override { m_session = GetParam().make(); }
    session::Session& session() { return *m_session; }
    std::unique_ptr<session::Session> m_session;
};

} // namespace lockstep::testing

#include "support/session_contract_tests.h"
