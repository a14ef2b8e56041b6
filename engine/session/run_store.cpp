#include "session/run_store.h"

#include "session/run_summary.h"
#include "session/series_io.h"
#include "session/session_errors.h"
#include "spec/json.h"
#include "store/errors.h"
#include "store/run_store.h"

#include <filesystem>
#include <map>

namespace lockstep::session {

using spec::Json;

static store::RunStatus statusOf(RunState state) {
    using store::RunStatus;
    switch (state) {
    case RunState::Queued: return RunStatus::Queued;
    case RunState::Preparing: return RunStatus::Preparing;
    case RunState::Paused: return RunStatus::Paused;
    case RunState::Completed: return RunStatus::Completed;
    case RunState::Stopped: return RunStatus::Stopped;
    case RunState::Failed: return RunStatus::Failed;
    case RunState::Interrupted: return RunStatus::Interrupted;
    default: return RunStatus::Running;
    }
}

static RunState stateOf(store::RunStatus status) {
    using store::RunStatus;
    switch (status) {
    case RunStatus::Queued: return RunState::Queued;
    case RunStatus::Preparing: return RunState::Preparing;
    case RunStatus::Running: return RunState::Running;
    case RunStatus::Paused: return RunState::Paused;
    case RunStatus::Completed: return RunState::Completed;
    case RunStatus::Stopped: return RunState::Stopped;
    case RunStatus::Failed: return RunState::Failed;
    case RunStatus::Interrupted: break;
    }
    return RunState::Interrupted;
}

struct Claim {
    store::RunLock lock;
    int piece = 0;
};

struct RunStore::Impl {
    std::unique_ptr<store::RunStore> store;
    std::map<RunId, Claim> claims;
    std::map<RunId, store::ProcessIdentity> told; ///< writers that were asked to stop
    std::int64_t dataVersion = 0;
    const store::ProcessIdentity me = store::thisProcess();

    RunRow rowOf(const store::RunRow& row) const;
    void fill(RunView& view, const store::RunRow& row) const;
    RunState stateOfRow(const store::RunRow& row) const {
        const auto status = store->effectiveStatus(row);
        return store::isActive(status) && isTold(row) ? RunState::Stopping : stateOf(status);
    }
    bool isTold(const store::RunRow& row) const {
        const auto found = told.find(row.id);
        return found != told.end() && found->second == row.owner;
    }
    bool elsewhere(const store::RunRow& row) const {
        return store::isActive(row.status) && !claims.contains(row.id) && store->liveness(row) != store::Liveness::Dead;
    }
};

RunRow RunStore::Impl::rowOf(const store::RunRow& row) const {
    RunRow out;
    out.id = row.id;
    out.ordinal = static_cast<int>(row.colourSlot());
    out.name = row.name;
    out.status = std::string(store::name(store->effectiveStatus(row)));
    out.notes = row.notes;
    out.tags = row.tags;
    out.createdWall = row.createdS;
    out.activeSeconds = row.activeS;
    out.step = row.steps;
    out.steps = row.totalSteps;
    out.bestValidation = row.bestValue;
    if (row.bestName != "validation/loss") out.bestMetric = row.bestName.substr(row.bestName.find('/') + 1);
    out.lastLoss = row.lastLoss;
    out.parent = row.parent ? std::optional(row.parent) : std::nullopt;
    out.archived = row.archived;
    out.elsewhere = elsewhere(row);
    if (row.owner.host != me.host) out.otherHost = row.owner.host;
    out.lastBeatWall = row.lastBeatS;
    const auto summary = readSummary(row.summary);
    out.device = summary.device;
    for (const auto& [name, value] : summary.results) {
        if (name == "loss.validation") out.lastValidation = value;
        if (name.find('/') != std::string::npos) out.metrics[name] = value;
    }
    return out;
}

Result<std::unique_ptr<RunStore>> RunStore::open(const std::string& database) {
    auto impl = std::make_unique<Impl>();
    LOCKSTEP_ASSIGN(impl->store, store::RunStore::open(database));
    LOCKSTEP_ASSIGN(impl->dataVersion, impl->store->dataVersion());
    return std::unique_ptr<RunStore>(new RunStore(std::move(impl)));
}

Status RunStore::check(const std::string& database, const std::stop_token& stop) { return store::RunStore::quickCheck(database, stop); }

RunStore::RunStore(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
RunStore::~RunStore() = default;

bool RunStore::readOnly() const { return m_impl->store->readOnly(); }
bool RunStore::uncleanEnd() const { return m_impl->store->uncleanEnd(); }
const std::vector<std::string>& RunStore::notices() const { return m_impl->store->notices(); }

std::string RunStore::folder(RunId run) const {
    return std::filesystem::absolute(m_impl->store->runFolder(run)).lexically_normal().string();
}

Result<RunId> RunStore::insert(const NewRun& run) {
    store::NewRun row;
    row.name = run.name;
    row.notes = run.notes;
    row.status = statusOf(run.state);
    row.parent = run.parent.value_or(0);
    row.parentStep = run.parentStep;
    row.tags = run.tags;
    row.documents = {run.modelDocument, run.runDocument, run.resolvedDocument, {}};
    return m_impl->store->createRun(row);
}

Status RunStore::setResolved(RunId run, const std::string& document) {
    store::RunChange change;
    change.resolvedDocument = document;
    return m_impl->store->updateRun(run, change);
}

Status RunStore::setState(RunId run, RunState state) {
    store::RunChange change;
    change.status = statusOf(state);
    return m_impl->store->updateRun(run, change);
}

Status RunStore::fail(RunId run, const Error& why) {
    store::RunChange change;
    change.status = statusOf(RunState::Failed);
    change.error = writeError(why);
    return m_impl->store->updateRun(run, change);
}

static store::EventRow eventOf(const RunEvent& event) {
    Json payload = Json::object();
    payload.set("text", Json::ofString(event.text));
    return {0, event.wall, event.step, event.kind, spec::writeJson(payload, 0)};
}

static store::RunChange changeOf(const RunDelta& delta) {
    store::RunChange change;
    change.status = statusOf(delta.state);
    change.steps = delta.progress.step;
    if (delta.progress.steps > 0) change.totalSteps = delta.progress.steps;
    change.activeS = delta.progress.activeSeconds;
    change.firstLoss = delta.firstLoss;
    change.lastLoss = delta.lastLoss;
    if (delta.best) {
        change.bestValue = delta.best;
        change.bestName = delta.bestName;
        if (delta.bestStep >= 0) change.bestStep = delta.bestStep;
    }
    change.noBest = !delta.best;
    change.error = delta.failure ? writeError(*delta.failure) : std::string();
    change.summary = writeSummary({delta.device, delta.results, delta.progress});
    return change;
}

Status RunStore::commit(const RunDelta& delta) {
    store::RunBatch batch;
    batch.run = delta.run;
    if (const auto claim = m_impl->claims.find(delta.run); claim != m_impl->claims.end()) batch.piece = claim->second.piece;
    for (const auto& tail : delta.tails) batch.series.push_back({tail.name, tail.points});
    for (const auto& event : delta.events) batch.events.push_back(eventOf(event));
    for (const auto& sample : delta.samples) batch.samples.push_back({sample->step, monitors::encode(*sample)});
    batch.change = changeOf(delta);
    // Rows of checkpoints first: a commit that fails is tried again as a whole, and only these may be written twice.
    for (const auto step : delta.removed) LOCKSTEP_TRY(m_impl->store->removeCheckpoint(delta.run, step));
    for (const auto& saved : delta.saved) {
        store::CheckpointRow row;
        row.run = delta.run;
        row.step = saved.step;
        row.folder = std::filesystem::path(saved.folder).filename().string();
        row.bytes = static_cast<std::int64_t>(saved.bytes);
        row.best = saved.best;
        LOCKSTEP_TRY(m_impl->store->addCheckpoint(row));
    }
    return m_impl->store->commit(batch);
}

Status RunStore::annotate(const AnnotateRun& change) {
    store::RunChange row;
    row.name = change.name;
    row.notes = change.notes;
    row.tags = change.tags;
    row.archived = change.archived;
    return m_impl->store->updateRun(change.run, row);
}

Status RunStore::remove(RunId run) { return m_impl->store->deleteRun(run); }

Result<std::vector<RunRow>> RunStore::rows() {
    store::RunFilter filter;
    filter.archived = store::RunFilter::Archived::Any;
    LOCKSTEP_ASSIGN(const auto stored, m_impl->store->listRuns(filter));
    std::vector<RunRow> rows;
    rows.reserve(stored.size());
    for (const auto& row : stored) rows.push_back(m_impl->rowOf(row));
    return rows;
}

Result<RunRow> RunStore::row(RunId run) {
    LOCKSTEP_ASSIGN(const auto row, m_impl->store->run(run));
    return m_impl->rowOf(row);
}

bool RunStore::unknown(const Error& error) { return error.id() == store::kRunUnknown.id; }

/// All of the row but what needs other tables.
void RunStore::Impl::fill(RunView& view, const store::RunRow& row) const {
    view.ordinal = static_cast<int>(row.colourSlot());
    view.name = row.name;
    view.state = stateOfRow(row);
    view.elsewhere = elsewhere(row);
    view.otherHost = row.owner.host != me.host ? row.owner.host : std::string();
    view.lastBeatWall = row.lastBeatS;
    auto summary = readSummary(row.summary);
    view.progress = summary.progress;
    view.progress.step = row.steps;
    view.progress.steps = row.totalSteps;
    view.progress.activeSeconds = row.activeS;
    view.results = std::move(summary.results);
    view.failure = readError(row.error);
    view.parent = row.parent ? std::optional(row.parent) : std::nullopt;
    view.createdWall = row.createdS;
}

static std::vector<CheckpointRow> checkpointsOf(const std::vector<store::CheckpointRow>& rows, const std::string& folder) {
    std::vector<CheckpointRow> out;
    out.reserve(rows.size());
    for (const auto& c : rows)
        out.push_back({c.step, (std::filesystem::path(folder) / c.folder).string(), static_cast<std::size_t>(c.bytes), c.best});
    return out;
}

static std::shared_ptr<const std::vector<RunEvent>> eventsOf(const std::vector<RunEvent>& before,
                                                             const std::vector<store::EventRow>& rows) {
    auto events = std::make_shared<std::vector<RunEvent>>(before);
    for (const auto& row : rows) {
        const auto payload = spec::parseJson(row.payload.empty() ? "{}" : row.payload, "event");
        const auto* text = payload ? payload->find("text") : nullptr;
        events->push_back({row.seq, row.step, row.wallS, row.kind, text ? text->text : row.payload});
    }
    return events;
}

Result<std::shared_ptr<RunView>> RunStore::load(RunId run) {
    auto& store = *m_impl->store;
    LOCKSTEP_ASSIGN(const auto row, store.run(run));
    LOCKSTEP_ASSIGN(auto documents, store.documents(run));
    auto view = std::make_shared<RunView>();
    view->id = run;
    m_impl->fill(*view, row);
    view->modelDocument = std::make_shared<const std::string>(std::move(documents.model));
    view->runDocument = std::make_shared<const std::string>(std::move(documents.run));
    view->resolvedDocument = std::make_shared<const std::string>(std::move(documents.resolved));
    LOCKSTEP_ASSIGN(const auto events, store.events(run));
    view->events = eventsOf({}, events);
    LOCKSTEP_ASSIGN(const auto checkpoints, store.rescanCheckpoints(run));
    view->checkpoints = checkpointsOf(checkpoints, folder(run));
    LOCKSTEP_ASSIGN(view->series, readAllSeries(store, run, row.createdS));
    LOCKSTEP_ASSIGN(auto samples, layerSamples(run));
    view->layerSamples = std::make_shared<const std::vector<monitors::LayerSamplePtr>>(std::move(samples));
    return view;
}

Result<std::shared_ptr<RunView>> RunStore::refresh(RunId run, const RunView* before, Stamp& stamp) {
    auto& store = *m_impl->store;
    LOCKSTEP_ASSIGN(const auto row, store.run(run));
    LOCKSTEP_ASSIGN(const auto interval, store.sampleInterval(run));
    const bool known = before && stamp.updated > 0;
    if (known && stamp.updated == row.updatedS && before->state == m_impl->stateOfRow(row) && before->elsewhere == m_impl->elsewhere(row))
        return std::shared_ptr<RunView>();
    const bool thinned = interval != std::exchange(stamp.sampleInterval, interval);
    stamp.updated = row.updatedS;
    if (!known || thinned) return load(run);
    auto view = std::make_shared<RunView>(*before);
    LOCKSTEP_ASSIGN(const bool extended, extendSeries(store, run, row.createdS, view->series));
    if (!extended) return load(run);
    m_impl->fill(*view, row);
    LOCKSTEP_ASSIGN(const auto events, store.events(run, view->events->empty() ? 0 : view->events->back().sequence));
    if (!events.empty()) view->events = eventsOf(*view->events, events);
    LOCKSTEP_ASSIGN(const auto checkpoints, store.checkpoints(run));
    view->checkpoints = checkpointsOf(checkpoints, folder(run));
    LOCKSTEP_ASSIGN(auto samples, layerSamples(run, view->layerSamples->empty() ? -1 : view->layerSamples->back()->step));
    if (!samples.empty()) {
        samples.insert(samples.begin(), view->layerSamples->begin(), view->layerSamples->end());
        view->layerSamples = std::make_shared<const std::vector<monitors::LayerSamplePtr>>(std::move(samples));
    }
    return view;
}

/// A step taken twice counts as it was the second time.
Result<std::vector<monitors::LayerSamplePtr>> RunStore::layerSamples(RunId run, std::int64_t afterStep) {
    static_assert(kMaxLayerSamples == static_cast<std::size_t>(store::RunStore::kMaxSamples));
    LOCKSTEP_ASSIGN(const auto rows, m_impl->store->samples(run, afterStep));
    std::map<std::int64_t, monitors::LayerSamplePtr> bySteps;
    for (const auto& row : rows) {
        if (auto sample = monitors::decode(row.step, row.data))
            bySteps[row.step] = std::make_shared<const monitors::LayerSample>(*std::move(sample));
    }
    std::vector<monitors::LayerSamplePtr> samples;
    samples.reserve(bySteps.size());
    for (auto& [step, sample] : bySteps) samples.push_back(std::move(sample));
    return samples;
}

Status RunStore::claim(RunId run) {
    LOCKSTEP_ASSIGN(auto lock, m_impl->store->claimRun(run));
    LOCKSTEP_ASSIGN(const int piece, m_impl->store->openPiece(run));
    m_impl->claims[run] = {std::move(lock), piece};
    return {};
}

void RunStore::release(RunId run) { m_impl->claims.erase(run); }

Status RunStore::stopWriter(RunId run) {
    using store::AskedToStop;
    LOCKSTEP_ASSIGN(const auto row, m_impl->store->run(run));
    const auto id = std::to_string(run), pid = std::to_string(row.owner.pid);
    // Told once: a second signal ends `lockstep` at once, without saving.
    if (m_impl->isTold(row)) return Error(kStopAsked, {id});
    switch (store::askToStop(row.owner)) {
    case AskedToStop::Told: m_impl->told[run] = row.owner; return {};
    case AskedToStop::OtherHost: return Error(kOtherHost, {id, row.owner.host, pid});
    case AskedToStop::Own: return Error(kElsewhere, {id});
    case AskedToStop::Unready: return Error(kWriterDeaf, {id, pid, "it would end without saving"});
    case AskedToStop::NotPermitted: return Error(kWriterDeaf, {id, pid, "it is another user's"});
    case AskedToStop::Gone: break;
    }
    return Error(kWriterDeaf, {id, pid, "that process has ended"});
}

Result<std::optional<RunId>> RunStore::takeQueued() { return m_impl->store->takeQueued(); }

Status RunStore::enqueue(RunId run) { return m_impl->store->enqueue(run); }
Status RunStore::dequeue(RunId run) { return m_impl->store->dequeue(run); }

Result<std::vector<RunId>> RunStore::reconcile() { return m_impl->store->reconcile(); }

bool RunStore::changedElsewhere() {
    const auto version = m_impl->store->dataVersion();
    if (!version || *version == m_impl->dataVersion) return false;
    m_impl->dataVersion = *version;
    return true;
}

Result<std::optional<std::string>> RunStore::deviceProfile(const std::string& device) { return m_impl->store->profile(device); }
Status RunStore::setDeviceProfile(const std::string& device, const std::string& json) { return m_impl->store->setProfile(device, json); }

} // namespace lockstep::session
