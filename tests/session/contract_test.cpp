// The contract that the fake session keeps too, held against the one that trains.
#include "support/session_contract.h"

#include "session/make_session.h"
#include "session_fixture.h"
#include "train/checkpoint.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <sys/mount.h>
#include <sys/resource.h>
#include <thread>

namespace lockstep::testing {
namespace {

ContractSubject realSession() {
    ContractSubject subject;
    subject.name = "real";
    subject.make = [] { return openSession(newStore()); };
    subject.quick = digits({"steps=12", "evaluate_every=6"});
    subject.slow = digits({"steps=100000000", "evaluate_every=100000000"});
    return subject;
}

INSTANTIATE_TEST_SUITE_P(Real, SessionContract, ::testing::Values(realSession()));

} // namespace
// --- interruptions change no bit

namespace {

using session::RunState;

train::Checkpoint lastCheckpoint(const session::RunView& view) {
    auto read = train::readCheckpoint(view.checkpoints.back().folder);
    if (!read) ADD_FAILURE() << read.error().message();
    return *std::move(read);
}

void expectSameBits(const train::NamedTensors& a, const train::NamedTensors& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].first, b[i].first);
        ASSERT_EQ(a[i].second.bytes(), b[i].second.bytes());
        EXPECT_EQ(std::memcmp(a[i].second.data(), b[i].second.data(), a[i].second.bytes()), 0) << a[i].first;
    }
}

std::shared_ptr<const session::RunView> trained(session::Session& session, const session::Command& command) {
    ContractReader reader(session);
    const auto run = reader.accepted(command);
    EXPECT_TRUE(reader.untilState(run, RunState::Completed));
    return session.view(run);
}

TEST(Resume, InTwoPartsGivesTheBitsOfOne) {
    const auto session = openSession(newStore());
    const std::vector<std::string> common{"data.shuffle=true", "clip_grad_norm=1.0"};
    auto whole = common, half = common;
    whole.push_back("steps=30");
    half.push_back("steps=13");
    const auto a = trained(*session, session::StartRun{digits(whole)});
    const auto b = trained(*session, session::StartRun{digits(half)});
    const auto c = trained(*session, session::ResumeRun{b->id, {"steps=30"}, {}});
    EXPECT_EQ(c->id, b->id);
    const auto one = lastCheckpoint(*a), two = lastCheckpoint(*c);
    EXPECT_EQ(two.state.step, 30);
    expectSameBits(one.model, two.model);
    expectSameBits(one.optimizer, two.optimizer);
    EXPECT_EQ(a->results.at("loss.last"), c->results.at("loss.last"));
    EXPECT_EQ(c->series.at("loss").pieces().size(), 2u);
}

TEST(Resume, OtherChangesBranch) {
    const auto session = openSession(newStore());
    const auto parent = trained(*session, session::StartRun{digits({"steps=6"})});
    const auto child = trained(*session, session::ResumeRun{parent->id, {"optimizer.lr=0.01", "steps=9"}, {}});
    EXPECT_NE(child->id, parent->id);
    EXPECT_EQ(child->parent, parent->id);
    EXPECT_EQ(child->progress.step, 9);
    EXPECT_EQ(session->view(parent->id)->progress.step, 6);
}

TEST(Resume, AnotherSessionSeesTheRunAndGoesOn) {
    const auto database = newStore();
    session::RunId run = 0;
    {
        const auto session = openSession(database);
        run = trained(*session, session::StartRun{digits({"steps=5"})})->id;
    }
    const auto session = openSession(database);
    ContractReader reader(*session);
    ASSERT_TRUE(reader.answer<session::RunOpened>(session::OpenRun{run}));
    const auto view = session->view(run);
    EXPECT_EQ(view->state, RunState::Completed);
    EXPECT_EQ(view->series.at("loss").size(), 5u);
    EXPECT_FALSE(view->events->empty());
    EXPECT_TRUE(view->results.contains("test/accuracy"));
    EXPECT_EQ(trained(*session, session::ResumeRun{run, {"steps=8"}, {}})->progress.step, 8);
}

TEST(Resume, ClosingTheSessionStopsAndSaves) {
    const auto database = newStore();
    session::RunId run = 0;
    {
        const auto session = openSession(database);
        ContractReader reader(*session);
        run = reader.accepted(session::StartRun{digits({"steps=100000000"})});
        ASSERT_TRUE(reader.until([&] { return session->view(run)->progress.step > 2; }));
    }
    const auto session = openSession(database);
    ContractReader reader(*session);
    ASSERT_TRUE(reader.answer<session::RunOpened>(session::OpenRun{run}));
    const auto view = session->view(run);
    EXPECT_EQ(view->state, RunState::Stopped);
    ASSERT_FALSE(view->checkpoints.empty());
    EXPECT_EQ(view->checkpoints.back().step, view->progress.step);
}

TEST(Health, ARateOfAMillionRaisesAnAlarmThatNamesALayer) {
    const auto database = newStore();
    session::RunId run = 0;
    {
        const auto session = openSession(database);
        ContractReader reader(*session);
        run = reader.accepted(session::StartRun{
            digits({"optimizer.type=sgd", "optimizer.lr=1e6", "schedule.type=constant", "schedule.warmup_steps=0", "steps=200"})});
        ASSERT_TRUE(reader.untilState(run, RunState::Failed));
    }
    const auto session = openSession(database);
    ContractReader reader(*session);
    ASSERT_TRUE(reader.answer<session::RunOpened>(session::OpenRun{run}));
    const auto view = session->view(run);
    int alarms = 0;
    for (const auto& event : *view->events) {
        if (event.kind != "alarm" || event.text.find("the loss is") == std::string::npos) continue;
        ++alarms;
        EXPECT_NE(event.text.find("of layer '"), std::string::npos) << event.text;
        EXPECT_EQ(event.step, view->progress.step - 1);
    }
    EXPECT_EQ(alarms, 1);
    ASSERT_TRUE(view->failure);
}

TEST(Probe, StatisticsAreReadBackFromTheStore) {
    const auto database = newStore();
    session::RunId run = 0;
    std::shared_ptr<const session::RunView> live;
    {
        const auto session = openSession(database);
        live = trained(*session, session::StartRun{digits({"steps=9", "probe.every_steps=4"})});
        run = live->id;
    }
    const auto session = openSession(database);
    ContractReader reader(*session);
    ASSERT_TRUE(reader.answer<session::RunOpened>(session::OpenRun{run}));
    const auto view = session->view(run);
    ASSERT_EQ(view->layerSamples->size(), 3u); // 0, 4, 8
    ASSERT_EQ(live->layerSamples->size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto &a = *live->layerSamples->at(i), &b = *view->layerSamples->at(i);
        EXPECT_EQ(a.step, static_cast<std::int64_t>(4 * i));
        EXPECT_EQ(monitors::encode(a), monitors::encode(b));
        EXPECT_LE(monitors::encode(b).size(), 1024 * b.rows.size());
    }
    for (const auto& [name, series] : view->series) EXPECT_FALSE(name.starts_with("probe/")) << name;
}

TEST(Queue, OutlivesItsSessionAndMayBeStartedByHand) {
    const auto database = newStore();
    session::RunId queued = 0;
    {
        const auto session = openSession(database);
        ContractReader reader(*session);
        const auto first = reader.accepted(session::StartRun{digits({"steps=100000000"})});
        ASSERT_TRUE(reader.untilState(first, RunState::Running));
        queued = reader.accepted(session::StartRun{digits({"steps=5"}), true});
    }
    {
        const auto command = openSession(database, false);
        trained(*command, session::StartRun{digits({"steps=3"})});
        ContractReader reader(*command);
        ASSERT_TRUE(reader.answer<session::RunOpened>(session::OpenRun{queued}));
        EXPECT_EQ(command->view(queued)->state, RunState::Queued);
        EXPECT_TRUE(reader.refused(session::ResumeRun{queued, {"steps=7"}, {}}));
    }
    const auto session = openSession(database);
    EXPECT_EQ(trained(*session, session::ResumeRun{queued, {}, {}})->progress.step, 5);
}

/// While it lives no file can grow beyond a page.
class FullDisk {
public:
    FullDisk() {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = 4096;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

TEST(FullDisk, TheEndOfARunIsWrittenOnceThereIsRoom) {
    const auto database = newStore();
    const auto writer = openSession(database);
    ContractReader writes(*writer);
    const auto run = writes.accepted(session::StartRun{digits({"steps=100000000"})});
    ASSERT_TRUE(writes.until([&] { return writer->view(run)->progress.step > 2; }));
    {
        const FullDisk full;
        writes.accepted(session::Stop{run});
        ASSERT_TRUE(writes.untilState(run, RunState::Failed)); // the checkpoint was not saved either
    }
    const auto reader = openSession(database);
    ContractReader reads(*reader);
    ASSERT_TRUE(reads.answer<session::RunOpened>(session::OpenRun{run}));
    ASSERT_TRUE(reads.untilState(run, RunState::Failed)); // Interrupted for a moment: the writer tries again each second
    EXPECT_EQ(reader->view(run)->progress.step, writer->view(run)->progress.step);
}

TEST(Resume, ARunOfAnotherSessionIsElsewhere) {
    const auto database = newStore();
    const auto writer = openSession(database), reader = openSession(database);
    ContractReader writes(*writer), reads(*reader);
    const auto run = writes.accepted(session::StartRun{digits({"steps=100000000", "probe.every_steps=3"})});
    ASSERT_TRUE(writes.untilState(run, RunState::Running));
    ASSERT_TRUE(reads.answer<session::RunOpened>(session::OpenRun{run}));
    EXPECT_TRUE(reader->view(run)->elsewhere);
    EXPECT_TRUE(reads.refused(session::ResumeRun{run, {}, {}}));
    EXPECT_TRUE(reads.refused(session::Stop{run}));
    ASSERT_TRUE(reads.until([&] { return reader->view(run)->series.contains("loss"); })); // it follows
    writes.accepted(session::Stop{run});
    ASSERT_TRUE(writes.untilState(run, RunState::Stopped));
    EXPECT_TRUE(reads.untilState(run, RunState::Stopped));
    const auto written = writer->view(run), followed = reader->view(run);
    ASSERT_EQ(written->series.size(), followed->series.size());
    for (const auto& [name, series] : written->series) EXPECT_EQ(series.size(), followed->series.at(name).size()) << name;
    EXPECT_EQ(written->events->size(), followed->events->size());
    EXPECT_EQ(written->checkpoints.size(), followed->checkpoints.size());
    EXPECT_EQ(written->layerSamples->size(), followed->layerSamples->size());
    EXPECT_EQ(written->progress.step, followed->progress.step);
}

TEST(TwoSessions, ARunThatTheOtherDeletesIsForgotten) {
    const auto database = newStore();
    const auto here = openSession(database), there = openSession(database);
    ContractReader reads(*here), deletes(*there);
    const auto run = deletes.accepted(session::StartRun{digits({"steps=3"})});
    ASSERT_TRUE(deletes.untilState(run, RunState::Completed));
    ASSERT_TRUE(reads.answer<session::RunOpened>(session::OpenRun{run}));
    ASSERT_TRUE(here->view(run));
    session::AnnotateRun archive;
    archive.run = run;
    archive.archived = true;
    ASSERT_EQ(deletes.accepted(archive), run);
    ASSERT_EQ(deletes.accepted(session::DeleteRun{run}), run);
    EXPECT_TRUE(reads.until([&] { return here->view(run) == nullptr; }));
}

TEST(Notices, AStoreThatCanOnlyBeReadIsTold) {
    const auto disk = std::filesystem::path(newStore()).parent_path() / "disk";
    std::filesystem::create_directories(disk);
    if (mount("none", disk.c_str(), "tmpfs", 0, "size=8m") != 0) GTEST_SKIP() << "mounting is not permitted here";
    const auto database = (disk / "runs.db").string();
    const auto run = trained(*openSession(database), session::StartRun{digits({"steps=3"})})->id;
    ASSERT_EQ(mount("none", disk.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr), 0);
    {
        const auto session = openSession(database);
        ContractReader reader(*session);
        EXPECT_TRUE(reader.until([&] {
            return std::ranges::any_of(reader.events(), [](const session::Event& event) {
                const auto* trouble = std::get_if<session::StoreTrouble>(&event);
                return trouble && trouble->notice && trouble->error.id() == "session.read_only_store";
            });
        }));
        EXPECT_TRUE(reader.answer<session::RunOpened>(session::OpenRun{run})); // it can be looked at
        EXPECT_TRUE(session->view(run) && session->view(run)->state == RunState::Completed);
        EXPECT_TRUE(reader.refused(session::StartRun{digits({"steps=3"})}));
    }
    EXPECT_EQ(umount(disk.c_str()), 0);
}

TEST(Faults, ADamagedStoreIsFoundInTheBackgroundAfterAnUncleanEnd) {
    const auto database = newStore();
    trained(*openSession(database), session::StartRun{digits({"steps=3"})});
    {
        std::fstream file(database, std::ios::in | std::ios::out | std::ios::binary | std::ios::ate);
        const auto size = static_cast<std::int64_t>(file.tellp());
        file.seekp(size - 16384);
        file << std::string(16384, '\xff');                                  // a page of what was written last
        std::ofstream(database + "-wal", std::ios::binary) << "left behind"; // no journal of its own: passed over
    }
    session::SessionOptions options;
    options.database = database;
    options.checksStore = true;
    options.devices.list = [] { return std::vector<session::DeviceRow>(); };
    const auto session = session::makeSession(std::move(options));
    ASSERT_TRUE(session.ok()) << session.error().message();
    ContractReader reader(**session);
    EXPECT_TRUE(reader.until([&] {
        return std::ranges::any_of(reader.events(), [](const session::Event& event) {
            const auto* trouble = std::get_if<session::StoreTrouble>(&event);
            return trouble && trouble->error.id() == "store.corrupt";
        });
    }));
}

TEST(Faults, OneWhilePollingEndsTheRunNotTheProgram) {
    const auto session = openSession(newStore());
    session::RunId run = 0;
    {
        ContractReader reader(*session);
        run = reader.accepted(session::StartRun{digits({"steps=100000000"})});
        ASSERT_TRUE(reader.untilState(run, RunState::Running));
    }
    std::atomic<bool> thrown{false};
    session->setWakeup([&] {
        if (!thrown.exchange(true)) throw std::runtime_error("a fault of whoever is woken");
    });
    std::vector<session::Event> events;
    while (!thrown) session->drain(events);
    ContractReader reader(*session);
    EXPECT_TRUE(reader.untilState(run, RunState::Stopped));
    EXPECT_FALSE(session->view(run)->checkpoints.empty());
    EXPECT_TRUE(reader.answer<session::RunList>(session::ListRuns{}));
}

TEST(Measuring, LeavesTheSessionFreeAndEndsWhenARunStarts) {
    std::atomic<bool> measuring{false};
    const auto session = openSession(newStore(), true, [&](backends::Device&, bool full, const std::stop_token& stop) {
        if (full) { // the run's own quick one is done at once
            measuring = true;
            while (!stop.stop_requested()) std::this_thread::yield();
        }
        return Result<cost::DeviceProfile>(cost::DeviceProfile());
    });
    ContractReader reader(*session);
    const auto probe = session->submit(session::ProbeDevice{true});
    while (!measuring) std::this_thread::yield();
    EXPECT_TRUE(reader.answer<session::RunList>(session::ListRuns{})); // it answers meanwhile
    EXPECT_EQ(reader.outcomes(probe), 0u);
    const auto run = reader.accepted(session::StartRun{digits({"steps=3"})});
    const auto* outcome = reader.outcome(probe);
    ASSERT_NE(outcome, nullptr);
    ASSERT_TRUE(std::holds_alternative<session::Refused>(*outcome));
    EXPECT_EQ(std::get<session::Refused>(*outcome).error.id(), "session.cancelled");
    EXPECT_TRUE(reader.untilState(run, RunState::Completed));
    const auto* again = reader.outcome(session->submit(session::ProbeDevice{false}));
    EXPECT_TRUE(again && std::holds_alternative<session::Accepted>(*again));
}

} // namespace
} // namespace lockstep::testing
