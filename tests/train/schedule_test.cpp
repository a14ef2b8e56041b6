#include "train/schedule.h"

#include <gtest/gtest.h>

namespace lockstep::train {
namespace {

spec::ScheduleDoc form(std::string type) {
    spec::ScheduleDoc doc;
    doc.type = std::move(type);
    return doc;
}

TEST(Schedule, ConstantHoldsTheRate) {
    const Schedule schedule(form("constant"), 0.01, 10);
    EXPECT_EQ(schedule.rate(0), 0.01);
    EXPECT_EQ(schedule.rate(999999), 0.01);
}

// SEMANTICS.md 5: cosine, T = 4: 1 .853553 .5 .146447 0
TEST(Schedule, CosineHasThePublishedValuesAndHoldsTheLeast) {
    const Schedule schedule(form("cosine"), 1, 4);
    const double expected[] = {1, .853553, .5, .146447, 0, 0, 0};
    for (std::int64_t s = 0; s < 7; ++s) EXPECT_NEAR(schedule.rate(s), expected[s], 1e-6) << s;
}

TEST(Schedule, WarmUpRisesLinearlyThenTheFormFollows) {
    auto doc = form("cosine");
    doc.warmupSteps = 4;
    doc.minLr = 0.1;
    const Schedule schedule(doc, 1, 8);
    for (std::int64_t s = 0; s < 4; ++s) EXPECT_DOUBLE_EQ(schedule.rate(s), static_cast<double>(s + 1) / 4);
    EXPECT_DOUBLE_EQ(schedule.rate(4), 1);
    EXPECT_DOUBLE_EQ(schedule.rate(6), 0.1 + 0.9 * 0.5);
    EXPECT_DOUBLE_EQ(schedule.rate(8), 0.1);
}

TEST(Schedule, StepFallsByGammaEveryStepSizeCountedFromTheStart) {
    auto doc = form("step");
    doc.stepSize = 3;
    doc.gamma = 0.5;
    const Schedule schedule(doc, 8, 100);
    const double expected[] = {8, 8, 8, 4, 4, 4, 2, 2, 2, 1};
    for (std::int64_t s = 0; s < 10; ++s) EXPECT_DOUBLE_EQ(schedule.rate(s), expected[s]);
}

TEST(Schedule, AnEditChangesTheSameFormFromItsStepOn) {
    Schedule schedule(form("cosine"), 1, 8);
    const Schedule untouched(form("cosine"), 1, 8), other(form("cosine"), 2, 8);
    schedule.apply({4, "lr", 2});
    EXPECT_EQ(schedule.rate(3), untouched.rate(3));
    EXPECT_EQ(schedule.rate(4), other.rate(4));
    schedule.apply({6, "steps", 12});
    EXPECT_EQ(schedule.steps(), 12);
    EXPECT_EQ(schedule.rate(5), other.rate(5));
    EXPECT_EQ(schedule.rate(6), Schedule(form("cosine"), 2, 12).rate(6));
}

TEST(Schedule, TwoEditsAtOneStepBothHold) {
    Schedule schedule(form("constant"), 1, 8);
    schedule.apply({4, "lr", 2});
    schedule.apply({4, "steps", 20});
    schedule.apply({4, "evaluate_every", 3});
    EXPECT_EQ(schedule.rate(4), 2);
    EXPECT_EQ(schedule.rate(3), 1);
    EXPECT_EQ(schedule.steps(), 20);
}

TEST(Schedule, GroupsScaleAlike) {
    Schedule schedule(form("constant"), 0.1, 8);
    EXPECT_DOUBLE_EQ(schedule.rate(0, 0.01), 0.01);
    schedule.apply({2, "lr", 0.2});
    EXPECT_DOUBLE_EQ(schedule.rate(2, 0.01), 0.02);
    EXPECT_EQ(Schedule(form("constant"), 0, 8).rate(0, 0.5), 0);
}

} // namespace
} // namespace lockstep::train
