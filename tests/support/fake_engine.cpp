#include "support/fake_engine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <regex>

namespace lockstep::testing {

using session::RunState;

namespace {

constexpr ErrorCode kStale{"session.stale", "run {0} is {1}: it can't {2} now", ""};
constexpr ErrorCode kNoRun{"session.no_run", "there is no run {0}", ""};
constexpr ErrorCode kBusy{"session.busy", "run {0} is active", "queue the new run, or stop the active one"};
constexpr ErrorCode kBadSetup{"session.setup", "the run document can't be read: {0}", ""};
constexpr ErrorCode kBadFilter{"session.filter", "not a regular expression: {0}", ""};
constexpr ErrorCode kUnwritable{"file.write", "{0} can't be written", "choose another folder"};
constexpr ErrorCode kField{"session.field", "{0} can't be changed while running", "branch a new run"};

std::string text(session::RunId run) { return std::to_string(run); }

std::optional<std::int64_t> stepsIn(const std::vector<std::string>& sets) {
    for (const auto& set : sets)
        if (set.rfind("steps=", 0) == 0) return std::stoll(set.substr(6));
    return std::nullopt;
}

bool matches(const session::RunRow& row, const std::regex& filter) {
    if (std::regex_search(row.name, filter) || std::regex_search(row.status, filter)) return true;
    return std::any_of(row.tags.begin(), row.tags.end(), [&](const auto& tag) { return std::regex_search(tag, filter); });
}

bool less(const session::RunRow& a, const session::RunRow& b, const std::string& by) {
    if (by == "name" && a.name != b.name) return a.name < b.name;
    if (by == "status" && a.status != b.status) return a.status < b.status;
    if (by == "created" && a.createdWall != b.createdWall) return a.createdWall < b.createdWall;
    if (by == "best" && a.bestValidation != b.bestValidation) return a.bestValidation.value_or(kInf) < b.bestValidation.value_or(kInf);
    if (by == "last" && a.lastLoss != b.lastLoss) return a.lastLoss.value_or(kInf) < b.lastLoss.value_or(kInf);
    if (by == "duration" && a.activeSeconds != b.activeSeconds) return a.activeSeconds < b.activeSeconds;
    if (by == "steps" && a.step != b.step) return a.step < b.step;
    return a.id < b.id;
}

Result<session::Answer> writeFile(const std::string& path, const std::string& content) {
    std::ofstream file(path);
    if (!(file << content).flush()) return Error(kUnwritable, {path});
    return session::Answer{session::FileWritten{path, content.size()}};
}

session::LayerAnalysis layer(std::string id, std::string type, std::vector<std::string> inputs, std::int64_t width,
                             std::int64_t parameters) {
    session::LayerAnalysis out{std::move(id), std::move(type), std::move(inputs), {width}, parameters, 0, 0, {}};
    out.flopsPerSample = 2.0 * static_cast<double>(parameters);
    out.activationBytesPerSample = 4.0 * static_cast<double>(width);
    return out;
}

} // namespace

session::SetupAnalysis smallAnalysis() {
    session::SetupAnalysis out;
    out.layers = {layer("x", "Input", {}, 64, 0), layer("fc1", "Linear", {"x"}, 256, 16640), layer("a1", "ReLU", {"fc1"}, 256, 0),
                  layer("fc2", "Linear", {"a1"}, 10, 2570)};
    for (std::size_t i = 0; i < out.layers.size(); ++i) out.layers[i].place = {0, 90.0 * static_cast<double>(i)};
    out.parameters = 19210;
    out.flopsPerStep = 6.0 * 19210 * 128;
    out.plannedMemoryBytes = 1 << 20;
    out.trainSamples = 1439, out.validationSamples = 179, out.testSamples = 179;
    out.steps = 100;
    out.learningRate.assign(100, 1e-3);
    out.compileMs = 1.5;
    return out;
}

struct FakeEngine::Handler {
    FakeEngine& engine;
    using R = Result<session::RunId>;
    R operator()(const session::StartRun& c) const { return engine.start(c); }
    R operator()(const session::ResumeRun& c) const { return engine.resume(c); }
    R operator()(const session::Pause& c) const { return engine.move(c.run, {RunState::Running}, RunState::Pausing, "pause"); }
    R operator()(const session::Continue& c) const {
        return engine.move(c.run, {RunState::Pausing, RunState::Paused}, RunState::Running, "continue");
    }
    R operator()(const session::Stop& c) const {
        return engine.move(c.run, {RunState::Preparing, RunState::Running, RunState::Pausing, RunState::Paused}, RunState::Stopping,
                           "stop");
    }
    R operator()(const session::Discard& c) const { return engine.move(c.run, {RunState::Stopping}, RunState::Stopped, "discard"); }
    R operator()(const session::KeepAsStopped& c) const {
        return engine.move(c.run, {RunState::Interrupted}, RunState::Stopped, "be kept as stopped");
    }
    R operator()(const session::CheckpointNow& c) const {
        auto* run = engine.find(c.run);
        const auto done = engine.move(c.run, {RunState::Running, RunState::Paused}, run ? run->state() : RunState::Running, "save");
        if (done.ok()) run->checkpoint(run->view().progress.step, 1 << 20), engine.changed(*run);
        return done;
    }
    R operator()(const session::EvaluateNow& c) const {
        const auto done = engine.move(c.run, {RunState::Running}, RunState::Running, "evaluate");
        if (done.ok()) engine.find(c.run)->evaluate(), engine.changed(*engine.find(c.run));
        return done;
    }
    R operator()(const session::EditField& c) const { return engine.edit(c); }
    R operator()(const session::AnnotateRun& c) const { return engine.annotate(c); }
    R operator()(const session::DeleteRun& c) const { return engine.remove(c.run); }
    R operator()(const session::ProbeDevice&) const { return engine.active() ? R(Error(kBusy, {text(engine.active()->row().id)})) : R(0); }
};

Result<session::RunId> FakeEngine::command(const session::Command& command) { return std::visit(Handler{*this}, command); }

FakeRun* FakeEngine::find(session::RunId run) {
    const auto found = m_runs.find(run);
    return found == m_runs.end() ? nullptr : &found->second;
}
const FakeRun* FakeEngine::find(session::RunId run) const { return const_cast<FakeEngine*>(this)->find(run); }

FakeRun* FakeEngine::active() {
    for (auto it = m_runs.rbegin(); it != m_runs.rend(); ++it)
        if (it->second.view().live && it->second.state() >= RunState::Preparing && it->second.state() <= RunState::Stopping)
            return &it->second;
    return nullptr;
}

bool FakeEngine::idle() const {
    return std::none_of(m_runs.begin(), m_runs.end(), [](const auto& entry) {
        const auto& view = entry.second.view();
        return view.live && view.state <= RunState::Stopping;
    });
}

FakeRun& FakeEngine::add(const std::string& name, RunState state, std::int64_t steps) {
    const auto id = m_nextId++;
    auto& run = m_runs.emplace(id, FakeRun(id, name, steps)).first->second;
    run.state(state);
    m_events.emplace_back(std::in_place_type<session::RunListChanged>);
    return run;
}

void FakeEngine::changed(FakeRun& run) {
    run.publish();
    m_events.emplace_back(session::RunChanged{run.row().id, run.published()->version});
    m_events.emplace_back(std::in_place_type<session::RunListChanged>);
}

Result<session::RunId> FakeEngine::start(const session::StartRun& command) {
    const auto document = nlohmann::json::parse(command.setup.run, nullptr, false);
    if (!document.is_object()) return Error(kBadSetup, {"not a JSON object"});
    auto* busy = active();
    if (busy && !command.queue) return Error(kBusy, {text(busy->row().id)});
    const auto steps = stepsIn(command.setup.sets).value_or(document.value("steps", std::int64_t{100}));
    auto& run = add(document.value("name", ""), busy ? RunState::Queued : RunState::Preparing, steps);
    run.document(command.setup.run);
    run.view().live = true;
    run.activity("compiling");
    changed(run);
    return run.row().id;
}

Result<session::RunId> FakeEngine::resume(const session::ResumeRun& command) {
    if (auto* busy = active(); busy && busy->row().id != command.run) return Error(kBusy, {text(busy->row().id)});
    const auto moved =
        move(command.run, {RunState::Queued, RunState::Completed, RunState::Stopped, RunState::Failed, RunState::Interrupted},
             RunState::Preparing, "resume");
    if (!moved.ok()) return moved;
    auto& run = *find(command.run);
    run.view().live = true;
    run.view().failure.reset();
    if (const auto steps = stepsIn(command.sets)) run.view().progress.steps = *steps;
    if (command.fromStep) run.resumeAt(*command.fromStep);
    changed(run);
    return command.run;
}

Result<session::RunId> FakeEngine::move(session::RunId id, std::initializer_list<RunState> from, RunState to, const char* verb) {
    auto* run = find(id);
    if (!run) return Error(kNoRun, {text(id)});
    if (std::find(from.begin(), from.end(), run->state()) == from.end()) return Error(kStale, {text(id), statusOf(run->state()), verb});
    run->state(to);
    changed(*run);
    return id;
}

Result<session::RunId> FakeEngine::edit(const session::EditField& command) {
    const auto done = move(command.run, {RunState::Running}, RunState::Running, "be edited");
    if (!done.ok()) return done;
    auto& run = *find(command.run);
    if (command.field == "steps")
        run.view().progress.steps = static_cast<std::int64_t>(command.value);
    else if (command.field != "lr" && command.field != "evaluate_every" && command.field != "checkpoint.every_steps")
        return Error(kField, {command.field});
    const auto step = run.view().progress.step;
    run.event("edit", step, command.field + " is " + nlohmann::json(command.value).dump() + " from step " + std::to_string(step) + " on");
    changed(run);
    return command.run;
}

Result<session::RunId> FakeEngine::annotate(const session::AnnotateRun& command) {
    auto* run = find(command.run);
    if (!run) return Error(kNoRun, {text(command.run)});
    if (command.name) run->view().name = run->row().name = *command.name;
    if (command.notes) run->row().notes = *command.notes;
    if (command.tags) run->row().tags = *command.tags;
    if (command.archived) run->row().archived = *command.archived;
    changed(*run);
    return command.run;
}

Result<session::RunId> FakeEngine::remove(session::RunId id) {
    auto* run = find(id);
    if (!run) return Error(kNoRun, {text(id)});
    if (!run->row().archived && run->state() != RunState::Queued) return Error(kStale, {text(id), statusOf(run->state()), "be deleted"});
    m_runs.erase(id);
    m_events.emplace_back(std::in_place_type<session::RunListChanged>);
    return id;
}

Result<session::Answer> FakeEngine::list(const session::ListRuns& query) const {
    std::regex filter;
    try {
        filter = std::regex(query.filter, std::regex::icase);
    } catch (const std::regex_error&) { return Error(kBadFilter, {query.filter}); }
    session::RunList out;
    for (const auto& [id, run] : m_runs)
        if (run.row().archived == query.archived && (query.filter.empty() || matches(run.row(), filter))) out.rows.push_back(run.row());
    std::stable_sort(out.rows.begin(), out.rows.end(), [&](const auto& a, const auto& b) { return less(a, b, query.sortBy); });
    if (query.descending) std::reverse(out.rows.begin(), out.rows.end());
    return session::Answer{std::move(out)};
}

Result<session::Answer> FakeEngine::answer(const session::Query& query) {
    if (const auto* q = std::get_if<session::AnalyseSetup>(&query)) return session::Answer{analyse ? analyse(q->setup) : smallAnalysis()};
    if (const auto* q = std::get_if<session::ListRuns>(&query)) return list(*q);
    if (std::get_if<session::ListDevices>(&query)) return session::Answer{devices};
    if (const auto* q = std::get_if<session::ExportReport>(&query))
        return writeFile(q->path, "report of " + text(static_cast<std::int64_t>(q->runs.size())) + " runs\n");
    if (const auto* q = std::get_if<session::ExportWeights>(&query)) return writeFile(q->path, "weights of run " + text(q->run) + "\n");
    if (const auto* q = std::get_if<session::OpenRun>(&query)) {
        auto* run = find(q->run);
        if (!run) return Error(kNoRun, {text(q->run)});
        if (!run->published()) changed(*run);
        return session::Answer{session::RunOpened{q->run}};
    }
    return session::Answer{session::Explanation{"fake"}};
}

bool FakeEngine::tick() {
    auto* run = active();
    if (!run) return startQueued(), false;
    switch (run->state()) {
    case RunState::Preparing: run->state(RunState::Running); break;
    case RunState::Pausing: run->state(RunState::Paused).event("pause", run->view().progress.step, "paused"); break;
    case RunState::Stopping: run->checkpoint(run->view().progress.step, 1 << 20).state(RunState::Stopped); break;
    case RunState::Running: script.empty() ? train(*run) : playScript(*run); break;
    default: return false;
    }
    changed(*run);
    return true;
}

void FakeEngine::train(FakeRun& run) {
    const auto& progress = run.view().progress;
    if (progress.step < progress.steps) run.times(1);
    if (progress.step >= progress.steps)
        run.checkpoint(progress.step, 1 << 20).event("finish", progress.step, "completed").state(RunState::Completed);
}

void FakeEngine::playScript(FakeRun& run) {
    while (!script.empty()) {
        const auto record = std::move(script.front());
        script.pop_front();
        play(record, run);
        if (record.what == "step" || record.what == "state" || record.what == "fail") return;
    }
}

void FakeEngine::startQueued() {
    for (auto& [id, run] : m_runs)
        if (run.state() == RunState::Queued && run.view().live) return run.state(RunState::Preparing), changed(run);
}

} // namespace lockstep::testing
