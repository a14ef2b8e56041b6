// What each command does (GUI.md section 4).
#include "base/text.h"
#include "session/documents.h"
#include "session/run_manager.h"
#include "session/session_errors.h"
#include "spec/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <sys/utsname.h>

namespace lockstep::session {

Error RunManager::wrongState(RunId run, RunState state, const char* verb) const {
    return Error(kWrongState, {std::to_string(run), std::string(name(state)), verb});
}

Result<RunRecord*> RunManager::record(RunId run, std::initializer_list<RunState> states, const char* verb) {
    if (m_record && m_record->id() == run) {
        if (std::find(states.begin(), states.end(), m_record->state()) == states.end()) return wrongState(run, m_record->state(), verb);
        return m_record.get();
    }
    LOCKSTEP_ASSIGN(const auto view, m_store->load(run));
    if (view->elsewhere) return Error(kElsewhere, {std::to_string(run)});
    return wrongState(run, view->state, verb);
}

Status RunManager::mayStart() const { return m_active ? Status(Error(kBusy, {std::to_string(m_record->id())})) : Status(); }

// --- starting

static std::string nameOf(const spec::RunDoc& run) {
    if (!run.name.empty()) return run.name;
    if (!run.model.name.empty()) return run.model.name;
    return std::filesystem::path(run.file).stem().string();
}

Result<RunId> RunManager::create(const spec::RunDoc& run, RunState state, std::optional<RunId> parent, std::int64_t parentStep) {
    NewRun row;
    row.name = nameOf(run);
    row.notes = run.notes;
    row.state = state;
    row.tags = run.tags;
    row.modelDocument = spec::writeJson(run.model.json);
    row.runDocument = spec::writeJson(run.json);
    row.resolvedDocument = spec::writeJson(spec::resolvedJson(run));
    row.parent = parent;
    row.parentStep = parentStep;
    LOCKSTEP_ASSIGN(const auto id, m_store->insert(row));
    m_hooks.listChanged();
    return id;
}

/// What the run runs on, for its log and reports.
static std::string machineText(const backends::DeviceInfo& device) {
    utsname system{};
    std::string text =
        device.id + ": " + device.description + ", " + std::to_string(device.threads) + (device.threads == 1 ? " thread" : " threads");
    if (uname(&system) == 0) text += "; " + std::string(system.sysname) + " " + system.release + ", " + system.machine;
    return text;
}

Status RunManager::begin(Begin begin) {
    const auto run = begin.run;
    LOCKSTEP_TRY(m_store->claim(run));
    auto status = launch(std::move(begin));
    if (!status) m_store->release(run);
    return status;
}

/// There is an active run and its record, or, after an error, neither.
Status RunManager::launch(Begin begin) {
    LOCKSTEP_ASSIGN(auto view, m_store->load(begin.run));
    train::TrainJob job;
    job.resolvedRun = spec::writeJson(spec::resolvedJson(*begin.document));
    LOCKSTEP_TRY(m_store->setResolved(begin.run, job.resolvedRun));
    view->version = m_versions[begin.run];
    auto record = std::make_unique<RunRecord>(std::move(*view));
    record->setState(RunState::Preparing);
    record->setDevice(begin.document->device);
    record->event("device", record->step(), machineText(begin.device->info()));
    if (!begin.note.empty()) record->event("log", record->step(), begin.note);
    const double peak = peakOf(begin.device->info());
    record->setPeak(peak);
    job.run = std::move(begin.document);
    job.folder = m_store->folder(begin.run);
    job.restore = std::move(begin.restore);
    job.steps = begin.steps;
    job.pauseOnFailedSave = m_policy.pauseOnFailedSave;
    m_active = std::make_unique<ActiveRun>(std::move(job), std::move(begin.device), peak > 0 ? nullptr : m_devices.probe, m_hooks.wake);
    m_record = std::move(record);
    m_opened.erase(begin.run);
    commit();
    publish();
    return {};
}

Result<RunId> RunManager::on(const StartRun& command) {
    LOCKSTEP_ASSIGN(auto run, readSetup(command.setup));
    if (!command.queue) LOCKSTEP_TRY(mayStart());
    LOCKSTEP_ASSIGN(auto device, makeDevice(m_devices, run));
    if (m_active) {
        LOCKSTEP_ASSIGN(const auto id, create(run, RunState::Queued, {}, -1));
        LOCKSTEP_TRY(m_store->enqueue(id));
        LOCKSTEP_TRY(open(id));
        return id;
    }
    LOCKSTEP_ASSIGN(const auto id, create(run, RunState::Preparing, {}, -1));
    Begin start;
    start.run = id;
    start.document = std::make_shared<spec::RunDoc>(std::move(run));
    start.device = std::move(device);
    LOCKSTEP_TRY(begin(std::move(start)));
    return id;
}

void RunManager::startQueued() {
    while (!m_active && !m_store->readOnly()) {
        const auto next = m_store->takeQueued();
        if (!next || !*next) return;
        auto status = beginQueued(**next);
        if (status) return;
        // Its device or documents no longer serve: the next one gets its turn. Unless another process has it by now.
        if (const auto row = m_store->row(**next); !row || row->status != name(RunState::Queued)) continue;
        (void)m_store->fail(**next, status.error());
        m_hooks.trouble(std::move(status).error());
        reload(**next);
    }
}

Status RunManager::beginQueued(RunId run) {
    LOCKSTEP_ASSIGN(const auto view, m_store->load(run));
    if (view->state != RunState::Queued) return wrongState(run, view->state, "start");
    LOCKSTEP_ASSIGN(auto document, readResolved(*view->resolvedDocument));
    Begin start;
    start.run = run;
    LOCKSTEP_ASSIGN(start.device, makeDevice(m_devices, document));
    start.document = std::make_shared<spec::RunDoc>(std::move(document));
    return begin(std::move(start));
}

// --- resuming

static bool onlySteps(const std::vector<std::string>& sets) {
    return std::all_of(sets.begin(), sets.end(), [](const std::string& set) { return set.starts_with("steps="); });
}

Result<RunId> RunManager::on(const ResumeRun& command) {
    LOCKSTEP_ASSIGN(const auto view, m_store->load(command.run));
    if (view->elsewhere) return Error(kElsewhere, {std::to_string(command.run)});
    const bool queued = view->state == RunState::Queued, plain = command.sets.empty() && !command.fromStep;
    if (isActive(view->state) || (queued && !plain)) return wrongState(command.run, view->state, "resume");
    LOCKSTEP_TRY(mayStart());
    if (queued) {
        LOCKSTEP_TRY(beginQueued(command.run));
        if (auto left = m_store->dequeue(command.run); !left) m_hooks.trouble(std::move(left).error());
        return command.run;
    }
    const bool newest = !command.fromStep || view->checkpoints.empty() || view->checkpoints.back().step == *command.fromStep;
    return onlySteps(command.sets) && newest ? resumeSame(command, *view) : branch(command, *view);
}

/// Another number of steps moves every rate of a schedule that ends with the last one.
static std::string stretched(const spec::ScheduleDoc& schedule, std::int64_t before, std::optional<std::int64_t> now) {
    static constexpr std::array kToTheEnd{"cosine", "linear", "wsd", "onecycle"};
    if (!now || before <= 0 || *now == before) return {};
    if (std::find(kToTheEnd.begin(), kToTheEnd.end(), schedule.type) == kToTheEnd.end()) return {};
    return "the schedule " + schedule.type + " now spans " + std::to_string(*now) + " steps, it was " + std::to_string(before) +
           ": the learning rate goes on from where this places it, not from where it was";
}

Result<RunId> RunManager::resumeSame(const ResumeRun& command, const RunView& view) {
    LOCKSTEP_ASSIGN(auto run, readResolved(*view.resolvedDocument, command.sets));
    Begin start;
    start.run = view.id;
    LOCKSTEP_ASSIGN(start.device, makeDevice(m_devices, run));
    start.restore = train::Restore{m_store->folder(view.id), command.fromStep, false};
    if (!command.sets.empty()) start.steps = run.steps;
    start.note = stretched(run.schedule, view.progress.steps, start.steps);
    start.document = std::make_shared<spec::RunDoc>(std::move(run));
    LOCKSTEP_TRY(begin(std::move(start)));
    return view.id;
}

Result<RunId> RunManager::branch(const ResumeRun& command, const RunView& view) {
    LOCKSTEP_ASSIGN(auto run, readResolved(*view.resolvedDocument, command.sets));
    Begin start;
    LOCKSTEP_ASSIGN(start.device, makeDevice(m_devices, run));
    const auto step = command.fromStep.value_or(view.checkpoints.empty() ? 0 : view.checkpoints.back().step);
    LOCKSTEP_ASSIGN(start.run, create(run, RunState::Preparing, view.id, step));
    if (!view.checkpoints.empty()) start.restore = train::Restore{m_store->folder(view.id), command.fromStep, true};
    start.document = std::make_shared<spec::RunDoc>(std::move(run));
    const auto id = start.run;
    LOCKSTEP_TRY(begin(std::move(start)));
    return id;
}

// --- while it runs

Result<RunId> RunManager::on(const Pause& command) {
    LOCKSTEP_ASSIGN(auto* record, this->record(command.run, {RunState::Running}, "pause"));
    m_active->control().pause(true);
    record->setState(RunState::Pausing);
    publish();
    return command.run;
}

Result<RunId> RunManager::on(const Continue& command) {
    LOCKSTEP_ASSIGN(auto* record, this->record(command.run, {RunState::Pausing, RunState::Paused}, "go on"));
    m_active->control().pause(false);
    record->setState(RunState::Running);
    publish();
    return command.run;
}

Result<RunId> RunManager::on(const Stop& command) {
    if (!m_record || m_record->id() != command.run) {
        LOCKSTEP_ASSIGN(const auto view, m_store->load(command.run));
        if (view->elsewhere) {
            LOCKSTEP_TRY(m_store->stopWriter(command.run));
            reload(command.run);
            return command.run;
        }
        if (view->state != RunState::Queued) return wrongState(command.run, view->state, "stop");
        LOCKSTEP_TRY(m_store->dequeue(command.run));
        LOCKSTEP_TRY(m_store->setState(command.run, RunState::Stopped));
        reload(command.run);
        m_hooks.listChanged();
        return command.run;
    }
    LOCKSTEP_ASSIGN(auto* record,
                    this->record(command.run, {RunState::Preparing, RunState::Running, RunState::Pausing, RunState::Paused}, "stop"));
    m_active->control().stop();
    record->setState(RunState::Stopping);
    publish();
    return command.run;
}

Result<RunId> RunManager::on(const Discard& command) {
    LOCKSTEP_TRY(record(command.run, {RunState::Stopping}, "discard"));
    m_active->control().stop(true);
    return command.run;
}

Result<RunId> RunManager::on(const CheckpointNow& command) {
    LOCKSTEP_TRY(record(command.run, {RunState::Running, RunState::Pausing, RunState::Paused}, "save"));
    m_active->control().checkpoint();
    return command.run;
}

Result<RunId> RunManager::on(const EvaluateNow& command) {
    LOCKSTEP_TRY(record(command.run, {RunState::Running, RunState::Pausing, RunState::Paused}, "evaluate"));
    m_active->control().evaluate();
    return command.run;
}

static Status checkEdit(const EditField& edit) {
    static constexpr std::array kFields{"lr", "steps", "evaluate_every", "checkpoint.every_steps"};
    if (std::find(kFields.begin(), kFields.end(), edit.field) == kFields.end()) return Error(kNotEditable, {edit.field});
    const bool whole = edit.field != "lr";
    const auto bad = [&](const char* allowed) { return Error(kBadEdit, {edit.field, shortest(edit.value), allowed}); };
    if (!std::isfinite(edit.value) || edit.value < 0) return bad("a number from 0 up is wanted");
    if (whole && (edit.value != std::floor(edit.value) || edit.value > 1e15)) return bad("a whole number is wanted");
    if (edit.field == "steps" && edit.value < 1) return bad("1 or more is wanted");
    return {};
}

Result<RunId> RunManager::on(const EditField& command) {
    LOCKSTEP_TRY(checkEdit(command));
    LOCKSTEP_TRY(record(command.run, {RunState::Running, RunState::Pausing, RunState::Paused}, "change"));
    m_active->control().edit(command.field, command.value);
    return command.run;
}

// --- finished runs

Result<RunId> RunManager::on(const KeepAsStopped& command) {
    LOCKSTEP_ASSIGN(const auto view, m_store->load(command.run));
    if (view->state != RunState::Interrupted) return wrongState(command.run, view->state, "keep as stopped");
    LOCKSTEP_TRY(m_store->setState(command.run, RunState::Stopped));
    reload(command.run);
    m_hooks.listChanged();
    return command.run;
}

Result<RunId> RunManager::on(const AnnotateRun& command) {
    LOCKSTEP_TRY(m_store->row(command.run));
    LOCKSTEP_TRY(m_store->annotate(command));
    if (m_opened.contains(command.run)) reload(command.run);
    m_hooks.listChanged();
    return command.run;
}

Result<RunId> RunManager::on(const DeleteRun& command) {
    LOCKSTEP_ASSIGN(const auto row, m_store->row(command.run));
    if (row.elsewhere) return Error(kElsewhere, {std::to_string(command.run)});
    if (m_record && m_record->id() == command.run) return wrongState(command.run, m_record->state(), "delete");
    const bool queued = row.status == name(RunState::Queued);
    if (!row.archived && !queued) return Error(kNotArchived, {std::to_string(command.run)});
    if (queued) LOCKSTEP_TRY(m_store->dequeue(command.run));
    LOCKSTEP_TRY(m_store->remove(command.run));
    forget(command.run);
    return command.run;
}

} // namespace lockstep::session
