// The trainer on the reference device: ends, failures, saves that fail, equal bits.
#include "train/trainer.h"

#include "backends/ref/ref_device.h"
#include "files/file_system.h"
#include "files/safetensors.h"
#include "spec/json.h"
#include "spec/templates.h"
#include "train/checkpoint_folder.h"
#include "train/offline.h"
#include "train/train_errors.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace lockstep::train {
namespace {

namespace fs = std::filesystem;

/// Keeps all that it is told.
struct Listener final : Observer {
    void stepped(const StepSample& sample) override {
        steps.push_back(sample);
        if (onStep) onStep(sample);
    }
    void tell(Message message) override {
        messages.push_back(std::move(message));
        if (const auto* phase = std::get_if<Phase>(&messages.back()); phase && onPhase) onPhase(phase->name);
        if (const auto* pause = std::get_if<PauseChanged>(&messages.back()); pause && onPause) onPause(*pause);
    }
    template <class T> std::vector<T> all() const {
        std::vector<T> found;
        for (const auto& message : messages) {
            if (const auto* m = std::get_if<T>(&message)) found.push_back(*m);
        }
        return found;
    }
    std::vector<StepSample> steps;
    std::vector<Message> messages;
    std::function<void(const StepSample&)> onStep;
    std::function<void(const PauseChanged&)> onPause;
    std::function<void(const std::string&)> onPhase;
};

class TrainerTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::temp_directory_path() / ("lockstep-trainer-" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
        m_job.folder = m_folder.string();
        m_device = backends::makeRefDevice();
        m_job.device = m_device.get();
    }
    void TearDown() override { fs::remove_all(m_folder); }

    TrainOutcome run(std::vector<std::string> sets) {
        auto json = spec::templateRun("digits-mlp");
        spec::ReadRunOptions options;
        options.sets = std::move(sets);
        auto doc = spec::readRun(*json, options);
        EXPECT_TRUE(doc.ok()) << doc.error().message();
        m_job.run = std::make_shared<spec::RunDoc>(*std::move(doc));
        m_job.resolvedRun = spec::writeJson(spec::resolvedJson(*m_job.run), 0);
        return train(m_job, m_control, m_listener);
    }
    NamedTensors weights() const {
        std::vector<Error> passedOver;
        return CheckpointFolder(m_job.folder).newestGood(passedOver)->model;
    }

    fs::path m_folder;
    std::unique_ptr<backends::Device> m_device;
    TrainJob m_job;
    Control m_control;
    Listener m_listener;
};

TEST_F(TrainerTest, TellsEveryStepAndTheTimesSumUp) {
    const auto outcome = run({"steps=7", "evaluate_every=3"});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Completed);
    EXPECT_EQ(outcome.step, 7);
    ASSERT_EQ(m_listener.steps.size(), 7u);
    for (std::size_t i = 0; i < 7; ++i) {
        const auto& s = m_listener.steps[i];
        EXPECT_EQ(s.step, static_cast<std::int64_t>(i));
        EXPECT_TRUE(std::isfinite(s.loss));
        EXPECT_EQ(s.dataNs + s.transferNs + s.computeNs + s.communicationNs + s.optimizerNs + s.otherNs, s.wallNs);
    }
    std::vector<std::int64_t> evaluated;
    for (const auto& e : m_listener.all<Evaluated>()) evaluated.push_back(e.step);
    EXPECT_EQ(evaluated, (std::vector<std::int64_t>{3, 6, 7, 7})); // the last two: validation and test
}

TEST_F(TrainerTest, FrozenParametersKeepTheirBitsAndLeaveTheNorm) {
    run({"steps=1", "clip_grad_norm=null"});
    const auto freeNorm = m_listener.steps.at(0).gradNorm;
    m_listener = {};
    m_job.folder = (m_folder / "frozen").string();
    run({"steps=5", R"(freeze=["fc1.*", "*.bias"])", "accumulate=3"});
    const auto trained = weights();
    EXPECT_LT(*m_listener.steps.at(0).gradNorm, *freeNorm);
    m_job.folder = (m_folder / "start").string();
    run({"steps=0"});
    const auto start = weights();
    for (std::size_t i = 0; i < start.size(); ++i) {
        const auto& [name, tensor] = start[i];
        const bool frozen = name.starts_with("fc1.") || name.ends_with(".bias");
        EXPECT_EQ(std::memcmp(tensor.data(), trained[i].second.data(), tensor.bytes()) == 0, frozen) << name;
    }
    const auto wrong = run({"steps=1", R"(freeze=["fc9.*"])"});
    ASSERT_TRUE(wrong.error);
    EXPECT_EQ(wrong.error->id(), "compile.freezes_nothing");
    EXPECT_NE(wrong.error->hint().find("fc1.weight"), std::string::npos);
}

/// e_k = w_0 d^k + (1-d) sum of w_i d^(k-i), from the weights of each step.
TEST_F(TrainerTest, TheRunningAverageFollowsItsClosedForm) {
    const double d = 0.75;
    const auto optimizer = [&] {
        std::vector<Error> passedOver;
        return CheckpointFolder(m_job.folder).newestGood(passedOver)->optimizer;
    };
    for (const char* accumulate : {"accumulate=1", "accumulate=2"}) {
        std::vector<float> expected;
        for (int k = 0; k <= 3; ++k) {
            m_job.folder = (m_folder / (std::string(accumulate) + std::to_string(k))).string();
            run({"steps=" + std::to_string(k), R"(ema={"decay": 0.75})", accumulate, R"(freeze=["fc2.weight"])",
                 R"(schedule={"type": "constant"})"});
            const auto all = weights();
            const auto named = std::find_if(all.begin(), all.end(), [](const auto& t) { return t.first == "fc1.weight"; });
            const auto w = named->second.as<float>();
            if (k == 0) expected.assign(w.begin(), w.end());
            for (std::size_t i = 0; k > 0 && i < w.size(); ++i)
                expected[i] = static_cast<float>(expected[i] + (1 - d) * (w[i] - expected[i]));
        }
        const auto states = optimizer();
        const auto average = std::find_if(states.begin(), states.end(), [](const auto& s) { return s.first == "ema.fc1.weight"; });
        ASSERT_NE(average, states.end());
        EXPECT_TRUE(std::none_of(states.begin(), states.end(), [](const auto& s) { return s.first == "ema.fc2.weight"; }));
        for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(average->second.as<float>()[i], expected[i], 1e-6) << i;
    }
}

/// With decay 1 the average stays the initial weights: every evaluation tells the same; with 0 it is the weights.
TEST_F(TrainerTest, EvaluationReadsTheRunningAverage) {
    run({"steps=6", "evaluate_every=2", R"(ema={"decay": 1})"});
    std::vector<double> losses;
    for (const auto& e : m_listener.all<Evaluated>())
        if (e.split == "validation") losses.push_back(e.loss);
    ASSERT_EQ(losses.size(), 3u);
    EXPECT_EQ(losses[0], losses[2]);
    m_listener = {};
    run({"steps=6", "evaluate_every=2"});
    const auto plain = m_listener.all<Evaluated>();
    m_listener = {};
    run({"steps=6", "evaluate_every=2", R"(ema={"decay": 0})"});
    const auto averaged = m_listener.all<Evaluated>();
    for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(plain[i].loss, averaged[i].loss, 1e-6);
}

TEST_F(TrainerTest, APlateauLetsTheRateFallAndAResumeGoesOnFromThere) {
    // Nothing is learned at rate 0 of all but the bound: the validation loss stands still from the first evaluation on.
    const std::vector<std::string> sets{"evaluate_every=1", "optimizer.lr=1e-12", "optimizer.weight_decay=0",
                                        R"(schedule={"type": "plateau", "patience": 2, "factor": 0.5})"};
    auto with = [&](std::string steps) {
        auto all = sets;
        all.push_back(std::move(steps));
        return all;
    };
    run(with("steps=4"));
    EXPECT_EQ(m_listener.steps.back().lr, 1e-12); // falls of 1e-8 and less are none
    m_listener = {};
    auto larger = with("steps=9");
    larger[1] = "optimizer.lr=1e-5";
    larger.push_back(R"(freeze=["*"])");
    m_job.folder = (m_folder / "falls").string();
    run(larger);
    std::vector<double> rates;
    for (const auto& s : m_listener.steps) rates.push_back(s.lr);
    // Evaluation 1 is the best; after 2, 3, 4 three are worse than it.
    const std::vector<double> expected{1e-5, 1e-5, 1e-5, 1e-5, 5e-6, 5e-6, 5e-6, 2.5e-6, 2.5e-6};
    EXPECT_EQ(rates, expected);
    larger[4] = "steps=12";
    m_listener = {};
    m_job.restore = Restore{m_job.folder, {}, false};
    m_job.steps = 12;
    run(larger);
    ASSERT_EQ(m_listener.steps.size(), 3u);
    EXPECT_EQ(m_listener.steps[0].lr, 2.5e-6);
    EXPECT_EQ(m_listener.steps[1].lr, 1.25e-6);
}

TEST_F(TrainerTest, InitialWeightsTakeTheirNamesByRules) {
    run({"steps=3"});
    NamedTensors trained = weights(), renamed, some;
    for (const auto& [name, tensor] : trained) renamed.emplace_back("old.net." + name + ".v1", tensor);
    const auto whole = (m_folder / "whole.safetensors").string(), part = (m_folder / "part.safetensors").string();
    ASSERT_TRUE(files::writeSafetensors(whole, renamed));
    // The first star is `net`: the first rule would name them all fcnet.
    const auto wrong = run({"steps=0", R"(init={"file": ")" + whole + R"(", "map": [["old.*.fc*.v1", "fc*"]]})"});
    ASSERT_TRUE(wrong.error);
    EXPECT_NE(wrong.error->message().find("would both be fcnet"), std::string::npos) << wrong.error->message();
    m_job.folder = (m_folder / "right").string();
    ASSERT_FALSE(run({"steps=0", R"(init={"file": ")" + whole + R"(", "map": [["old.net.*.v1", "*"]]})"}).error);
    const auto same = weights();
    for (std::size_t i = 0; i < same.size(); ++i)
        EXPECT_EQ(std::memcmp(same[i].second.data(), trained[i].second.data(), same[i].second.bytes()), 0) << same[i].first;
    // Not strict: what fits is taken, the rest starts as usual.
    for (const auto& [name, tensor] : trained)
        if (name.starts_with("fc1.")) some.emplace_back(name, tensor);
    some.emplace_back("elsewhere", trained[0].second);
    ASSERT_TRUE(files::writeSafetensors(part, some));
    m_job.folder = (m_folder / "usual").string();
    run({"steps=0"});
    const auto usual = weights();
    m_job.folder = (m_folder / "some").string();
    m_listener = {};
    ASSERT_FALSE(run({"steps=0", R"(init={"file": ")" + part + R"(", "strict": false})"}).error);
    const auto mixed = weights();
    for (std::size_t i = 0; i < mixed.size(); ++i) {
        const auto& from = mixed[i].first.starts_with("fc1.") ? trained : usual;
        EXPECT_EQ(std::memcmp(mixed[i].second.data(), from[i].second.data(), mixed[i].second.bytes()), 0) << mixed[i].first;
    }
    const auto notices = m_listener.all<Notice>();
    ASSERT_FALSE(notices.empty());
    EXPECT_NE(notices[0].text.find("in the file and not used elsewhere"), std::string::npos) << notices[0].text;
}

TEST_F(TrainerTest, StopsEarlyWhenTheMetricStandsStill) {
    const auto outcome =
        run({"steps=40", "evaluate_every=2", R"(freeze=["*"])", R"(early_stop={"metric": "validation/accuracy", "patience": 3})"});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Completed);
    EXPECT_EQ(outcome.step, 8); // the first evaluation is the best, three follow
    EXPECT_EQ(m_listener.all<Prepared>().at(0).bestBy, "accuracy");
    const auto wrong = run({"steps=4", R"(data.split={"train": 1})", R"(early_stop={})"});
    ASSERT_TRUE(wrong.error);
    EXPECT_EQ(wrong.error->id(), kNeedsValidation.id);
}

TEST_F(TrainerTest, ALossThatTheDataMadeNamesTheSample) {
    std::string table;
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 64; ++column) table += row == 5 && column == 9 ? "1e39," : "0.5,";
        table += std::to_string(row) + "\n";
    }
    const auto path = (m_folder / "x.csv").string();
    std::ofstream(path) << table;
    const auto outcome =
        run({R"(data={"source": "csv", "target": 64, "batch_size": 4, "normalize": "none", "path": ")" + path + "\"}", "steps=4"});
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->id(), kDataNotFinite.id);
    EXPECT_NE(outcome.error->message().find("sample 5"), std::string::npos) << outcome.error->message();
    EXPECT_EQ(outcome.step, 2); // the first batch was good
}

TEST_F(TrainerTest, WeightsThatTheLastUpdateRuinedFailTheRun) {
    const auto outcome = run({"steps=1", R"(schedule={"type": "onecycle", "max_lr": 1e300})"});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Failed);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->id(), kDiverged.id);
    EXPECT_NE(outcome.error->message().find("fc1.weight"), std::string::npos) << outcome.error->message();
    EXPECT_TRUE(CheckpointFolder(m_job.folder).steps().empty());
}

/// Neither at the interval nor at the end, and a resume does not call the run completed.
TEST_F(TrainerTest, RuinedWeightsReplaceNoCheckpoint) {
    const std::vector<std::string> sets{"steps=4",    "checkpoint.every_steps=2",        "checkpoint.keep=1", R"(data.split={"train": 1})",
                                        "metrics=[]", R"(schedule={"type": "constant"})"};
    m_listener.onStep = [this](const StepSample& s) {
        if (s.step == 2) m_control.edit("lr", 1e300);
    };
    const auto outcome = run(sets);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->id(), kDiverged.id);
    EXPECT_EQ(CheckpointFolder(m_job.folder).steps(), (std::vector<std::int64_t>{2}));
    m_listener.onStep = nullptr;
    m_job.restore = Restore{m_job.folder, {}};
    EXPECT_EQ(run(sets).status, TrainOutcome::Status::Completed); // the edit was after the checkpoint
    m_job.restore.reset();
}

TEST_F(TrainerTest, AnEvaluationThatWasAskedForCostsNoPatience) {
    m_listener.onStep = [this](const StepSample&) { m_control.evaluate(); };
    const auto outcome =
        run({"steps=9", "evaluate_every=2", R"(freeze=["*"])", R"(early_stop={"metric": "validation/accuracy", "patience": 3})"});
    EXPECT_EQ(outcome.step, 8) << "as without the requests";
}

TEST_F(TrainerTest, ABranchTakesWhatFitsOfTheSameOptimizer) {
    run({"steps=5", R"(optimizer={"type": "rmsprop", "lr": 0.001})"});
    const std::string parent = m_job.folder;
    const auto branch = [&](std::vector<std::string> sets) {
        m_job.folder = (m_folder / std::to_string(m_listener.messages.size())).string();
        m_listener = {};
        m_job.restore = Restore{parent, {}, true};
        EXPECT_FALSE(run(std::move(sets)).error);
        std::string told;
        for (const auto& notice : m_listener.all<Notice>()) told += notice.text + "\n";
        return told;
    };
    // Both keep one value for each weight, but a mean of squares is no sum of squares.
    EXPECT_NE(branch({"steps=6", R"(optimizer={"type": "adagrad", "lr": 0.01})"}).find("another optimizer"), std::string::npos);
    const auto told = branch({"steps=6", R"(optimizer={"type": "rmsprop", "lr": 0.001})", R"(ema={"decay": 0.9})"});
    EXPECT_NE(told.find("starts anew with ema.fc1.weight"), std::string::npos) << told;
    EXPECT_EQ(told.find("v.fc1.weight"), std::string::npos) << told;
    EXPECT_EQ(branch({"steps=6", R"(optimizer={"type": "rmsprop", "lr": 0.001})"}).find("anew"), std::string::npos);
    m_job.restore.reset();
}

TEST_F(TrainerTest, TwoTensorsOfAFileMayNotGetOneName) {
    const HostTensor t(DType::F32, Shape{2});
    const auto path = (m_folder / "two.safetensors").string();
    ASSERT_TRUE(files::writeSafetensors(path, {{"enc.0.weight", t}, {"enc.1.weight", t}}).ok());
    const auto wrong = run({"steps=0", R"(init={"file": ")" + path + R"(", "map": [["enc.*.weight", "fc1.weight"]], "strict": false})"});
    ASSERT_TRUE(wrong.error);
    EXPECT_EQ(wrong.error->id(), kNameTwice.id);
    EXPECT_NE(wrong.error->message().find("enc.1.weight"), std::string::npos) << wrong.error->message();
}

/// A score without dimensions, one for each sample.
TEST_F(TrainerTest, OneLogitASampleHasAccuracyAndAuc) {
    std::string table = "a,y\n";
    for (int row = 0; row < 40; ++row) table += std::to_string(row % 10) + (row % 10 > 4 ? ",1\n" : ",0\n");
    const auto path = (m_folder / "x.csv").string();
    std::ofstream(path) << table;
    const auto outcome = run(
        {R"(model={"format": "lockstep-model/1", "inputs": [{"id": "x", "shape": [1]}], "layers": [
            {"id": "fc", "type": "Linear", "inputs": ["x"], "args": {"out_features": 1}},
            {"id": "one", "type": "Select", "inputs": ["fc"], "args": {"dim": 0, "index": 0}}], "outputs": ["one"]})",
         R"(data={"source": "csv", "target": "y", "batch_size": 8, "split": {"train": 0.5, "validation": 0.5}, "path": ")" + path + "\"}",
         R"(loss={"type": "bce_with_logits"})", R"(metrics=["accuracy", "auc"])", "steps=200", "optimizer.lr=0.1"});
    ASSERT_FALSE(outcome.error) << outcome.error->message();
    const auto last = m_listener.all<Evaluated>().back();
    EXPECT_DOUBLE_EQ(last.metrics.at("auc"), 1); // a larger number is always the better class
    EXPECT_GT(last.metrics.at("accuracy"), 0.8);
}

TEST_F(TrainerTest, ALossThatIsNotFiniteFailsAndSavesNothing) {
    const auto outcome = run({"steps=100", "optimizer.lr=1e30", "schedule.type=constant", "schedule.warmup_steps=0"});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Failed);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->id(), kDiverged.id);
    EXPECT_FALSE(std::isfinite(m_listener.steps.back().loss));
    EXPECT_EQ(m_listener.steps.back().suspect, SuspectKind::Output);
    const auto layers = m_listener.all<Prepared>().at(0).layers;
    EXPECT_LT(static_cast<std::size_t>(m_listener.steps.back().suspectLayer), layers.size());
    EXPECT_TRUE(CheckpointFolder(m_job.folder).steps().empty());
}

TEST_F(TrainerTest, ProbesChangeNoBitAndTellStatisticsInTheModelsOrder) {
    run({"steps=6"});
    const auto plain = weights();
    m_listener = {};
    m_job.folder = (m_folder / "probed").string();
    run({"steps=6", "probe.every_steps=2"});
    const auto probed = weights();
    for (std::size_t i = 0; i < plain.size(); ++i)
        EXPECT_EQ(std::memcmp(plain[i].second.data(), probed[i].second.data(), plain[i].second.bytes()), 0) << plain[i].first;
    const auto samples = m_listener.all<Probed>();
    ASSERT_EQ(samples.size(), 3u);
    EXPECT_EQ(samples[1].sample.step, 2);
    const auto& rows = samples[1].sample.rows;
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows.front().layer, m_listener.all<Prepared>().at(0).layers.front());
    EXPECT_EQ(rows.front().role, monitors::LayerRole::Weight);
    for (const auto& row : rows) {
        EXPECT_GT(row.elements, 0) << row.layer;
        EXPECT_LE(row.min, row.mean);
        EXPECT_LE(row.mean, row.max);
        EXPECT_LE(std::abs(row.mean), row.rms * (1 + 1e-5));
        EXPECT_EQ(row.notFinite(), 0);
    }
}

TEST_F(TrainerTest, PartsOfABatchGiveTheSameLossesWithinRounding) {
    run({"steps=5"});
    const auto whole = m_listener.steps;
    m_listener = {};
    m_job.folder = (m_folder / "parts").string();
    run({"steps=5", "accumulate=3"});
    ASSERT_EQ(m_listener.steps.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        EXPECT_NEAR(m_listener.steps[i].loss, whole[i].loss, 1e-5 * std::abs(whole[i].loss));
        EXPECT_NEAR(*m_listener.steps[i].gradNorm, *whole[i].gradNorm, 1e-4 * *whole[i].gradNorm);
    }
}

TEST_F(TrainerTest, TheSameSeedGivesTheSameBitsForAnyWorkers) {
    run({"steps=6", "data.workers=0"});
    const auto first = weights();
    m_listener = {};
    m_job.folder = (m_folder / "again").string();
    run({"steps=6", "data.workers=3"});
    const auto second = weights();
    for (std::size_t i = 0; i < first.size(); ++i)
        EXPECT_EQ(std::memcmp(first[i].second.data(), second[i].second.data(), first[i].second.bytes()), 0) << first[i].first;
}

TEST_F(TrainerTest, AnEditTakesEffectAtTheStepItNames) {
    m_listener.onStep = [&](const StepSample& s) {
        if (s.step == 2) m_control.edit("lr", 0.5);
    };
    run({"steps=6", "schedule.type=constant", "schedule.warmup_steps=0"});
    const auto edits = m_listener.all<Edited>();
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].edit.step, 3);
    EXPECT_NE(m_listener.steps[2].lr, 0.5);
    EXPECT_EQ(m_listener.steps[3].lr, 0.5);
}

TEST_F(TrainerTest, AStopSavesAndADiscardDoesNot) {
    m_listener.onStep = [&](const StepSample& s) {
        if (s.step == 4) m_control.stop();
    };
    const auto outcome = run({"steps=1000"});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Stopped);
    EXPECT_EQ(CheckpointFolder(m_job.folder).steps(), std::vector<std::int64_t>{outcome.step});
}

TEST_F(TrainerTest, AStopIsHeardWhileItPrepares) {
    for (const auto* phase : {"compiling", "opening data"}) {
        Control control;
        m_listener.onPhase = [&](const std::string& name) {
            if (name == phase) control.stop();
        };
        run({"steps=1"});
        const auto outcome = train(m_job, control, m_listener);
        EXPECT_EQ(outcome.status, TrainOutcome::Status::Stopped) << phase;
        EXPECT_FALSE(outcome.prepared) << phase;
        EXPECT_FALSE(outcome.error) << phase;
    }
}

TEST_F(TrainerTest, AResumeTellsTheBestThatItsCheckpointKnows) {
    run({"steps=8", "evaluate_every=4"});
    m_job.restore = Restore{m_job.folder, {}, false};
    run({"steps=8", "evaluate_every=4"});
    const auto prepared = m_listener.all<Prepared>();
    double best = 1e30;
    std::int64_t step = -1;
    for (const auto& e : m_listener.all<Evaluated>()) {
        if (e.split == "validation" && e.loss < best) best = e.loss, step = e.step;
    }
    ASSERT_EQ(prepared.size(), 2u);
    EXPECT_FALSE(prepared[0].best);
    EXPECT_EQ(prepared[1].best, best);
    EXPECT_EQ(prepared[1].bestStep, step);
}

/// A disk that is full while `full` says so.
class SometimesFull final : public files::FileSystem {
public:
    std::int64_t write(int file, std::span<const std::byte> bytes) override {
        if (full) return errno = ENOSPC, -1;
        return FileSystem::write(file, bytes);
    }
    bool full = false;
};

TEST_F(TrainerTest, AResumeOnAnotherProcessorSaysThatTheBitsMayDiffer) {
    run({"steps=2"});
    m_job.restore = Restore{m_job.folder, {}, false};
    m_job.steps = 3;
    const auto notices = [&] {
        std::string text;
        for (const auto& notice : m_listener.all<Notice>()) text += notice.text + "\n";
        return text;
    };
    m_listener = {};
    run({"steps=3"});
    EXPECT_EQ(notices().find("bit for bit"), std::string::npos) << notices();
    const auto path = fs::path(CheckpointFolder(m_job.folder).pathOf(3)) / "state.json";
    std::ifstream in(path);
    std::string text((std::istreambuf_iterator<char>(in)), {});
    const auto at = text.find("plain C++ reference");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 9, "a painted");
    std::ofstream(path) << text;
    m_listener = {};
    m_job.steps = 4;
    EXPECT_EQ(run({"steps=4"}).step, 4);
    EXPECT_NE(notices().find("bit for bit"), std::string::npos) << notices();
}

TEST_F(TrainerTest, AFullDiskIsToldAndTriedAgainAtTheNextInterval) {
    SometimesFull disk;
    m_job.files = &disk;
    m_listener.onStep = [&](const StepSample& s) { disk.full = s.step >= 8 && s.step < 13; };
    const auto outcome = run({"steps=16", "checkpoint.every_steps=4", "evaluate_every=1000"});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Completed) << outcome.error->message(); // the last save went well
    ASSERT_EQ(m_listener.all<SaveFailed>().size(), 1u);
    EXPECT_EQ(m_listener.all<SaveFailed>()[0].step, 12);
    EXPECT_EQ(CheckpointFolder(m_job.folder).steps(), (std::vector<std::int64_t>{4, 8, 16}));
}

TEST_F(TrainerTest, ALastCheckpointThatIsNotSavedFailsTheRun) {
    SometimesFull disk;
    m_job.files = &disk;
    m_listener.onStep = [&](const StepSample& s) { disk.full = s.step >= 8; };
    const auto outcome = run({"steps=16", "checkpoint.every_steps=4", "evaluate_every=1000"});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Failed);
    EXPECT_EQ(outcome.error->id(), kCheckpointNotSaved.id);
    EXPECT_EQ(outcome.step, 16);
    EXPECT_EQ(CheckpointFolder(m_job.folder).steps(), (std::vector<std::int64_t>{4, 8}));
}

TEST_F(TrainerTest, AnyCheckpointThatIsNotSavedMayPauseTheRunAndGoingOnTriesAgain) {
    SometimesFull disk;
    m_job.files = &disk;
    m_job.pauseOnFailedSave = true;
    std::vector<std::int64_t> paused;
    m_listener.onStep = [&](const StepSample& s) { disk.full = s.step == 7 || s.step == 15; };
    m_listener.onPause = [&](const PauseChanged& change) {
        if (!change.paused) return;
        paused.push_back(change.step);
        disk.full = paused.size() == 1; // the second attempt fails too
        m_control.pause(false);
    };
    const auto outcome = run({"steps=16", "checkpoint.every_steps=8", "evaluate_every=1000"});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Completed);
    EXPECT_EQ(paused, (std::vector<std::int64_t>{8, 8, 16}));
    EXPECT_EQ(CheckpointFolder(m_job.folder).steps(), (std::vector<std::int64_t>{8, 16}));
}

TEST_F(TrainerTest, TheBestThatWasSavedStaysWhenABetterOneIsNot) {
    SometimesFull disk;
    m_job.files = &disk;
    std::vector<std::int64_t> kept;
    m_listener.onStep = [&](const StepSample& s) {
        disk.full = s.step == 7;
        if (s.step == 10) kept = CheckpointFolder(m_job.folder).steps();
    };
    run({"steps=11", "evaluate_every=4", "checkpoint.every_steps=10", "checkpoint.keep=1"});
    ASSERT_EQ(m_listener.all<SaveFailed>().size(), 1u); // of step 8, which was the best
    EXPECT_EQ(kept, (std::vector<std::int64_t>{4, 10}));
}

TEST_F(TrainerTest, AResumedRunNeedsItsInitialWeightsNoMore) {
    run({"steps=2"});
    const auto init = (m_folder / "init.safetensors").string();
    fs::copy(CheckpointFolder(m_job.folder).pathOf(2) + "/model.safetensors", init);
    m_job.folder = (m_folder / "second").string();
    ASSERT_EQ(run({"steps=2", "init=" + init}).status, TrainOutcome::Status::Completed);
    fs::remove(init);
    m_job.restore = Restore{m_job.folder, {}, false};
    m_job.steps = 4;
    const auto outcome = run({"steps=4", "init=" + init});
    EXPECT_EQ(outcome.status, TrainOutcome::Status::Completed) << outcome.error->message();
    EXPECT_EQ(outcome.step, 4);
}

TEST_F(TrainerTest, ARunThatWasKilledWhileItReplacedItsOnlyCheckpointGoesOnFromIt) {
    run({"steps=3"});
    fs::rename(m_folder / "step-3", m_folder / ".step-3.old");
    m_job.restore = Restore{m_job.folder, {}, false};
    m_job.steps = 5;
    m_listener = {};
    EXPECT_EQ(run({"steps=5"}).status, TrainOutcome::Status::Completed);
    ASSERT_FALSE(m_listener.steps.empty());
    EXPECT_EQ(m_listener.steps.front().step, 3);
}

/// y = a line over one column, from a csv; normalized to mean 0 and deviation 1 by default.
class KeptFigures : public TrainerTest {
protected:
    void table(const std::string& rows) { std::ofstream(m_folder / "t.csv") << "x,y\n" << rows; }
    spec::RunDoc document(int steps) const {
        auto json = spec::parseJson(R"({"format": "lockstep-run/1", "model": {"format": "lockstep-model/1", "name": "line",
            "inputs": [{"id": "x", "shape": [1], "dtype": "f32"}],
            "layers": [{"id": "fc", "type": "Linear", "inputs": ["x"], "args": {"out_features": 1}}], "outputs": ["fc"]},
            "data": {"source": "csv", "path": "t.csv", "target": "y", "batch_size": 4}, "loss": {"type": "mse"}})",
                                    "line.run.json");
        spec::ReadRunOptions options;
        options.baseDirectory = m_folder.string();
        options.sets = {"steps=" + std::to_string(steps)};
        auto doc = spec::readRun(*json, options);
        EXPECT_TRUE(doc.ok()) << doc.error().message();
        return *std::move(doc);
    }
    TrainOutcome go(int steps) {
        m_job.run = std::make_shared<spec::RunDoc>(document(steps));
        return train(m_job, m_control, m_listener);
    }
    Checkpoint newest() const {
        std::vector<Error> passedOver;
        return *CheckpointFolder(m_job.folder).newestGood(passedOver);
    }
};

TEST_F(KeptFigures, AResumeAndAnEvaluationUseThoseOfTheRunEvenIfTheFileHasChanged) {
    table("1,0\n3,0\n5,0\n7,0\n"); // mean 4, population deviation sqrt(5)
    ASSERT_EQ(go(3).status, TrainOutcome::Status::Completed);
    const auto first = newest();
    ASSERT_TRUE(first.normalization);
    EXPECT_DOUBLE_EQ(first.normalization->inputs.at(0).mean.at(0), 4);
    EXPECT_DOUBLE_EQ(first.normalization->inputs.at(0).deviation.at(0), std::sqrt(5));

    const std::string x = "14"; // 10 above the mean; of a column of nothing else the own figures would make 0
    table(x + ",0\n" + x + ",0\n" + x + ",0\n" + x + ",0\n");
    const auto value = [&](std::size_t i) { return static_cast<double>(first.model.at(i).second.as<float>()[0]); };
    const bool biasFirst = first.model.at(0).first == "fc.bias";
    const double w = value(biasFirst ? 1 : 0), b = value(biasFirst ? 0 : 1), y = w * 10 / std::sqrt(5) + b;
    const auto folder = CheckpointFolder(m_job.folder).pathOf(3);
    Stage stage = Stage::Request;
    const auto evaluated = evaluateSplits(document(3), *m_device, {folder}, stage);
    ASSERT_TRUE(evaluated.ok()) << evaluated.error().message();
    EXPECT_NEAR(evaluated->at(0).loss, y * y, 1e-5 * y * y);

    m_listener = {};
    m_job.restore = Restore{m_job.folder, {}, false};
    m_job.steps = 4;
    ASSERT_EQ(go(4).status, TrainOutcome::Status::Completed);
    EXPECT_NEAR(m_listener.steps.at(0).loss, y * y, 1e-5 * y * y);
    EXPECT_EQ(newest().state.step, 4);
    EXPECT_DOUBLE_EQ(newest().normalization->inputs.at(0).mean.at(0), 4);
}

/// Remembers the largest piece that was downloaded.
class Downloads final : public backends::Device {
public:
    const backends::DeviceInfo& info() const override { return m_inner->info(); }
    Result<backends::KernelChoice> prepare(const backends::NodeView& node) override { return m_inner->prepare(node); }
    Result<std::unique_ptr<backends::Buffer>> allocate(std::size_t bytes) override { return m_inner->allocate(bytes); }
    void upload(std::byte* d, const std::byte* h, std::size_t n) override { m_inner->upload(d, h, n); }
    void download(std::byte* h, const std::byte* d, std::size_t n) override {
        largest = std::max(largest, n), total += n;
        m_inner->download(h, d, n);
    }
    void zero(std::byte* d, std::size_t n) override { m_inner->zero(d, n); }
    std::size_t largest = 0, total = 0;

private:
    std::unique_ptr<backends::Device> m_inner = backends::makeRefDevice();
};

TEST_F(KeptFigures, ACheckpointIsWrittenFromDeviceMemoryInPieces) {
    Downloads device;
    m_job.device = &device;
    auto json = spec::parseJson(R"({"format": "lockstep-run/1", "model": {"format": "lockstep-model/1", "name": "wide",
        "inputs": [{"id": "x", "shape": [700], "dtype": "f32"}],
        "layers": [{"id": "fc", "type": "Linear", "inputs": ["x"], "args": {"out_features": 700}}], "outputs": ["fc"]},
        "data": {"source": "synthetic", "batch_size": 1, "size": 1}, "steps": 1, "optimizer": {"type": "adam"}})",
                                "wide.run.json");
    auto doc = spec::readRun(*json, {});
    ASSERT_TRUE(doc.ok()) << doc.error().message();
    m_job.run = std::make_shared<spec::RunDoc>(*std::move(doc));
    ASSERT_EQ(train(m_job, m_control, m_listener).status, TrainOutcome::Status::Completed);
    EXPECT_LE(device.largest, std::size_t{1} << 20);
    EXPECT_GT(device.total, 3u * 700 * 700 * 4);
    const auto saved = newest();
    ASSERT_EQ(saved.optimizer.size(), 4u);
    for (const auto& [name, tensor] : saved.model) {
        if (name == "fc.weight") { EXPECT_EQ(tensor.shape(), Shape({700, 700})); }
    }
}

} // namespace
} // namespace lockstep::train
