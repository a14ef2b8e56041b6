// The run that this process writes: samples and messages in, snapshots and store changes out. Control thread only.
#pragma once

#include "monitors/health.h"
#include "monitors/utilisation.h"
#include "session/run_store.h"
#include "session/run_view.h"
#include "session/step_window.h"
#include "train/samples.h"
#include "train/trainer.h"

#include <map>
#include <memory>
#include <string>

namespace lockstep::session {

class RunRecord {
public:
    /// From the view as the store has it (of a new run: documents and name). Series get a new piece.
    explicit RunRecord(RunView view);

    RunId id() const { return m_view.id; }
    RunState state() const { return m_view.state; }
    std::int64_t step() const { return m_view.progress.step; }
    void setState(RunState state);
    void setDevice(std::string id) { m_device = std::move(id); }
    /// FLOP/s, measured; 0: not known.
    void setPeak(double flopsPerSecond);

    void add(const train::StepSample& sample);
    void add(const train::Message& message);
    void end(const train::TrainOutcome& outcome);
    void fail(Error error);
    void event(std::string kind, std::int64_t step, std::string text);

    /// Whether something changed since the last snapshot.
    bool changed() const { return m_changed; }
    /// The next version.
    std::shared_ptr<const RunView> snapshot();
    RunDelta takeDelta();
    /// How many are held, and what the store kept of them.
    std::size_t layerSamples() const { return m_samples.size(); }
    void setLayerSamples(std::vector<monitors::LayerSamplePtr> kept);

private:
    void point(const std::string& name, std::int64_t step, double wall, double value);
    void on(const train::Phase& phase);
    void on(const train::Prepared& prepared);
    void setBest(std::optional<double> best, std::int64_t step);
    void on(const train::Evaluated& evaluated);
    void on(const train::Saved& saved);
    void on(const train::SaveFailed& failed);
    void on(const train::Edited& edited);
    void on(const train::Activity& activity);
    void on(const train::PauseChanged& change);
    void on(const train::Probed& probed);
    void on(const train::Notice& notice);
    monitors::Utilisation use(double flops, double seconds) const;
    void updateProgress();
    void measureMemory();
    void summarise();
    void watch(const train::StepSample& sample);
    void raise(const std::vector<monitors::Alarm>& alarms);

    RunView m_view;
    std::string m_device;
    StepWindow m_window;
    std::vector<RunEvent> m_events;
    std::size_t m_storedEvents = 0;
    bool m_eventsChanged = false, m_changed = true;
    std::map<std::string, SeriesTail> m_tails; // not yet in the store
    monitors::HealthRules m_health;
    std::vector<std::string> m_layers; // of the model
    std::vector<monitors::LayerSamplePtr> m_samples;
    std::size_t m_storedSamples = 0;
    bool m_samplesChanged = false;
    std::vector<CheckpointRow> m_saved;
    std::vector<std::int64_t> m_removed;
    std::optional<double> m_best;
    std::int64_t m_bestStep = -1;
    std::string m_bestName = "loss.best"; ///< of the result that says how good the best one is
    double m_flopsPerStep = 0, m_activeAtStart = 0, m_evaluationSeconds = 0;
    std::int64_t m_batchesPerEpoch = 0, m_evaluations = 0, m_firstStep = 0, m_activeNs = 0, m_runningSince = 0, m_memoryMeasured = 0;
};

} // namespace lockstep::session
