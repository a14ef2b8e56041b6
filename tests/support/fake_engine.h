// State machine behind the fake session: obeys commands as GUI.md section 4 says, trains nothing.
#pragma once

#include "support/fake_run.h"
#include "support/fake_script.h"

#include "base/result.h"
#include "session/answers.h"

#include <deque>
#include <functional>
#include <map>

namespace lockstep::testing {

/// Used under the session's lock.
class FakeEngine {
public:
    using Analyse = std::function<session::SetupAnalysis(const session::SetupText&)>;

    Result<session::RunId> command(const session::Command& command);
    Result<session::Answer> answer(const session::Query& query);
    /// One step of the active run, or its next change of state. False if there is nothing to do.
    bool tick();

    FakeRun& add(const std::string& name, session::RunState state, std::int64_t steps);
    FakeRun* find(session::RunId run);
    const FakeRun* find(session::RunId run) const;
    FakeRun* active();
    bool idle() const;          ///< nothing active and nothing queued
    void changed(FakeRun& run); ///< publishes and announces
    std::vector<session::Event> takeEvents() { return std::exchange(m_events, {}); }

    std::deque<FakeRecord> script; ///< played instead of the made-up curve
    Analyse analyse;               ///< none: a small network without problems
    session::DeviceList devices;

private:
    struct Handler;
    Result<session::RunId> start(const session::StartRun& command);
    Result<session::RunId> resume(const session::ResumeRun& command);
    Result<session::RunId> move(session::RunId run, std::initializer_list<session::RunState> from, session::RunState to, const char* verb);
    Result<session::RunId> edit(const session::EditField& command);
    Result<session::RunId> annotate(const session::AnnotateRun& command);
    Result<session::RunId> remove(session::RunId run);
    Result<session::Answer> list(const session::ListRuns& query) const;
    void train(FakeRun& run);
    void playScript(FakeRun& run);
    void startQueued();

    std::map<session::RunId, FakeRun> m_runs;
    std::vector<session::Event> m_events;
    session::RunId m_nextId = 1;
};

/// What the default `analyse` says: four layers of digits-mlp with their shapes.
session::SetupAnalysis smallAnalysis();

} // namespace lockstep::testing
