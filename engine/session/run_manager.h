// The state machine of runs (GUI.md section 4): commands in, views out. Control thread only.
#pragma once

#include "session/active_run.h"
#include "session/devices.h"
#include "session/run_record.h"
#include "session/run_store.h"
#include "session/session_errors.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace lockstep::session {

struct RunHooks {
    std::function<void(std::shared_ptr<const RunView>)> publish;
    std::function<void(RunId)> forget; ///< a deleted run
    std::function<void()> listChanged;
    std::function<void(Error)> trouble;
    std::function<void()> wake; ///< from the trainer's thread
};

/// As in SessionOptions.
struct RunPolicy {
    bool pauseOnFailedSave = false, worksQueue = true;
};

class RunManager {
public:
    RunManager(std::unique_ptr<RunStore> store, DeviceFactory devices, RunPolicy policy, RunHooks hooks);

    /// The run that the command is about.
    Result<RunId> handle(const Command& command);
    /// Takes what the trainer said; publishes, commits once a second, ends and starts runs, sees other processes' changes.
    void poll();
    /// Asks the active run to stop and save; poll() until active() is false. No queued run starts any more.
    void shutDown();
    /// Asks the active run to stop and save, whatever it is doing; the queue goes on.
    void endActive();
    bool active() const { return m_active != nullptr; }

    Result<std::vector<RunRow>> rows() { return m_store->rows(); }
    /// Reads a run and publishes it; live ones are published anyway.
    Status open(RunId run);
    Result<std::shared_ptr<const RunView>> stored(RunId run);
    DeviceList deviceList();
    /// Whether devices may be measured now.
    Status mayMeasure() const;
    Status keepProfiles(const std::vector<cost::DeviceProfile>& profiles);

private:
    /// A run that is published, not live: as it was published last.
    struct Followed {
        std::shared_ptr<const RunView> view;
        RunStore::Stamp stamp;
    };
    Result<RunId> on(const StartRun& command);
    Result<RunId> on(const ResumeRun& command);
    Result<RunId> on(const Pause& command);
    Result<RunId> on(const Continue& command);
    Result<RunId> on(const Stop& command);
    Result<RunId> on(const Discard& command);
    Result<RunId> on(const CheckpointNow& command);
    Result<RunId> on(const EvaluateNow& command);
    Result<RunId> on(const EditField& command);
    Result<RunId> on(const KeepAsStopped& command);
    Result<RunId> on(const AnnotateRun& command);
    Result<RunId> on(const DeleteRun& command);
    /// The session's own: it takes seconds.
    Result<RunId> on(const ProbeDevice&) { return Error(kNotAvailable, {"measuring devices"}); }

    struct Begin {
        RunId run = 0;
        std::shared_ptr<spec::RunDoc> document;
        std::unique_ptr<backends::Device> device;
        std::optional<train::Restore> restore;
        std::optional<std::int64_t> steps; ///< said when resuming
        std::string note = {};             ///< for the run's log
    };
    Result<RunId> create(const spec::RunDoc& run, RunState state, std::optional<RunId> parent, std::int64_t parentStep);
    Status begin(Begin begin);
    Status launch(Begin begin);
    Result<RunId> resumeSame(const ResumeRun& command, const RunView& view);
    Result<RunId> branch(const ResumeRun& command, const RunView& view);
    void startQueued();
    Status beginQueued(RunId run);
    void finish(const train::TrainOutcome& outcome);
    /// The active run, if it is this one and in one of the states.
    Result<RunRecord*> record(RunId run, std::initializer_list<RunState> states, const char* verb);
    Error wrongState(RunId run, RunState state, const char* verb) const;
    Status mayStart() const;
    void publish();
    /// False: the store did not take it; the next call tries again.
    bool commit();
    void pollOthers();
    void reload(RunId run);
    void forget(RunId run);
    Status follow(RunId run, Followed& followed);
    std::optional<cost::DeviceProfile> profileOf(const std::string& device);
    double peakOf(const backends::DeviceInfo& device);
    Status keepProfile(const cost::DeviceProfile& profile);

    std::unique_ptr<RunStore> m_store;
    DeviceFactory m_devices;
    RunPolicy m_policy;
    RunHooks m_hooks;
    std::unique_ptr<RunRecord> m_record; ///< of the active run
    std::unique_ptr<ActiveRun> m_active;
    std::vector<train::StepSample> m_samples; ///< of one poll; kept for its memory
    std::optional<RunDelta> m_unsaved;        ///< a commit that failed: tried again first
    std::map<RunId, Followed> m_opened;       ///< published, not live
    std::int64_t m_publishedNs = 0, m_committedNs = 0, m_polledNs = 0, m_reconciledNs = 0;
    std::map<RunId, std::uint64_t> m_versions; ///< so that a reload's version is higher
    bool m_troubled = false, m_closing = false;
    bool m_ended = false; ///< the active run has, but the store doesn't know yet
};

} // namespace lockstep::session
