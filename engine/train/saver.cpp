#include "train/saver.h"
#include "files/file_system.h"

namespace lockstep::train {

Saver::Saver(const TrainJob& job, Control& control, Observer& observer)
    : m_job(job), m_control(control), m_observer(observer), m_folder(job.folder),
      m_files(job.files ? *job.files : files::FileSystem::real()), m_every(job.run->checkpoint.everySteps.value_or(0)) {
    m_folder.tidy();
}

void Saver::resumed(const TrainState& state, bool own) {
    if (own) m_savedStep = state.step;
    m_keptBest = state.best;
    m_keptBestStep = state.bestStep;
    if (m_every > 0 && state.bestStep % m_every != 0) m_onlyBest.insert(state.bestStep);
}

void Saver::save(TrainState& state, const std::function<CheckpointParts()>& parts, bool onlyBest) {
    m_observer.tell(Activity{"saving", 0});
    m_saveBest = false;
    m_observer.settle();
    auto bytes = writeCheckpoint(m_folder.pathOf(state.step), parts(), m_files);
    m_observer.tell(Activity{});
    if (!bytes) return failed(state, std::move(bytes).error());
    m_error.reset();
    m_savedStep = state.step;
    m_keptBest = state.best;
    m_keptBestStep = state.bestStep;
    if (onlyBest)
        m_onlyBest.insert(state.step);
    else
        m_onlyBest.erase(state.step);
    auto removed = m_folder.prune(m_job.run->checkpoint.keep, state.bestStep, m_onlyBest);
    m_observer.tell(Saved{state.step, m_folder.pathOf(state.step), *bytes, state.bestStep == state.step, std::move(removed)});
}

void Saver::failed(TrainState& state, Error error) {
    // What was the best stays the best until a better one is on the disk, so that no prune takes it.
    state.best = m_keptBest;
    state.bestStep = m_keptBestStep;
    m_error = error;
    m_observer.tell(SaveFailed{state.step, std::move(error)});
    if (m_job.pauseOnFailedSave && !m_control.stopping() && !m_control.paused()) m_control.pause(true);
}

} // namespace lockstep::train
