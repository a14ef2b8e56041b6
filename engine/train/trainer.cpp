#include "train/trainer.h"

#include "backends/device.h"
#include "base/clock.h"
#include "base/text.h"
#include "spec/json.h"
#include "train/best_rule.h"
#include "train/checkpoint_folder.h"
#include "train/divergence.h"
#include "train/evaluator.h"
#include "train/run_programs.h"
#include "train/saver.h"
#include "train/train_errors.h"
#include "train/weights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace lockstep::train {
namespace {

class Trainer {
public:
    Trainer(const TrainJob& job, Control& control, Observer& observer)
        : m_job(job), m_run(*job.run), m_control(control), m_observer(observer), m_saver(job, control, observer),
          m_evaluateEvery(m_run.evaluateEvery.value_or(0)) {}

    TrainOutcome run();

private:
    Status prepare();
    Status checkValidation() const;
    Status compileAhead();
    Status loadInitial();
    Result<std::optional<Checkpoint>> findCheckpoint();
    bool keepsData(const Checkpoint& checkpoint) const;
    Status restore(Checkpoint checkpoint);
    std::string deviceText() const;
    void restoreEdits();
    void repairPosition();
    Status loop();
    Status border();
    Status requests();
    Status applyEdit(Edit edit);
    Status pauseIfAsked();
    Status wait();
    Result<bool> step();
    Status finish();
    /// `due`: by the run's own interval, not because somebody asked.
    Status evaluate(Split split, bool due);
    void judge(Evaluated& evaluated);
    void countPatience(const Evaluated& evaluated);
    bool stoppedEarly() const;
    Status evaluateIfDue();
    void adopt(const Edit& edit);
    Status save(bool onlyBest = false);
    Status adoptOptimizer(const Checkpoint& checkpoint);
    CheckpointParts parts() const;
    StepSample sampleOf(const StepResult& result, std::int64_t size, std::int64_t start, std::int64_t dataNs, double lr) const;
    void advance(std::int64_t size);
    TrainOutcome outcome(Status status) const;
    double activeSeconds() const { return m_state.activeSeconds + static_cast<double>(monotonicNs() - m_activeSince) * 1e-9; }
    bool evaluationDue() const;

    const TrainJob& m_job;
    const spec::RunDoc& m_run;
    Control& m_control;
    Observer& m_observer;
    Saver m_saver;
    RunPrograms m_programs;
    std::optional<Evaluator> m_evaluator;
    std::optional<Schedule> m_schedule;
    std::unique_ptr<BatchStream> m_stream;
    StepSettings m_settings; // reused: a step allocates nothing
    TrainState m_state;
    std::map<std::int64_t, double> m_flops; // by size of the batch
    BestRule m_best{m_run};
    std::int64_t m_evaluateEvery, m_batchesPerEpoch = 0, m_startStep = 0;
    std::int64_t m_activeSince = monotonicNs();
    bool m_prepared = false, m_stopped = false, m_waiting = false;
};

TrainOutcome Trainer::run() {
    if (auto status = prepare(); !status) {
        m_stopped = m_control.stopping() && status.error().id().ends_with(".cancelled");
        return outcome(m_stopped ? Status() : std::move(status));
    }
    m_programs.set->setStop({}); // a step that needs a program is finished
    return outcome(loop());
}

TrainOutcome Trainer::outcome(Status status) const {
    TrainOutcome outcome{TrainOutcome::Status::Completed, m_state.step, {}, m_prepared};
    if (m_stopped) outcome.status = TrainOutcome::Status::Stopped;
    if (!status)
        outcome.error = std::move(status).error();
    else if (m_saver.error())
        outcome.error = Error(kCheckpointNotSaved, {std::to_string(m_state.step), m_saver.error()->message()});
    if (outcome.error) outcome.status = TrainOutcome::Status::Failed;
    return outcome;
}

// --- preparing

Status Trainer::prepare() {
    LOCKSTEP_ASSIGN(auto from, m_job.restore ? findCheckpoint() : Result<std::optional<Checkpoint>>(std::nullopt));
    const auto kept = from && keepsData(*from) ? from->normalization : std::nullopt;
    const auto phase = [&](const std::string& what) { m_observer.tell(Phase{what}); };
    LOCKSTEP_ASSIGN(m_programs, RunPrograms::create(m_run, *m_job.device, compile::Purpose::Training, phase, kept, m_control.stopToken()));
    m_evaluator.emplace(m_run, *m_programs.runner, m_programs.set->model());
    m_batchesPerEpoch = m_programs.feed->batchesPerEpoch();
    if (m_batchesPerEpoch == 0) return Error(kNoTrainingData).atPath("data");
    LOCKSTEP_TRY(checkValidation());
    m_schedule.emplace(m_run.schedule, m_run.optimizer.lr, m_run.steps.value_or(m_run.epochs * m_batchesPerEpoch));
    LOCKSTEP_TRY(compileAhead());
    LOCKSTEP_TRY(from ? restore(*std::move(from)) : loadInitial());
    m_startStep = m_state.step;
    LOCKSTEP_ASSIGN(m_stream, m_programs.feed->training(m_state.epoch, m_state.batch));
    for (const auto size : m_programs.feed->batchSizes(Split::Train)) { LOCKSTEP_ASSIGN(m_flops[size], m_programs.runner->flops(size)); }
    for (const auto& warning : m_programs.feed->warnings()) m_observer.tell(Notice{m_state.step, "log", warning});
    m_activeSince = monotonicNs();
    m_prepared = true;
    std::vector<std::string> layers;
    for (const auto& layer : m_programs.set->model().layers) layers.push_back(layer.id);
    m_observer.tell(Prepared{m_state.step, m_schedule->steps(), m_batchesPerEpoch, m_programs.feed->samples(Split::Train),
                             m_programs.feed->samples(Split::Validation), m_programs.feed->samples(Split::Test),
                             m_programs.set->plannedBytes(), m_programs.executor->allocatedBytes(), m_flops.rbegin()->second,
                             m_state.activeSeconds, std::move(layers), m_state.best, m_state.bestStep, m_best.metric()});
    return {};
}

/// What is decided by evaluations needs some data for them.
Status Trainer::checkValidation() const {
    if (m_programs.feed->samples(Split::Validation) > 0) return {};
    if (m_run.schedule.type == "plateau") return Error(kNeedsValidation, {"schedule plateau"}).atPath("schedule");
    if (m_run.earlyStop) return Error(kNeedsValidation, {"early_stop"}).atPath("early_stop");
    return {};
}

/// All programs that the run will need, so that no step waits for a compiler and memory is known.
Status Trainer::compileAhead() {
    for (const auto size : m_programs.feed->batchSizes(Split::Train)) LOCKSTEP_TRY(m_programs.runner->prepare(size));
    for (const auto split : {Split::Validation, Split::Test}) {
        for (const auto size : m_programs.feed->batchSizes(split)) LOCKSTEP_TRY(m_programs.runner->prepareEvaluation(size));
    }
    return {};
}

Status Trainer::loadInitial() {
    m_observer.tell(Phase{"loading weights"});
    LOCKSTEP_ASSIGN(const std::string matched, m_programs.loadInitial(m_run));
    if (!matched.empty()) m_observer.tell(Notice{0, "log", matched});
    return {};
}

/// None: there is nothing to go on from, the run starts again at 0.
Result<std::optional<Checkpoint>> Trainer::findCheckpoint() {
    const auto& from = *m_job.restore;
    m_observer.tell(Phase{"loading the checkpoint"});
    std::vector<Error> passedOver;
    auto checkpoint = CheckpointFolder(from.folder).newestGood(passedOver, from.step);
    for (const auto& error : passedOver) m_observer.tell(Notice{0, "alarm", error.message() + "; the checkpoint before it is used"});
    if (!checkpoint) {
        // Killed before its first checkpoint.
        if (from.branch || from.step || !passedOver.empty()) return std::move(checkpoint).error();
        return std::optional<Checkpoint>();
    }
    return std::optional(*std::move(checkpoint));
}

/// The run itself keeps its figures of normalization even if the file has changed; a branch only with the same data.
bool Trainer::keepsData(const Checkpoint& checkpoint) const {
    if (!m_job.restore->branch) return true;
    const auto text = [](const spec::Json& run) {
        const auto* data = run.find("data");
        return data ? spec::writeJson(*data, 0) : std::string();
    };
    const auto before = spec::parseJson(checkpoint.resolvedRun, "run");
    return before && text(*before) == text(spec::resolvedJson(m_run));
}

/// Processor and threads decide over the kernels, and so over the last bits.
std::string Trainer::deviceText() const {
    const auto& info = m_job.device->info();
    return info.id + ", " + info.description + ", " + std::to_string(info.threads) + (info.threads == 1 ? " thread" : " threads");
}

Status Trainer::restore(Checkpoint checkpoint) {
    const auto& from = *m_job.restore;
    if (!checkpoint.device.empty() && checkpoint.device != deviceText())
        m_observer.tell(Notice{checkpoint.state.step, "log",
                               "the checkpoint was written on " + checkpoint.device + "; this is " + deviceText() +
                                   ": it goes on from there, but not bit for bit as it would have"});
    LOCKSTEP_TRY(loadWeights(m_programs.set->model(), checkpoint.model, from.folder, *m_programs.executor));
    m_state = std::move(checkpoint.state);
    if (from.branch)
        LOCKSTEP_TRY(adoptOptimizer(checkpoint));
    else
        LOCKSTEP_TRY(loadOptimizer(m_programs.set->persistent(), checkpoint.optimizer, *m_programs.executor));
    if (from.branch) {
        m_state.best.reset();
        m_state.plateau = {};
        m_state.earlyStop = {};
        m_state.bestStep = m_state.evaluatedStep = -1;
        m_state.edits.clear();
    }
    m_saver.resumed(m_state, !from.branch);
    m_schedule->restore(m_state.plateau);
    restoreEdits();
    if (stoppedEarly())
        m_observer.tell(Notice{m_state.step, "log",
                               "the run has stopped early: more steps train nothing; a branch with another early_stop.patience goes on"});
    repairPosition();
    return {};
}

/// Adam and AdamW keep the same.
static std::string optimizerOf(const std::string& resolvedRun) {
    const auto run = spec::parseJson(resolvedRun, "run");
    const auto* optimizer = run ? run->find("optimizer") : nullptr;
    const auto* type = optimizer ? optimizer->find("type") : nullptr;
    return !type ? std::string() : type->text == "adamw" ? "adam" : type->text;
}

/// What a branch takes over of the optimizer: all that fits where it is of the same type, else the running averages only.
Status Trainer::adoptOptimizer(const Checkpoint& checkpoint) {
    LOCKSTEP_TRY(m_programs.startAverages());
    const bool same = optimizerOf(checkpoint.resolvedRun) == optimizerOf(m_job.resolvedRun);
    LOCKSTEP_ASSIGN(const auto anew, takeOptimizer(m_programs.set->persistent(), checkpoint.optimizer, same, *m_programs.executor));
    if (!same) m_state.applied = 0;
    if (!same)
        m_observer.tell(Notice{m_state.step, "log", "the branch has another optimizer: its state starts anew"});
    else if (!anew.empty())
        m_observer.tell(Notice{m_state.step, "log", "the branch starts anew with " + join(anew, ", ")});
    return {};
}

void Trainer::restoreEdits() {
    for (const auto& edit : m_state.edits) adopt(edit);
    if (!m_job.steps) return;
    m_state.edits.push_back({m_state.step, "steps", static_cast<double>(*m_job.steps)});
    adopt(m_state.edits.back());
    m_saver.touch();
}

void Trainer::adopt(const Edit& edit) {
    m_schedule->apply(edit);
    if (edit.field == "evaluate_every") m_evaluateEvery = static_cast<std::int64_t>(edit.value);
    if (edit.field == "checkpoint.every_steps") m_saver.setInterval(static_cast<std::int64_t>(edit.value));
}

/// A branch may have other batches than the run it comes from: it goes on at the next whole epoch's start.
void Trainer::repairPosition() {
    if (m_state.batch < m_batchesPerEpoch) return;
    m_state.batch = 0;
    ++m_state.epoch;
}

// --- the loop

Status Trainer::loop() {
    while (true) {
        LOCKSTEP_TRY(border());
        if (m_stopped || m_state.step >= m_schedule->steps() || stoppedEarly()) break;
        LOCKSTEP_ASSIGN(const bool done, step());
        if (!done && !m_control.stopping()) break;
    }
    return finish();
}

bool Trainer::evaluationDue() const {
    if (m_state.step == m_state.evaluatedStep || m_state.step == 0) return false;
    if (m_evaluateEvery > 0) return m_state.step % m_evaluateEvery == 0;
    return m_state.batch == 0;
}

Status Trainer::border() {
    LOCKSTEP_TRY(evaluateIfDue());
    const bool due = m_saver.isDue(m_state.step) && m_state.step > m_startStep;
    if ((due && !m_saver.isSaved(m_state.step)) || m_saver.wantsBest()) LOCKSTEP_TRY(save(!due));
    if (!m_control.pending()) return {};
    LOCKSTEP_TRY(requests());
    LOCKSTEP_TRY(pauseIfAsked());
    m_stopped = m_control.stopping();
    return {};
}

Status Trainer::requests() {
    auto asked = m_control.take();
    for (auto& edit : asked.edits) LOCKSTEP_TRY(applyEdit(std::move(edit)));
    if (asked.evaluate && !m_control.stopping()) LOCKSTEP_TRY(evaluate(Split::Validation, false));
    if (asked.checkpoint || m_saver.wantsBest()) LOCKSTEP_TRY(save(!asked.checkpoint));
    if (asked.pause && m_waiting) m_observer.tell(PauseChanged{true, m_state.step}); // "go on" and "pause" came together
    return {};
}

Status Trainer::applyEdit(Edit edit) {
    edit.step = m_state.step;
    adopt(edit);
    m_state.edits.push_back(edit);
    m_saver.touch(); // an edit belongs to the next checkpoint, even of the same step
    m_observer.tell(Edited{std::move(edit), m_schedule->steps()});
    return {};
}

Status Trainer::pauseIfAsked() {
    while (m_control.paused() && !m_control.stopping()) {
        LOCKSTEP_TRY(wait());
        // Paused for a save that failed: going on tries again, and waits again if that fails too.
        if (m_saver.error() && m_job.pauseOnFailedSave && !m_control.stopping()) LOCKSTEP_TRY(save());
    }
    return {};
}

Status Trainer::wait() {
    m_state.activeSeconds = activeSeconds();
    m_observer.tell(PauseChanged{true, m_state.step});
    m_waiting = true;
    while (m_control.paused() && !m_control.stopping()) {
        m_control.waitWhilePaused();
        m_activeSince = monotonicNs();
        LOCKSTEP_TRY(requests());
    }
    m_waiting = false;
    m_observer.tell(PauseChanged{false, m_state.step});
    m_activeSince = monotonicNs();
    return {};
}

/// False: the data ended, or the step was dropped for a stop.
Result<bool> Trainer::step() {
    const auto start = monotonicNs();
    LOCKSTEP_ASSIGN(const auto* batch, m_stream->next());
    const auto dataNs = monotonicNs() - start;
    if (!batch) return Error(kNoTrainingData).atPath("data");
    const auto& groups = m_programs.set->groups();
    m_settings.step = m_state.step;
    m_settings.applied = m_state.applied + 1;
    m_settings.rates.resize(groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g) m_settings.rates[g] = m_schedule->rate(m_state.step, groups[g].settings.lr);
    m_settings.probe = m_run.probeEverySteps > 0 && m_state.step % m_run.probeEverySteps == 0;
    LOCKSTEP_ASSIGN(auto result, m_programs.runner->train(*batch, m_settings, &m_control.stopFlag()));
    if (result.dropped) return false; // the position stays: a resume takes this step again
    m_observer.stepped(sampleOf(result, batch->size, start, dataNs, m_schedule->rate(m_state.step)));
    if (!result.probes.empty()) m_observer.tell(Probed{{m_state.step, std::move(result.probes)}});
    std::optional<Error> wrong;
    if (!std::isfinite(result.loss) && !result.empty) wrong = lossNotFinite(m_run, m_state, *batch, result.loss);
    advance(batch->size);
    if (wrong) return *std::move(wrong);
    return true;
}

StepSample Trainer::sampleOf(const StepResult& result, std::int64_t size, std::int64_t start, std::int64_t dataNs, double lr) const {
    StepSample sample;
    sample.step = m_state.step;
    sample.wall = wallSeconds();
    sample.loss = result.loss;
    sample.lr = lr;
    sample.gradNorm = result.gradNorm;
    sample.samples = size;
    sample.items = size * m_programs.feed->itemsPerSample();
    sample.flops = m_flops.at(size);
    sample.suspect = result.suspect.kind;
    const auto& layers = m_programs.set->model().layers;
    const auto layer = std::find_if(layers.begin(), layers.end(), [&](const auto& l) { return l.id == result.suspect.layer; });
    if (layer != layers.end()) sample.suspectLayer = static_cast<std::int32_t>(layer - layers.begin());
    sample.epoch = m_state.epoch;
    sample.dataNs = dataNs;
    sample.transferNs = result.times.transfer;
    sample.computeNs = result.times.compute;
    sample.communicationNs = result.times.communication;
    sample.optimizerNs = result.times.optimizer;
    sample.wallNs = monotonicNs() - start;
    sample.otherNs = std::max<std::int64_t>(0, sample.wallNs - sample.dataNs - sample.transferNs - sample.computeNs -
                                                   sample.communicationNs - sample.optimizerNs);
    return sample;
}

void Trainer::advance(std::int64_t size) {
    ++m_state.step;
    ++m_state.applied;
    m_state.samples += size;
    if (++m_state.batch < m_batchesPerEpoch) return;
    m_state.batch = 0;
    ++m_state.epoch;
}

Status Trainer::finish() {
    if (m_stopped || m_control.stopping()) {
        m_stopped = true;
        return m_control.discarding() || m_saver.isSaved(m_state.step) ? Status() : save();
    }
    LOCKSTEP_TRY(checkWeights(m_programs, m_state));
    if (m_state.evaluatedStep != m_state.step) LOCKSTEP_TRY(evaluate(Split::Validation, true));
    LOCKSTEP_TRY(evaluate(Split::Test, true));
    if (!m_saver.isSaved(m_state.step) || m_saver.wantsBest()) LOCKSTEP_TRY(save());
    if (m_saver.error()) LOCKSTEP_TRY(pauseIfAsked());
    m_stopped = m_control.stopping(); // during the last evaluation: a resume does it again
    return {};
}

// --- evaluating and saving

Status Trainer::evaluateIfDue() { return evaluationDue() && !m_control.stopping() ? evaluate(Split::Validation, true) : Status(); }

Status Trainer::evaluate(Split split, bool due) {
    if (m_programs.feed->samples(split) == 0) {
        if (split == Split::Validation) m_state.evaluatedStep = m_state.step;
        return {};
    }
    m_observer.tell(Activity{"evaluating", 0});
    LOCKSTEP_ASSIGN(auto evaluated, m_evaluator->evaluate(*m_programs.feed, split, m_state.step, &m_control.stopFlag(), [&](double done) {
        m_observer.tell(Activity{"evaluating", done});
    }));
    m_observer.tell(Activity{});
    if (!evaluated) return {};
    Evaluated result = *std::move(evaluated);
    if (split == Split::Validation) {
        judge(result);
        if (due) countPatience(result); // an evaluation that was asked for is in no checkpoint: a resume would not repeat it
    }
    m_observer.tell(std::move(result));
    return {};
}

/// Whether this evaluation is the best one.
void Trainer::judge(Evaluated& evaluated) {
    m_state.evaluatedStep = m_state.step;
    const auto value = m_best.of(evaluated);
    if (value && (!m_state.best || m_best.better(*value, *m_state.best))) {
        m_state.best = evaluated.best = value;
        m_state.bestStep = m_state.step;
        m_saver.foundBest();
    }
}

/// Whether this evaluation lets the rate fall or ends the run.
void Trainer::countPatience(const Evaluated& evaluated) {
    if (m_schedule->observe(evaluated.loss))
        m_observer.tell(Notice{m_state.step, "schedule",
                               "the validation loss stands still: learning rate " + shortest(m_schedule->rate(m_state.step))});
    m_state.plateau = m_schedule->plateau();
    if (!m_run.earlyStop) return;
    const auto& stop = *m_run.earlyStop;
    m_state.earlyStop.see(m_best.of(evaluated).value_or(std::nan("")),
                          [&](double a, double b) { return m_best.better(a, b, stop.minDelta); });
    if (!stoppedEarly()) return;
    m_observer.tell(Notice{m_state.step, "log",
                           "stopped early: " + stop.metric + " has not been better than " +
                               shortest(m_state.earlyStop.best.value_or(std::nan(""))) + " for " + std::to_string(m_state.earlyStop.bad) +
                               " evaluations"});
}

bool Trainer::stoppedEarly() const { return m_run.earlyStop && m_state.earlyStop.bad >= m_run.earlyStop->patience; }

CheckpointParts Trainer::parts() const {
    CheckpointParts parts{m_state,
                          m_job.resolvedRun,
                          m_programs.feed->normalization(),
                          deviceText(),
                          streamWeights(m_programs.set->model(), *m_programs.executor),
                          streamOptimizer(m_programs.set->persistent(), *m_programs.executor)};
    parts.state.activeSeconds = activeSeconds();
    return parts;
}

/// Ruined weights replace no checkpoint: from the one before can be gone on with a smaller rate.
Status Trainer::save(bool onlyBest) {
    LOCKSTEP_TRY(checkWeights(m_programs, m_state));
    m_saver.save(
        m_state, [this] { return parts(); }, onlyBest);
    return {};
}

} // namespace

TrainOutcome train(const TrainJob& job, Control& control, Observer& observer) { return Trainer(job, control, observer).run(); }

} // namespace lockstep::train
