#include "support/fake_run.h"

#include <algorithm>

namespace lockstep::testing {

using session::RunState;

std::string statusOf(RunState state) {
    switch (state) {
    case RunState::Queued: return "queued";
    case RunState::Preparing: return "preparing";
    case RunState::Running:
    case RunState::Pausing:
    case RunState::Stopping: return "running";
    case RunState::Paused: return "paused";
    case RunState::Completed: return "completed";
    case RunState::Stopped: return "stopped";
    case RunState::Failed: return "failed";
    case RunState::Interrupted: return "interrupted";
    }
    return {};
}

FakeRun::FakeRun(session::RunId id, std::string name, std::int64_t steps) {
    m_view.id = m_row.id = id;
    m_view.ordinal = m_row.ordinal = static_cast<int>(id - 1);
    m_view.name = m_row.name = std::move(name);
    m_clock += 60.0 * static_cast<double>(id);
    m_view.createdWall = m_row.createdWall = m_clock;
    m_view.progress.steps = steps;
    m_row.device = "cpu";
    m_view.modelDocument = m_view.runDocument = m_view.resolvedDocument = std::make_shared<const std::string>("{}");
}

FakeRun& FakeRun::document(const std::string& run) {
    m_view.runDocument = m_view.resolvedDocument = std::make_shared<const std::string>(run);
    return *this;
}

FakeRun& FakeRun::state(RunState state, std::string phase) {
    m_view.state = state;
    m_view.progress.activity = std::move(phase);
    return *this;
}

FakeRun& FakeRun::point(const std::string& series, std::int64_t step, double value) {
    m_view.series[series].append({step, m_clock, value});
    if (series == "loss") m_row.lastLoss = value;
    if (series == "validation/loss") {
        m_row.lastValidation = value;
        if (std::isfinite(value)) m_row.bestValidation = std::min(m_row.bestValidation.value_or(value), value);
    }
    return *this;
}

FakeRun& FakeRun::resumeAt(std::int64_t step) {
    for (auto& [name, series] : m_view.series) series.startPiece();
    m_view.progress.step = step;
    return event("resume", step, "resumed at step " + std::to_string(step));
}

FakeRun& FakeRun::event(const std::string& kind, std::int64_t step, std::string text) {
    m_events.push_back({static_cast<std::int64_t>(m_events.size()), step, m_clock, kind, std::move(text)});
    return *this;
}

FakeRun& FakeRun::checkpoint(std::int64_t step, std::size_t bytes, bool best) {
    m_view.checkpoints.push_back({step, "run-" + std::to_string(m_view.id) + "/step-" + std::to_string(step), bytes, best});
    return event("checkpoint", step, "saved at step " + std::to_string(step));
}

FakeRun& FakeRun::result(const std::string& name, double value) { return m_view.results[name] = value, *this; }

FakeRun& FakeRun::fail(Error error) {
    event("fail", m_view.progress.step, error.text());
    m_view.failure = std::move(error);
    return state(RunState::Failed);
}

FakeRun& FakeRun::activity(std::string what, double done) {
    m_view.progress.activity = std::move(what);
    m_view.progress.activityDone = done;
    return *this;
}

FakeRun& FakeRun::step(std::optional<double> loss) {
    auto& p = m_view.progress;
    const auto s = static_cast<double>(p.step);
    const double wobble = std::sin(1.7 * s) * std::cos(0.37 * s);
    const double curve = 0.1 + 2.2 * std::exp(-3.0 * s / static_cast<double>(std::max<std::int64_t>(p.steps, 1)));
    m_clock += 0.01;
    point("loss", p.step, loss.value_or(curve * (1 + 0.12 * wobble)));
    point("lr", p.step, 1e-3 * 0.5 * (1 + std::cos(3.14159265 * s / static_cast<double>(std::max<std::int64_t>(p.steps, 1)))));
    point("grad_norm", p.step, 1.5 * curve * (1 + 0.3 * wobble));
    point("samples_per_s", p.step, 80000 * (1 + 0.03 * wobble));
    point("utilization", p.step, 0.61 + 0.02 * wobble);
    point("memory", p.step, 1.0e6);
    point("time/data", p.step, 0.02);
    point("time/compute", p.step, 1.44 * (1 + 0.05 * wobble));
    point("time/optimizer", p.step, 0.05);
    p.step += 1;
    p.epoch = static_cast<double>(p.step) / 12.0;
    p.activeSeconds += 0.01;
    p.samplesPerS = p.itemsPerS = 80000;
    p.stepMsMedian = 1.6;
    p.achievedFlops = 8.4e10, p.peakFlops = 1.4e11, p.utilization = 0.61, p.peakMeasured = true;
    p.plannedBytes = 1 << 20, p.usedBytes = 1000000, p.rssBytes = 210000000, p.peakRssBytes = 230000000;
    p.breakdown = {0.01, 0.0, 0.90, 0.05, 0.03, 0.01};
    if (p.step >= 10) p.etaSeconds = 0.0016 * static_cast<double>(p.steps - p.step);
    return *this;
}

FakeRun& FakeRun::evaluate(std::optional<double> loss) {
    const auto s = static_cast<double>(m_view.progress.step);
    const double value = loss.value_or(0.25 + 2.0 * std::exp(-4.0 * s / 100.0) + 0.0005 * s);
    point("validation/loss", m_view.progress.step, value);
    point("validation/accuracy", m_view.progress.step, 1.0 - 0.4 * std::exp(-s / 40.0) - 0.02);
    return *this;
}

FakeRun& FakeRun::times(std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) {
        step();
        if (m_view.progress.step % 10 == 0) evaluate();
    }
    return *this;
}

void FakeRun::fillRow() {
    m_row.status = statusOf(m_view.state);
    m_row.step = m_view.progress.step;
    m_row.steps = m_view.progress.steps;
    m_row.activeSeconds = m_view.progress.activeSeconds;
    m_row.elsewhere = m_view.elsewhere;
    m_row.otherHost = m_view.otherHost;
    m_row.lastBeatWall = m_view.lastBeatWall;
    m_row.parent = m_view.parent;
}

void FakeRun::publish() {
    fillRow();
    m_view.version += 1;
    m_view.events = std::make_shared<const std::vector<session::RunEvent>>(m_events);
    m_published = std::make_shared<const session::RunView>(m_view);
}

} // namespace lockstep::testing
