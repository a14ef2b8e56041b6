// What the session keeps in the store: rows, documents, series, events, checkpoints, locks. The one place that talks to `store`.
#pragma once

#include "base/result.h"
#include "base/series_chunk.h"
#include "session/answers.h"
#include "session/run_view.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::session {

/// A new run's row.
struct NewRun {
    std::string name, notes;
    RunState state = RunState::Queued;
    std::vector<std::string> tags;
    std::string modelDocument, runDocument, resolvedDocument;
    std::optional<RunId> parent;
    std::int64_t parentStep = -1;
};

/// Points that the store has not got yet; their wall time counts from the run's creation.
struct SeriesTail {
    std::string name;
    std::vector<SeriesPoint> points;
};

/// What changed of a run since the last commit.
struct RunDelta {
    RunId run = 0;
    RunState state = RunState::Queued;
    std::string device;
    RunProgress progress;
    std::optional<double> best, firstLoss, lastLoss;
    std::string bestName; ///< of the series that `best` is of: `validation/loss`
    std::int64_t bestStep = -1;
    std::map<std::string, double> results;
    std::optional<Error> failure;
    std::vector<SeriesTail> tails;
    std::vector<RunEvent> events; ///< sequence numbers are the store's own
    std::vector<monitors::LayerSamplePtr> samples;
    std::vector<CheckpointRow> saved;
    std::vector<std::int64_t> removed; ///< steps of checkpoints that went
};

/// Control thread only. Every call may wait for the disk.
class RunStore {
public:
    static Result<std::unique_ptr<RunStore>> open(const std::string& database);
    ~RunStore();
    /// Whether the file is whole; on a connection of its own, so from any thread.
    static Status check(const std::string& database, const std::stop_token& stop);

    bool readOnly() const;
    bool uncleanEnd() const;
    const std::vector<std::string>& notices() const;
    /// `runs.d/run-7` beside the store.
    std::string folder(RunId run) const;

    Result<RunId> insert(const NewRun& run);
    /// `auto` was decided, or the steps were extended.
    Status setResolved(RunId run, const std::string& document);
    Status setState(RunId run, RunState state);
    Status fail(RunId run, const Error& why);
    Status commit(const RunDelta& delta);
    Status annotate(const AnnotateRun& change);
    /// Row, series and folder.
    Status remove(RunId run);

    /// All runs, by id.
    Result<std::vector<RunRow>> rows();
    Result<RunRow> row(RunId run);
    /// Whether the error of a call means that the run is not in the store (any more).
    static bool unknown(const Error& error);
    /// Everything of a run. Checkpoints are those that the folder holds.
    Result<std::shared_ptr<RunView>> load(RunId run);
    /// What a view was read at; empty: nothing was read yet.
    struct Stamp {
        double updated = 0;
        std::int64_t sampleInterval = 0;
    };
    /// The view with what has come since `before` was read at `stamp`, which is brought up to date; null if nothing has. Only the new is
    /// read, unless the run was resumed meanwhile.
    Result<std::shared_ptr<RunView>> refresh(RunId run, const RunView* before, Stamp& stamp);
    /// The per-layer statistics that are kept: the store thins them when they become too many.
    Result<std::vector<monitors::LayerSamplePtr>> layerSamples(RunId run, std::int64_t afterStep = -1);
    static constexpr std::size_t kMaxLayerSamples = 2000;

    /// Takes the run's lock for this process and opens a new piece of its series; an error if another has it.
    Status claim(RunId run);
    void release(RunId run);
    /// Asks the process of this host that writes the run to stop and save; its state is Stopping from then on. An error says where it is
    /// written or why it can't be told.
    Status stopWriter(RunId run);
    /// The next in the queue, taken out of it.
    Result<std::optional<RunId>> takeQueued();
    Status enqueue(RunId run);
    Status dequeue(RunId run);

    /// Marks runs interrupted whose writer is gone (lock free on this host). Returns those that changed.
    Result<std::vector<RunId>> reconcile();
    /// Whether another process changed the store since the last call.
    bool changedElsewhere();

    Result<std::optional<std::string>> deviceProfile(const std::string& device);
    Status setDeviceProfile(const std::string& device, const std::string& json);

private:
    struct Impl;
    explicit RunStore(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockstep::session
