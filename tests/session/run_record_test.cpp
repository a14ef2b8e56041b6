// What becomes of the samples and messages of a training: series, figures, events.
#include "session/run_record.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::session {
namespace {

train::StepSample sampleAt(std::int64_t step) {
    train::StepSample s;
    s.step = step;
    s.wall = 1000 + static_cast<double>(step);
    s.loss = 1;
    s.lr = 0.5;
    s.gradNorm = 2;
    s.samples = 64;
    s.items = 640;
    s.flops = 3e9;
    s.dataNs = 1'000'000;
    s.transferNs = 2'000'000;
    s.computeNs = 5'000'000;
    s.optimizerNs = 1'500'000;
    s.otherNs = 500'000;
    s.wallNs = 10'000'000;
    return s;
}

RunRecord started(double peak) {
    RunRecord record{RunView{}};
    record.setState(RunState::Preparing);
    record.setPeak(peak);
    train::Prepared prepared;
    prepared.steps = 1000;
    prepared.flopsPerStep = 3e9;
    record.add(train::Message(prepared));
    return record;
}

TEST(RunRecord, EveryStepGivesTheFiguresOfTheIssue) {
    auto record = started(1e12);
    record.add(sampleAt(0));
    auto small = sampleAt(1); // the short last batch of an epoch
    small.samples = 16, small.items = 160, small.flops = 0.75e9;
    record.add(small);
    const auto view = record.snapshot();
    const auto value = [&](const char* name, std::size_t i) { return view->series.at(name).pieces().at(0)[i].value; };
    EXPECT_DOUBLE_EQ(value("loss", 0), 1);
    EXPECT_DOUBLE_EQ(value("lr", 0), 0.5);
    EXPECT_DOUBLE_EQ(value("grad_norm", 0), 2);
    EXPECT_DOUBLE_EQ(value("samples_per_s", 0), 6400);
    EXPECT_DOUBLE_EQ(value("items_per_s", 0), 64000);
    EXPECT_DOUBLE_EQ(value("flops_per_s", 0), 3e11);
    EXPECT_DOUBLE_EQ(value("utilization", 0), 0.3);
    EXPECT_DOUBLE_EQ(value("utilization", 1), 0.075) << "a short batch does less work";
    double sum = 0;
    for (const auto* part : {"data", "transfer", "compute", "communication", "optimizer", "other"})
        sum += value((std::string("time/") + part).c_str(), 0);
    EXPECT_DOUBLE_EQ(sum, 10) << "ms: the parts are the wall time";
    EXPECT_DOUBLE_EQ(view->progress.itemsPerS, 800 / 0.02);
    const auto& b = view->progress.breakdown;
    EXPECT_DOUBLE_EQ(b.data + b.transfer + b.compute + b.communication + b.optimizer + b.other, 1);
}

TEST(RunRecord, TheEndTellsTheStepThatWasReached) {
    auto record = started(0);
    record.add(sampleAt(7));
    train::Prepared late; // told before the sample, but looked at after it
    late.step = 7;
    late.steps = 8;
    record.add(train::Message(late));
    train::TrainOutcome outcome;
    outcome.step = 8;
    outcome.prepared = true;
    record.end(outcome);
    EXPECT_EQ(record.snapshot()->progress.step, 8);
}

TEST(RunRecord, WithoutAPeakOrANormThereIsNoSuchFigure) {
    auto record = started(0);
    auto sample = sampleAt(0);
    sample.gradNorm.reset();
    record.add(sample);
    const auto view = record.snapshot();
    EXPECT_FALSE(view->series.contains("utilization"));
    EXPECT_FALSE(view->series.contains("grad_norm"));
    EXPECT_EQ(view->progress.utilization, 0);
    EXPECT_DOUBLE_EQ(view->progress.achievedFlops, 3e11);
}

TEST(RunRecord, AlarmsAreEventsThatNameTheLayer) {
    RunRecord record{RunView{}};
    train::Prepared prepared;
    prepared.layers = {"fc1", "fc2"};
    record.add(train::Message(prepared));
    for (std::int64_t s = 0; s < 200; ++s) {
        auto sample = sampleAt(s);
        sample.loss = s % 2 ? 1 : 1.1;
        record.add(sample);
    }
    auto spike = sampleAt(200);
    spike.loss = 9;
    record.add(spike);
    auto bad = sampleAt(201);
    bad.loss = NAN;
    bad.suspect = train::SuspectKind::Output;
    bad.suspectLayer = 1;
    record.add(bad);
    const auto events = record.takeDelta().events;
    ASSERT_EQ(events.size(), 2u);
    EXPECT_EQ(events[0].kind, "alarm");
    EXPECT_EQ(events[0].step, 200);
    EXPECT_NE(events[0].text.find("the loss is 9"), std::string::npos) << events[0].text;
    EXPECT_EQ(events[1].step, 201);
    EXPECT_NE(events[1].text.find("output of layer 'fc2'"), std::string::npos) << events[1].text;
}

TEST(RunRecord, TheBestOfAResumedRunIsThatOfItsCheckpoint) {
    RunView before;
    before.results["loss.best"] = 0.1; // its weights went with the kill
    RunRecord record(before);
    train::Prepared prepared;
    prepared.step = 20, prepared.steps = 100;
    prepared.best = 0.5, prepared.bestStep = 15;
    record.add(train::Message(prepared));
    auto delta = record.takeDelta();
    EXPECT_EQ(delta.best, 0.5);
    EXPECT_EQ(delta.bestStep, 15);
    EXPECT_EQ(delta.results.at("loss.best"), 0.5);
    prepared.best.reset();
    record.add(train::Message(prepared)); // killed before its first checkpoint
    delta = record.takeDelta();
    EXPECT_FALSE(delta.best);
    EXPECT_FALSE(delta.results.contains("loss.best"));
}

TEST(RunRecord, LayerSamplesGoToTheStoreOnceAndStayInTheView) {
    RunRecord record{RunView{}};
    train::Probed probed;
    probed.sample.step = 4;
    probed.sample.rows.resize(1);
    probed.sample.rows[0].layer = "fc1";
    record.add(train::Message(probed));
    EXPECT_EQ(record.takeDelta().samples.size(), 1u);
    EXPECT_TRUE(record.takeDelta().samples.empty());
    probed.sample.step = 8;
    record.add(train::Message(probed));
    record.setLayerSamples({}); // thinned while one was not stored yet
    EXPECT_EQ(record.takeDelta().samples.size(), 1u);
    const auto view = record.snapshot();
    ASSERT_EQ(view->layerSamples->size(), 1u);
    EXPECT_EQ(view->layerSamples->at(0)->step, 8);
    EXPECT_FALSE(view->series.contains("probe/fc1"));
}

} // namespace
} // namespace lockstep::session
