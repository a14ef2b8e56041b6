#include "train/schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

// torch.optim.lr_scheduler.OneCycleLR(max_lr=1, total_steps=10): SEMANTICS.md 5.
TEST(Schedule, OneCycleHasThePublishedValues) {
    auto doc = form("onecycle");
    doc.maxLr = 1;
    const Schedule schedule(doc, 1e-3, 10);
    const double expected[] = {.04, .52, 1, .950485, .811746, .611262, .388742, .188258, .049519, 4e-06};
    for (std::int64_t s = 0; s < 10; ++s) EXPECT_NEAR(schedule.rate(s), expected[s], 1e-6) << s;
    Schedule edited(doc, 1e-3, 10);
    edited.apply({4, "lr", 2});
    EXPECT_NEAR(edited.rate(5), 2 * .611262, 2e-6);
}

TEST(Schedule, LinearExponentialAndHoldThenDecay) {
    auto linear = form("linear");
    linear.warmupSteps = 2, linear.minLr = 0.2;
    const double falls[] = {.5, 1, 1, .8, .6, .4, .2, .2};
    for (std::int64_t s = 0; s < 8; ++s) EXPECT_NEAR(Schedule(linear, 1, 6).rate(s), falls[s], 1e-12) << s;
    auto exponential = form("exponential");
    exponential.gamma = 0.5;
    EXPECT_DOUBLE_EQ(Schedule(exponential, 8, 5).rate(3), 1);
    auto wsd = form("wsd");
    wsd.decayFraction = 0.4;
    const double held[] = {1, 1, 1, 1, 1, 1, 1, .5, .292893, .133975, 0};
    for (std::int64_t s = 0; s < 11; ++s) EXPECT_NEAR(Schedule(wsd, 1, 10).rate(s), held[s], 1e-6) << s;
}

// A loss that is no number would stay the best for ever, and no checkpoint could hold it.
TEST(Schedule, PlateauNeverTakesNaNForTheBest) {
    auto doc = form("plateau");
    doc.patience = 1;
    Schedule schedule(doc, 1, 10);
    EXPECT_FALSE(schedule.observe(std::nan("")));
    EXPECT_FALSE(schedule.plateau().patience.best);
    EXPECT_FALSE(schedule.observe(3));
    EXPECT_EQ(schedule.plateau().patience.best, 3.0);
    EXPECT_FALSE(schedule.observe(std::nan("")));
    EXPECT_TRUE(schedule.observe(std::numeric_limits<double>::infinity()));
    EXPECT_EQ(schedule.plateau().patience.best, 3.0);
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
