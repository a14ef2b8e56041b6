// The run store: every run's documents, curves, events and checkpoints in one SQLite file.
#pragma once

#include "base/result.h"
#include "store/records.h"
#include "store/run_lock.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace SQLite {
class Database;
}

namespace lockstep::store {

enum class OpenMode { ReadWrite, ReadOnly };

struct OpenOptions {
    OpenMode mode = OpenMode::ReadWrite;
    int busyTimeoutMs = 5000; ///< how long to wait for another process's transaction
};

/// Whether the writer of an active run still lives. Elsewhere: it is on another host, only its last beat is known.
enum class Liveness { Live, Dead, Elsewhere };

/// What is known of a writer: whether its lock is held, it ran under this host's name, the store lies on a network's disk, and the seconds
/// since its last beat (one a second is written, also while paused). A free lock of a local disk is proof of its death whatever the host's
/// name (containers, renamed machines); on a network's, where another host's lock may not be seen, `kSilentS` without a beat are.
struct WriterSigns {
    bool locked = false, sameHost = true, network = false;
    double silentS = 0;
};
inline constexpr double kSilentS = 600;
Liveness judge(const WriterSigns& signs);

/// One connection. Any thread may use it, but only one at a time; open another for a second thread (SQLite takes care of
/// the rest). Every call may wait for the disk, so none is made on the window's thread. A call that fails changes nothing.
class RunStore {
public:
    ~RunStore();
    RunStore(const RunStore&) = delete;
    RunStore& operator=(const RunStore&) = delete;

    /// Opens or (ReadWrite) makes the store and missing folders. On a read-only disk ReadWrite opens for reading only.
    /// Errors: store.newer, store.locked, store.corrupt, store.not_a_database, store.foreign, store.missing,
    /// store.no_permission, store.unclean, store.disk_full, store.io.
    static Result<std::unique_ptr<RunStore>> open(const std::string& path, const OpenOptions& options = {});
    /// `$XDG_DATA_HOME/lockstep/runs.db`, or under `~/.local/share`.
    static std::string defaultPath();

    const std::string& path() const { return m_path; }
    bool readOnly() const { return m_readOnly; }
    /// A journal was left behind: another process has the store open, or the last one ended badly. Then run quickCheck.
    bool uncleanEnd() const { return m_uncleanEnd; }
    /// What the user should know about how it was opened (network disk, read-only disk); English.
    const std::vector<std::string>& notices() const { return m_notices; }

    /// Checks on a connection of its own, so a background thread can do it; store.corrupt names the first damage.
    /// A stop ends it without a verdict.
    static Status quickCheck(const std::string& path, const std::stop_token& stop = {});
    static Status fullCheck(const std::string& path);

    /// Changes whenever another connection has committed.
    Result<std::int64_t> dataVersion();
    /// Gives up to `pages` free pages back to the file system.
    Status vacuumSome(int pages = 256);

    // --- runs ---
    /// Inserts the run, sets its ordinal and makes its folder. Ids are never used twice.
    Result<RunId> createRun(const NewRun& run);
    Result<RunRow> run(RunId id);
    Result<RunDocuments> documents(RunId id);
    Result<std::vector<RunRow>> listRuns(const RunFilter& filter = {});
    Status updateRun(RunId id, const RunChange& change);
    /// Deletes rows, then the folder. store.run_busy if someone writes it.
    Status deleteRun(RunId id);
    /// Absolute or relative as the store's path: `<dir>/runs.d/run-7`.
    std::string runFolder(RunId id) const;

    // --- writing a run ---
    /// Takes the run's lock and writes this process into its row. store.run_busy if someone else has it.
    Result<RunLock> claimRun(RunId id);
    /// Number of the next piece of the run's series: 0 at the first start, one more at each resume.
    Result<int> openPiece(RunId id);
    Status commit(const RunBatch& batch);
    Liveness liveness(const RunRow& row) const;
    /// The row's status, or Interrupted if it is active and its writer dead.
    RunStatus effectiveStatus(const RunRow& row) const;
    /// Marks dead active runs of this host interrupted; returns their ids.
    Result<std::vector<RunId>> reconcile();

    // --- reading a run ---
    Result<std::vector<SeriesInfo>> series(RunId id);
    /// Pieces in order. `fromPiece`, `fromIndex`: leave out earlier chunks (full chunks never change, so a follower goes on there).
    Result<std::vector<SeriesPiece>> readSeries(RunId id, const std::string& name, int fromPiece = 0, int fromIndex = 0);
    /// Events with seq > after, in order, at most `limit` (-1: all).
    Result<std::vector<EventRow>> events(RunId id, std::int64_t after = 0, std::int64_t limit = -1);

    // --- checkpoints: rows follow files ---
    Status addCheckpoint(const CheckpointRow& row);
    Status removeCheckpoint(RunId id, std::int64_t step);
    Result<std::vector<CheckpointRow>> checkpoints(RunId id);
    /// Makes the rows match the complete `step-<n>` folders on disk; returns them by step.
    Result<std::vector<CheckpointRow>> rescanCheckpoints(RunId id);

    // --- queue ---
    Status enqueue(RunId id);
    Status dequeue(RunId id);
    Result<std::vector<RunId>> queued();
    /// The first of the queue, which leaves it; of several processes one gets it.
    Result<std::optional<RunId>> takeQueued();

    // --- settings and device profiles (values are text, usually JSON) ---
    Status setSetting(const std::string& key, const std::string& value);
    Result<std::optional<std::string>> setting(const std::string& key);
    Status setProfile(const std::string& device, const std::string& json);
    Result<std::optional<std::string>> profile(const std::string& device);

    // --- per-layer samples: at most kMaxSamples a run; when full, every second one goes and the interval doubles ---
    static constexpr std::int64_t kMaxSamples = 2000;
    /// True if kept: only every sampleInterval-th offered sample is.
    Result<bool> offerSample(RunId id, const SampleRow& sample);
    /// `afterStep`: only those of later steps.
    Result<std::vector<SampleRow>> samples(RunId id, std::int64_t afterStep = -1);
    Result<std::int64_t> sampleInterval(RunId id);

private:
    using TailKey = std::pair<std::int64_t, int>; // series id, piece
    struct Tail {
        int index = 0;
        ChunkPtr chunk;
    };
    using Tails = std::map<TailKey, Tail>;

    RunStore(std::string path, std::unique_ptr<SQLite::Database> db);

    Status mayWrite() const;
    std::int64_t seriesId(RunId id, const std::string& name);
    Tail tail(const TailKey& key);
    void appendPoints(RunId id, int piece, const SeriesBatch& batch, Tails& changed);
    bool offer(RunId id, const SampleRow& sample);
    void appendEvents(RunId id, const std::vector<EventRow>& events);
    void writeChange(RunId id, const RunChange& change, bool beat);
    Status requireRun(RunId id);
    RunId insertRun(const NewRun& run, RunId id);

    std::string m_path;
    std::unique_ptr<SQLite::Database> m_db;
    std::vector<std::string> m_notices;
    bool m_readOnly = false;
    bool m_uncleanEnd = false;
    Tails m_tails; // open chunks of the runs written here, as committed
};

} // namespace lockstep::store
