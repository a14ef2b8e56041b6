// When and what a training saves: the interval, the best, what was asked for; a save that fails is tried again.
#pragma once

#include "train/checkpoint_folder.h"
#include "train/control.h"
#include "train/samples.h"
#include "train/trainer.h"

#include <functional>
#include <optional>
#include <set>

namespace lockstep::train {

class Saver {
public:
    Saver(const TrainJob& job, Control& control, Observer& observer);

    /// `every` of 0: no interval.
    void setInterval(std::int64_t every) { m_every = every; }
    /// The run goes on from its own checkpoint (`own`) or from another run's.
    void resumed(const TrainState& state, bool own);
    /// An evaluation was the best one: the next border saves it.
    void foundBest() { m_saveBest = true; }
    /// Something that is no step belongs to the next checkpoint too.
    void touch() { m_savedStep = -1; }

    bool wantsBest() const { return m_saveBest; }
    bool isSaved(std::int64_t step) const { return m_savedStep == step; }
    bool isDue(std::int64_t step) const { return m_every > 0 && step > 0 && step % m_every == 0; }
    const std::optional<Error>& error() const { return m_error; } ///< of the last attempt

    /// Writes `parts()` beside the others and removes those that need not be kept. A failure is told and remembered, not returned:
    /// the next save may succeed; what `state` calls the best is then what was the best before. `onlyBest`: nothing else asks for it.
    void save(TrainState& state, const std::function<CheckpointParts()>& parts, bool onlyBest);

private:
    void failed(TrainState& state, Error error);

    const TrainJob& m_job;
    Control& m_control;
    Observer& m_observer;
    CheckpointFolder m_folder;
    files::FileSystem& m_files;
    std::int64_t m_every, m_savedStep = -1;
    std::optional<double> m_keptBest; // the best of those saved
    std::int64_t m_keptBestStep = -1;
    std::set<std::int64_t> m_onlyBest; // steps saved for nothing but being the best then
    std::optional<Error> m_error;
    bool m_saveBest = false;
};

} // namespace lockstep::train
