// The tests of session_contract.h; included by it.
#pragma once

#include "support/session_contract.h"

#include <chrono>
#include <set>
#include <thread>

namespace lockstep::testing {

inline ContractReader::ContractReader(session::Session& session) : m_session(session) {
    m_session.setWakeup([this] {
        std::lock_guard lock(m_mutex);
        m_mostWakeups = std::max(m_mostWakeups.load(), ++m_wakeups);
        m_woken.notify_all();
    });
}

inline bool ContractReader::until(const std::function<bool()>& found) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (true) {
        {
            std::lock_guard lock(m_mutex);
            m_wakeups = 0;
        }
        const auto before = m_events.size();
        m_session.drain(m_events);
        if (found()) return true;
        if (m_events.size() != before) continue;
        std::unique_lock lock(m_mutex);
        if (!m_woken.wait_until(lock, end, [&] { return m_wakeups > 0; })) return false;
    }
}

inline bool ContractReader::untilState(session::RunId run, session::RunState state) {
    return until([&] {
        const auto view = m_session.view(run);
        return view && view->state == state;
    });
}

inline std::size_t ContractReader::outcomes(session::Ticket ticket) const {
    std::size_t count = 0;
    for (const auto& event : m_events)
        std::visit(
            [&](const auto& e) {
                if constexpr (requires { e.ticket; }) count += e.ticket == ticket;
            },
            event);
    return count;
}

inline const session::Event* ContractReader::outcome(session::Ticket ticket) {
    if (!until([&] { return outcomes(ticket) > 0; })) return nullptr;
    for (const auto& event : m_events) {
        const bool own = std::visit(
            [&](const auto& e) {
                if constexpr (requires { e.ticket; }) return e.ticket == ticket;
                return false;
            },
            event);
        if (own) return &event;
    }
    return nullptr;
}

inline session::RunId ContractReader::accepted(session::Command command) {
    const auto* event = outcome(m_session.submit(std::move(command)));
    const auto* accepted = event ? std::get_if<session::Accepted>(event) : nullptr;
    return accepted ? accepted->run : 0;
}

inline bool ContractReader::refused(session::Command command) {
    const auto* event = outcome(m_session.submit(std::move(command)));
    return event && std::holds_alternative<session::Refused>(*event);
}

TEST_P(SessionContract, AnswersEveryTicketExactlyOnce) {
    ContractReader reader(session());
    std::vector<session::Ticket> tickets;
    for (int i = 0; i < 50; ++i) {
        tickets.push_back(session().query(session::ListRuns{}));
        tickets.push_back(session().query(session::ListDevices{}));
        tickets.push_back(session().submit(session::Pause{123456}));
    }
    for (const auto ticket : tickets) EXPECT_NE(reader.outcome(ticket), nullptr);
    EXPECT_TRUE(reader.answer<session::RunList>(session::ListRuns{})); // whatever else was coming has come
    for (const auto ticket : tickets) EXPECT_EQ(reader.outcomes(ticket), 1u);
    EXPECT_EQ(std::set<session::Ticket>(tickets.begin(), tickets.end()).size(), tickets.size());
}

TEST_P(SessionContract, AnswersQueriesWithTheirType) {
    ContractReader reader(session());
    EXPECT_TRUE(reader.answer<session::RunList>(session::ListRuns{}));
    EXPECT_TRUE(reader.answer<session::DeviceList>(session::ListDevices{}));
    const auto analysis = reader.answer<session::SetupAnalysis>(session::AnalyseSetup{GetParam().quick});
    ASSERT_TRUE(analysis);
    EXPECT_TRUE(std::get<session::SetupAnalysis>(*analysis).problems.empty());
}

TEST_P(SessionContract, RunsToCompletion) {
    ContractReader reader(session());
    const auto run = reader.accepted(session::StartRun{GetParam().quick});
    ASSERT_NE(run, 0);
    ASSERT_TRUE(reader.untilState(run, session::RunState::Completed));
    const auto view = session().view(run);
    EXPECT_EQ(view->id, run);
    EXPECT_EQ(view->progress.step, view->progress.steps);
    EXPECT_TRUE(view->series.contains("loss"));
    const auto list = reader.answer<session::RunList>(session::ListRuns{});
    ASSERT_TRUE(list);
    const auto& rows = std::get<session::RunList>(*list).rows;
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].status, "completed");
}

TEST_P(SessionContract, PausesContinuesAndStops) {
    ContractReader reader(session());
    const auto run = reader.accepted(session::StartRun{GetParam().slow});
    ASSERT_TRUE(reader.untilState(run, session::RunState::Running));
    EXPECT_EQ(reader.accepted(session::Pause{run}), run);
    ASSERT_TRUE(reader.untilState(run, session::RunState::Paused));
    const auto paused = session().view(run)->progress.step;
    EXPECT_TRUE(reader.refused(session::Pause{run})); // stale: it is paused already
    EXPECT_EQ(session().view(run)->progress.step, paused);
    EXPECT_EQ(reader.accepted(session::Continue{run}), run);
    ASSERT_TRUE(reader.until([&] { return session().view(run)->progress.step > paused; }));
    EXPECT_EQ(reader.accepted(session::Stop{run}), run);
    ASSERT_TRUE(reader.untilState(run, session::RunState::Stopped));
    EXPECT_TRUE(reader.refused(session::Stop{run}));
    EXPECT_FALSE(session().view(run)->checkpoints.empty()); // a stop saves
}

TEST_P(SessionContract, RefusesStaleAndUnknown) {
    ContractReader reader(session());
    EXPECT_TRUE(reader.refused(session::Pause{777}));
    EXPECT_TRUE(reader.refused(session::ResumeRun{777}));
    EXPECT_TRUE(reader.refused(session::StartRun{{"{ not json", "", "", {}}}));
    const auto run = reader.accepted(session::StartRun{GetParam().quick});
    ASSERT_TRUE(reader.untilState(run, session::RunState::Completed));
    EXPECT_TRUE(reader.refused(session::Continue{run}));
    EXPECT_TRUE(reader.refused(session::Discard{run}));
    EXPECT_TRUE(reader.refused(session::EditField{run, "lr", 0.1}));
    EXPECT_TRUE(reader.refused(session::DeleteRun{run})); // not archived
}

TEST_P(SessionContract, OneActiveRunOthersQueue) {
    ContractReader reader(session());
    const auto first = reader.accepted(session::StartRun{GetParam().slow});
    ASSERT_TRUE(reader.untilState(first, session::RunState::Running));
    EXPECT_TRUE(reader.refused(session::StartRun{GetParam().quick}));
    const auto second = reader.accepted(session::StartRun{GetParam().quick, true});
    ASSERT_NE(second, 0);
    EXPECT_EQ(session().view(second)->state, session::RunState::Queued);
    reader.accepted(session::Stop{first});
    EXPECT_TRUE(reader.untilState(second, session::RunState::Completed));
}

TEST_P(SessionContract, EditsInFlight) {
    ContractReader reader(session());
    const auto run = reader.accepted(session::StartRun{GetParam().slow});
    ASSERT_TRUE(reader.untilState(run, session::RunState::Running));
    const auto edited = [&](const char* field) {
        const auto view = session().view(run);
        for (const auto& event : *view->events)
            if (event.kind == "edit" && event.text.find(field) != std::string::npos) return true;
        return false;
    };
    EXPECT_EQ(reader.accepted(session::EditField{run, "lr", 5e-4}), run);
    EXPECT_TRUE(reader.until([&] { return edited("lr"); }));
    EXPECT_TRUE(reader.refused(session::EditField{run, "data.batch_size", 8}));
}

TEST_P(SessionContract, ViewVersionsIncreaseAndSnapshotsStay) {
    ContractReader reader(session());
    const auto run = reader.accepted(session::StartRun{GetParam().slow});
    ASSERT_TRUE(reader.until([&] {
        const auto view = session().view(run);
        return view && view->progress.step > 3;
    }));
    const auto early = session().view(run);
    const auto step = early->progress.step;
    ASSERT_TRUE(reader.until([&] { return session().view(run)->progress.step > step + 3; }));
    const auto late = session().view(run);
    EXPECT_GT(late->version, early->version);
    EXPECT_EQ(early->progress.step, step);
    std::uint64_t last = 0;
    for (const auto& event : reader.events())
        if (const auto* changed = std::get_if<session::RunChanged>(&event); changed && changed->run == run) {
            EXPECT_GE(changed->version, last);
            last = changed->version;
        }
}

TEST_P(SessionContract, WakesAtMostOnceUntilDrained) {
    std::mutex mutex;
    std::condition_variable changed;
    int wakeups = 0;
    session().setWakeup([&] {
        std::lock_guard lock(mutex);
        ++wakeups;
        changed.notify_all();
    });
    for (int i = 0; i < 20; ++i) session().query(session::ListRuns{});
    {
        std::unique_lock lock(mutex);
        ASSERT_TRUE(changed.wait_for(lock, std::chrono::minutes(1), [&] { return wakeups > 0; }));
    }
    // Until the first drain nothing may wake again; a second session's worth of work gives it the chance to.
    auto other = GetParam().make();
    ContractReader reader(*other);
    const auto run = reader.accepted(session::StartRun{GetParam().quick});
    ASSERT_TRUE(reader.untilState(run, session::RunState::Completed));
    {
        std::lock_guard lock(mutex);
        EXPECT_EQ(wakeups, 1);
    }
    session().setWakeup(nullptr);
}

TEST_P(SessionContract, NoWakeupAfterItWasTakenBack) {
    auto flag = std::make_shared<std::atomic<bool>>(true);
    auto wrong = std::make_shared<std::atomic<int>>(0);
    for (int i = 0; i < 200; ++i) {
        *flag = true;
        session().setWakeup([flag, wrong] { *wrong += flag->load() ? 0 : 1; });
        session().query(session::ListRuns{});
        session().setWakeup(nullptr);
        *flag = false;
    }
    EXPECT_EQ(wrong->load(), 0);
}

TEST_P(SessionContract, CancelledOrAnsweredNeverBoth) {
    ContractReader reader(session());
    std::vector<session::Ticket> tickets;
    for (int i = 0; i < 40; ++i) {
        tickets.push_back(session().query(session::AnalyseSetup{GetParam().quick}));
        session().cancel(tickets.back());
    }
    for (const auto ticket : tickets) {
        const auto* event = reader.outcome(ticket);
        ASSERT_NE(event, nullptr);
        const auto* refused = std::get_if<session::Refused>(event);
        if (refused) { EXPECT_EQ(refused->error.id(), "session.cancelled"); }
    }
    EXPECT_TRUE(reader.answer<session::RunList>(session::ListRuns{}));
    for (const auto ticket : tickets) EXPECT_EQ(reader.outcomes(ticket), 1u);
    session().cancel(tickets.front()); // answered long ago: nothing happens
    session().cancel(999999);
}

TEST_P(SessionContract, ManyThreadsMayCall) {
    ContractReader reader(session());
    std::vector<session::Ticket> tickets[4];
    {
        std::vector<std::jthread> threads;
        for (auto& own : tickets)
            threads.emplace_back([&] {
                for (int i = 0; i < 50; ++i) own.push_back(session().query(session::ListRuns{})), session().view(1);
            });
    }
    for (const auto& own : tickets)
        for (const auto ticket : own) EXPECT_NE(reader.outcome(ticket), nullptr);
}

TEST_P(SessionContract, AnnotatesArchivesDeletes) {
    ContractReader reader(session());
    const auto run = reader.accepted(session::StartRun{GetParam().quick});
    ASSERT_TRUE(reader.untilState(run, session::RunState::Completed));
    session::AnnotateRun note{run, "über", "note", std::vector<std::string>{"a", "b"}, true};
    EXPECT_EQ(reader.accepted(note), run);
    const auto rowsOf = [&](bool archived) {
        session::ListRuns query;
        query.archived = archived;
        const auto answer = reader.answer<session::RunList>(query);
        return answer ? std::get<session::RunList>(*answer).rows : std::vector<session::RunRow>{};
    };
    EXPECT_TRUE(rowsOf(false).empty());
    const auto archived = rowsOf(true);
    ASSERT_EQ(archived.size(), 1u);
    EXPECT_EQ(archived[0].name, "über");
    EXPECT_EQ(archived[0].tags, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(reader.accepted(session::DeleteRun{run}), run);
    EXPECT_TRUE(rowsOf(true).empty());
}

TEST_P(SessionContract, FiltersByRegularExpression) {
    ContractReader reader(session());
    const auto run = reader.accepted(session::StartRun{GetParam().quick});
    ASSERT_TRUE(reader.untilState(run, session::RunState::Completed));
    const auto count = [&](const char* filter) {
        session::ListRuns query;
        query.filter = filter;
        const auto answer = reader.answer<session::RunList>(query);
        return answer ? static_cast<int>(std::get<session::RunList>(*answer).rows.size()) : -1;
    };
    EXPECT_EQ(count("^comp.*ed$"), 1);
    EXPECT_EQ(count("nothing like it"), 0);
    EXPECT_EQ(count("("), -1); // refused, not ignored
}

TEST_P(SessionContract, DestructorStopsAndJoins) {
    {
        ContractReader reader(session());
        const auto run = reader.accepted(session::StartRun{GetParam().slow});
        ASSERT_TRUE(reader.untilState(run, session::RunState::Running));
    }
    m_session.reset(); // must return; nothing may call back afterwards
}

TEST_P(SessionContract, ContinuesAStoppedRun) {
    ContractReader reader(session());
    const auto run = reader.accepted(session::StartRun{GetParam().slow});
    ASSERT_TRUE(reader.until([&] {
        const auto view = session().view(run);
        return view && view->progress.step > 2;
    }));
    reader.accepted(session::Stop{run});
    ASSERT_TRUE(reader.untilState(run, session::RunState::Stopped));
    const auto step = session().view(run)->progress.step;
    EXPECT_EQ(reader.accepted(session::ResumeRun{run}), run);
    EXPECT_TRUE(reader.until([&] { return session().view(run)->progress.step > step; }));
    reader.accepted(session::Stop{run});
    EXPECT_TRUE(reader.untilState(run, session::RunState::Stopped));
}

} // namespace lockstep::testing
