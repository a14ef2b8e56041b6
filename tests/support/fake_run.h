// One scripted run: a RunView that tests grow by hand or from a recorded log.
#pragma once

#include "session/answers.h"
#include "session/run_view.h"

#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace lockstep::testing {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInf = std::numeric_limits<double>::infinity();

/// Calls chain. Nothing is seen by readers before publish().
class FakeRun {
public:
    FakeRun(session::RunId id, std::string name, std::int64_t steps = 100);

    FakeRun& state(session::RunState state, std::string phase = {});
    FakeRun& point(const std::string& series, std::int64_t step, double value);
    /// A new piece of every series: what a resume from a checkpoint at `step` opens.
    FakeRun& resumeAt(std::int64_t step);
    FakeRun& event(const std::string& kind, std::int64_t step, std::string text);
    FakeRun& checkpoint(std::int64_t step, std::size_t bytes, bool best = false);
    FakeRun& result(const std::string& name, double value);
    FakeRun& fail(Error error);
    FakeRun& activity(std::string what, double done = 0);
    /// One training step: loss, learning rate, gradient norm, throughput, utilisation, memory of a smooth made-up curve;
    /// `loss` may be given (NaN too).
    FakeRun& step(std::optional<double> loss = {});
    /// An evaluation after the steps so far.
    FakeRun& evaluate(std::optional<double> loss = {});
    FakeRun& times(std::int64_t n); ///< n steps, an evaluation every tenth
    FakeRun& document(const std::string& run);

    session::RunView& view() { return m_view; } ///< for what has no call above
    const session::RunView& view() const { return m_view; }
    session::RunRow& row() { return m_row; }
    const session::RunRow& row() const { return m_row; }
    session::RunState state() const { return m_view.state; }
    /// Takes a snapshot; readers of published() see it from now on.
    void publish();
    std::shared_ptr<const session::RunView> published() const { return m_published; }

private:
    void fillRow();

    session::RunView m_view;
    session::RunRow m_row;
    std::vector<session::RunEvent> m_events;
    std::shared_ptr<const session::RunView> m_published;
    double m_clock = 1.75e9; ///< wall time of the next thing, seconds
};

/// `completed` and so on: the store's word for a state.
std::string statusOf(session::RunState state);

} // namespace lockstep::testing
