#include "session/run_record.h"

#include "base/clock.h"
#include "base/text.h"
#include "session/process_memory.h"
#include "session/series_io.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep::session {

static constexpr std::int64_t kMemoryEveryNs = 500'000'000;
static constexpr std::int64_t kEtaFromStep = 10;

RunRecord::RunRecord(RunView view) : m_view(std::move(view)) {
    m_view.live = true;
    m_view.elsewhere = false;
    m_view.failure.reset();
    if (m_view.events) m_events = *m_view.events;
    m_storedEvents = m_events.size();
    if (m_view.layerSamples) m_samples = *m_view.layerSamples;
    m_storedSamples = m_samples.size();
    for (auto& [name, series] : m_view.series) series.startPiece();
    const auto result = [&](const std::string& name) -> std::optional<double> {
        const auto found = m_view.results.find(name);
        return found == m_view.results.end() ? std::nullopt : std::optional(found->second);
    };
    m_best = result(m_bestName);
}

void RunRecord::setState(RunState state) {
    if (m_view.state == state) return;
    const auto now = monotonicNs();
    const auto runs = [](RunState s) { return s == RunState::Running || s == RunState::Pausing || s == RunState::Stopping; };
    if (runs(m_view.state) && !runs(state)) m_activeNs += now - m_runningSince;
    if (!runs(m_view.state) && runs(state)) m_runningSince = now;
    m_view.state = state;
    m_view.live = isActive(state) || state == RunState::Queued;
    m_changed = true;
}

void RunRecord::setPeak(double flopsPerSecond) {
    m_view.progress.peakFlops = flopsPerSecond;
    m_view.progress.peakMeasured = flopsPerSecond > 0;
}

void RunRecord::event(std::string kind, std::int64_t step, std::string text) {
    const auto sequence = m_events.empty() ? 1 : m_events.back().sequence + 1;
    m_events.push_back({sequence, step, wallSeconds(), std::move(kind), std::move(text)});
    m_eventsChanged = m_changed = true;
}

void RunRecord::point(const std::string& name, std::int64_t step, double wall, double value) {
    m_view.series[name].append({step, wall, value});
    auto& tail = m_tails[name];
    tail.name = name;
    tail.points.push_back({step, wall - m_view.createdWall, value});
}

/// All nodes that count as model FLOPs run in f32.
monitors::Utilisation RunRecord::use(double flops, double seconds) const {
    const monitors::TypedWork work[] = {{flops, m_view.progress.peakFlops}};
    return monitors::utilisation(work, seconds);
}

static double ms(std::int64_t ns) { return static_cast<double>(ns) * 1e-6; }

void RunRecord::add(const train::StepSample& s) {
    m_window.add(s);
    const double seconds = static_cast<double>(s.wallNs) * 1e-9;
    point("loss", s.step, s.wall, s.loss);
    point("lr", s.step, s.wall, s.lr);
    if (s.gradNorm) point("grad_norm", s.step, s.wall, *s.gradNorm);
    point("samples_per_s", s.step, s.wall, static_cast<double>(s.samples) / seconds);
    point("items_per_s", s.step, s.wall, static_cast<double>(s.items) / seconds);
    const auto used = use(s.flops, seconds);
    point("flops_per_s", s.step, s.wall, used.achievedFlops);
    if (m_view.progress.peakMeasured) point("utilization", s.step, s.wall, used.share);
    point("time/data", s.step, s.wall, ms(s.dataNs));
    point("time/transfer", s.step, s.wall, ms(s.transferNs));
    point("time/compute", s.step, s.wall, ms(s.computeNs));
    point("time/communication", s.step, s.wall, ms(s.communicationNs));
    point("time/optimizer", s.step, s.wall, ms(s.optimizerNs));
    point("time/other", s.step, s.wall, ms(s.otherNs));
    watch(s);
    m_view.results["loss.last"] = s.loss;
    if (s.step == 0) m_view.results["loss.first"] = s.loss;
    m_view.progress.step = s.step + 1;
    m_view.progress.epoch =
        m_batchesPerEpoch ? static_cast<double>(s.step + 1) / static_cast<double>(m_batchesPerEpoch) : static_cast<double>(s.epoch);
    m_changed = true;
}

/// `output of layer 'fc2'`
static std::string placeOf(const train::StepSample& s, const std::vector<std::string>& layers) {
    static constexpr std::array kKinds{"", "input", "weight", "output", "gradient"};
    if (s.suspect == train::SuspectKind::None) return {};
    const std::string kind = kKinds[static_cast<std::size_t>(s.suspect)];
    const bool known = s.suspectLayer >= 0 && static_cast<std::size_t>(s.suspectLayer) < layers.size();
    return known ? kind + " of layer '" + layers[static_cast<std::size_t>(s.suspectLayer)] + "'" : kind;
}

void RunRecord::watch(const train::StepSample& s) { raise(m_health.next({s.step, s.loss, s.gradNorm, {}, false, placeOf(s, m_layers)})); }

void RunRecord::raise(const std::vector<monitors::Alarm>& alarms) {
    for (const auto& alarm : alarms) event("alarm", alarm.step, monitors::describe(alarm));
}

void RunRecord::add(const train::Message& message) {
    std::visit([this](const auto& m) { on(m); }, message);
    m_changed = true;
}

void RunRecord::on(const train::Phase& phase) { m_view.progress.activity = phase.name; }

void RunRecord::on(const train::Prepared& p) {
    auto& progress = m_view.progress;
    progress.activity.clear();
    progress.step = m_firstStep = p.step;
    progress.steps = p.steps;
    progress.plannedBytes = p.plannedBytes;
    progress.usedBytes = p.usedBytes;
    m_batchesPerEpoch = p.batchesPerEpoch;
    m_flopsPerStep = p.flopsPerStep;
    m_activeAtStart = p.activeSeconds;
    m_layers = p.layers;
    m_bestName = p.bestBy.empty() ? "loss.best" : p.bestBy + ".best";
    setBest(p.best, p.bestStep); // the store may tell of a better one, whose weights a kill took
    m_view.results["flops_per_step"] = p.flopsPerStep;
    if (m_view.state == RunState::Preparing) setState(RunState::Running);
    if (p.step > 0) event("resume", p.step, "resumed at step " + std::to_string(p.step));
}

void RunRecord::setBest(std::optional<double> best, std::int64_t step) {
    m_best = best;
    m_bestStep = step;
    if (best)
        m_view.results[m_bestName] = *best;
    else
        m_view.results.erase(m_bestName);
}

void RunRecord::on(const train::Evaluated& e) {
    const double wall = wallSeconds();
    point(e.split + "/loss", e.step, wall, e.loss);
    m_view.results["loss." + e.split] = e.loss;
    std::string text = e.split + ": loss " + shortest(e.loss);
    for (const auto& [name, value] : e.metrics) {
        point(e.split + "/" + name, e.step, wall, value);
        m_view.results[e.split + "/" + name] = value;
        text += ", " + name + " " + shortest(value);
    }
    if (e.split == "validation") {
        if (e.best) setBest(e.best, e.step);
        m_evaluationSeconds += e.seconds;
        ++m_evaluations;
    }
    event("evaluate", e.step, std::move(text));
}

void RunRecord::on(const train::Saved& s) {
    auto& rows = m_view.checkpoints;
    std::erase_if(rows, [&](const CheckpointRow& row) {
        return row.step == s.step || std::find(s.removed.begin(), s.removed.end(), row.step) != s.removed.end();
    });
    if (s.best) {
        for (auto& row : rows) row.best = false;
    }
    rows.push_back({s.step, s.folder, s.bytes, s.best});
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    m_saved.push_back({s.step, s.folder, s.bytes, s.best});
    m_removed.insert(m_removed.end(), s.removed.begin(), s.removed.end());
    event("checkpoint", s.step, "checkpoint at step " + std::to_string(s.step) + (s.best ? ", the best so far" : ""));
}

void RunRecord::on(const train::SaveFailed& f) {
    event("alarm", f.step, "the checkpoint of step " + std::to_string(f.step) + " was not saved: " + f.error.message());
}

void RunRecord::on(const train::Edited& e) {
    m_view.progress.steps = e.steps;
    event("edit", e.edit.step, e.edit.field + " is " + shortest(e.edit.value) + " from step " + std::to_string(e.edit.step) + " on");
}

void RunRecord::on(const train::Activity& a) {
    m_view.progress.activity = a.what;
    m_view.progress.activityDone = a.done;
}

void RunRecord::on(const train::PauseChanged& p) {
    if (m_view.state == RunState::Stopping) return;
    setState(p.paused ? RunState::Paused : RunState::Running);
    event(p.paused ? "pause" : "continue", p.step, p.paused ? "paused" : "goes on");
}

void RunRecord::on(const train::Probed& p) {
    raise(m_health.next(p.sample));
    m_samples.push_back(std::make_shared<const monitors::LayerSample>(p.sample));
    m_samplesChanged = true;
}

void RunRecord::setLayerSamples(std::vector<monitors::LayerSamplePtr> kept) {
    const std::vector<monitors::LayerSamplePtr> unsaved(m_samples.begin() + static_cast<std::ptrdiff_t>(m_storedSamples), m_samples.end());
    m_samples = std::move(kept);
    m_storedSamples = m_samples.size();
    m_samples.insert(m_samples.end(), unsaved.begin(), unsaved.end());
    m_samplesChanged = m_changed = true;
}

void RunRecord::on(const train::Notice& n) { event(n.kind, n.step, n.text); }

void RunRecord::fail(Error error) {
    event("fail", m_view.progress.step, error.message());
    m_view.failure = std::move(error);
    setState(RunState::Failed);
}

void RunRecord::end(const train::TrainOutcome& outcome) {
    using Status = train::TrainOutcome::Status;
    if (outcome.prepared) m_view.progress.step = outcome.step;
    updateProgress();
    summarise();
    m_view.progress.activity.clear();
    if (outcome.error) return fail(*outcome.error);
    const bool stopped = outcome.status == Status::Stopped;
    const auto step = m_view.progress.step; // a stop while preparing leaves it where it was
    event(stopped ? "stop" : "finish", step, std::string(stopped ? "stopped" : "completed") + " after " + std::to_string(step) + " steps");
    setState(stopped ? RunState::Stopped : RunState::Completed);
}

/// The mean loss over the last max(1, steps / 10) steps; of steps taken twice the newest counts.
void RunRecord::summarise() {
    const auto found = m_view.series.find("loss");
    const auto step = m_view.progress.step;
    const auto from = step - std::max<std::int64_t>(1, step / 10);
    m_view.progress.breakdown = m_window.whole();
    if (found == m_view.series.end() || step == 0) return;
    std::map<std::int64_t, double> last;
    forEachPoint(found->second, [&](const monitors::SeriesPoint& p) {
        if (p.step >= from && p.step < step) last[p.step] = p.value;
    });
    double sum = 0;
    for (const auto& [s, value] : last) sum += value;
    if (!last.empty()) m_view.results["loss.train"] = sum / static_cast<double>(last.size());
}

void RunRecord::measureMemory() {
    const auto now = monotonicNs();
    if (now - m_memoryMeasured < kMemoryEveryNs && m_memoryMeasured != 0) return;
    m_memoryMeasured = now;
    const auto memory = processMemory();
    m_view.progress.rssBytes = memory.now;
    m_view.progress.peakRssBytes = std::max(m_view.progress.peakRssBytes, memory.peak);
    if (m_view.state == RunState::Running) point("memory", m_view.progress.step, wallSeconds(), static_cast<double>(memory.now));
}

void RunRecord::updateProgress() {
    auto& p = m_view.progress;
    measureMemory();
    const bool runs = m_view.state == RunState::Running || m_view.state == RunState::Pausing || m_view.state == RunState::Stopping;
    p.activeSeconds = m_activeAtStart + static_cast<double>(m_activeNs + (runs ? monotonicNs() - m_runningSince : 0)) * 1e-9;
    if (m_window.count() == 0) return;
    const double step = m_window.medianStep();
    p.stepMsMedian = step * 1e3;
    p.samplesPerS = m_window.samplesPerSecond();
    p.itemsPerS = m_window.itemsPerSecond();
    const auto used = use(m_flopsPerStep, step);
    p.achievedFlops = used.achievedFlops;
    p.utilization = used.share;
    p.breakdown = m_window.recent();
    p.etaSeconds.reset();
    if (m_window.count() < kEtaFromStep) return;
    const auto left = std::max<std::int64_t>(0, p.steps - p.step);
    const double done = static_cast<double>(std::max<std::int64_t>(1, p.step - m_firstStep));
    // Evaluations come as often as they came so far.
    p.etaSeconds = static_cast<double>(left) * (step + m_evaluationSeconds / done);
}

std::shared_ptr<const RunView> RunRecord::snapshot() {
    if (isActive(m_view.state)) updateProgress();
    if (m_eventsChanged) {
        m_view.events = std::make_shared<const std::vector<RunEvent>>(m_events);
        m_eventsChanged = false;
    }
    if (std::exchange(m_samplesChanged, false))
        m_view.layerSamples = std::make_shared<const std::vector<monitors::LayerSamplePtr>>(m_samples);
    ++m_view.version;
    m_changed = false;
    return std::make_shared<const RunView>(m_view);
}

RunDelta RunRecord::takeDelta() {
    RunDelta delta;
    delta.run = m_view.id;
    delta.state = m_view.state;
    delta.device = m_device;
    delta.progress = m_view.progress;
    delta.best = m_best;
    delta.bestName = m_bestName == "loss.best" ? "validation/loss" : "validation/" + m_bestName.substr(0, m_bestName.rfind('.'));
    delta.bestStep = m_bestStep;
    delta.results = m_view.results;
    if (const auto first = delta.results.find("loss.first"); first != delta.results.end()) delta.firstLoss = first->second;
    if (const auto last = delta.results.find("loss.last"); last != delta.results.end()) delta.lastLoss = last->second;
    delta.failure = m_view.failure;
    for (auto& [name, tail] : m_tails) {
        if (!tail.points.empty()) delta.tails.push_back(std::exchange(tail, {}));
    }
    delta.events.assign(m_events.begin() + static_cast<std::ptrdiff_t>(m_storedEvents), m_events.end());
    m_storedEvents = m_events.size();
    delta.samples.assign(m_samples.begin() + static_cast<std::ptrdiff_t>(m_storedSamples), m_samples.end());
    m_storedSamples = m_samples.size();
    delta.saved = std::exchange(m_saved, {});
    delta.removed = std::exchange(m_removed, {});
    return delta;
}

} // namespace lockstep::session
