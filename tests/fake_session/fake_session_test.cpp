#include "support/fake_session.h"

#include <gtest/gtest.h>

namespace lockstep::testing {

using session::RunState;

namespace {

void drainAll(FakeSession& session, std::vector<session::Event>& events) {
    for (std::size_t before = events.size() + 1; before != events.size();) before = events.size(), session.drain(events);
}

} // namespace

TEST(FakeSession, PlaysAScriptIntoAView) {
    const auto script = parseFakeScript(R"({"do":"state","state":"running"}
{"do":"step","loss":2.5}
{"do":"step","loss":"nan"}
{"do":"step","loss":"inf"}
{"do":"checkpoint","step":3,"bytes":100,"best":true}
{"do":"fail","code":"diverged","text":"loss is not finite","hint":"lower the learning rate"})");
    ASSERT_TRUE(script.ok());
    FakeSession session({false, {}});
    const auto run = session.addRun("scripted", RunState::Failed, [&](FakeRun& r) {
        for (const auto& record : script.value()) play(record, r);
    });
    const auto view = session.view(run);
    EXPECT_EQ(view->state, RunState::Failed);
    EXPECT_EQ(view->progress.step, 3);
    EXPECT_EQ(view->failure->text(), "loss is not finite");
    ASSERT_EQ(view->checkpoints.size(), 1u);
    EXPECT_TRUE(view->checkpoints[0].best);
}

TEST(FakeSession, NamesTheLineOfABadScript) {
    const auto script = parseFakeScript("{\"do\":\"step\"}\n{\"do\":\"state\",\"state\":\"nonsense\"}\n");
    ASSERT_FALSE(script.ok());
    EXPECT_NE(script.error().text().find("line 2"), std::string::npos);
}

TEST(FakeSession, HandDrivenStatesWaitForTicks) {
    FakeSession session({false, {}});
    const auto run = session.addRun("slow save", RunState::Running, [](FakeRun& r) { r.times(5).view().live = true; });
    session.configure([&](FakeEngine& engine) { EXPECT_TRUE(engine.command(session::Stop{run}).ok()); });
    EXPECT_EQ(session.view(run)->state, RunState::Stopping);
    session.tick();
    EXPECT_EQ(session.view(run)->state, RunState::Stopped);
}

TEST(FakeSession, HundredThousandEventsArriveOnce) {
    FakeSession session({false, {}});
    const auto run = session.addRun("busy", RunState::Running);
    std::vector<session::Event> events;
    drainAll(session, events);
    events.clear();
    session.flood(run, 100000);
    drainAll(session, events);
    EXPECT_EQ(events.size(), 100000u);
}

TEST(FakeSession, TenThousandRows) {
    FakeSession session({false, {}});
    session.addRows(10000);
    session.configure([](FakeEngine& engine) {
        const auto answer = engine.answer(session::ListRuns{"seed-3", false, "best", false});
        ASSERT_TRUE(answer.ok());
        const auto& rows = std::get<session::RunList>(answer.value()).rows;
        EXPECT_EQ(rows.size(), 2000u);
        for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_LE(rows[i - 1].bestValidation, rows[i].bestValidation);
    });
}

} // namespace lockstep::testing
