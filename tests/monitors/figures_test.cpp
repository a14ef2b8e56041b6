#include "monitors/filters.h"
#include "monitors/health.h"
#include "monitors/statistics.h"
#include "monitors/utilisation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace lockstep::monitors {

TEST(Utilisation, WeighsEachTypeByItsFlops) {
    const TypedWork one[] = {{3e9, 1e12}};
    const auto single = utilisation(one, 0.006);
    EXPECT_DOUBLE_EQ(single.achievedFlops, 5e11);
    EXPECT_DOUBLE_EQ(single.share, 0.5);
    // At their peaks 1e9 takes 10 ms and 3e9 takes 3 ms: 4e9 in 13 ms; a step of 26 ms uses half.
    const TypedWork two[] = {{1e9, 1e11}, {3e9, 1e12}, {0, 0}};
    const auto mixed = utilisation(two, 0.026);
    EXPECT_NEAR(mixed.peakFlops, 4e9 / 0.013, 1);
    EXPECT_NEAR(mixed.share, 0.5, 1e-12);
}

TEST(Utilisation, SaysNothingWithoutAPeak) {
    const TypedWork parts[] = {{1e9, 1e11}, {1e9, 0}};
    EXPECT_EQ(utilisation(parts, 1).share, 0);
    EXPECT_EQ(utilisation(parts, 1).peakFlops, 0);
    EXPECT_EQ(utilisation(parts, 1).achievedFlops, 2e9);
    EXPECT_EQ(utilisation({}, 1).share, 0);
    EXPECT_EQ(utilisation(parts, 0).achievedFlops, 0);
}

TEST(ZScore, OneStrangerAmongEqualsHasTheClosedForm) {
    ZScore z;
    for (std::size_t i = 0; i + 1 < ZScore::kWindow; ++i) EXPECT_FALSE(z.next(1e9));
    EXPECT_FALSE(z.next(NAN));
    EXPECT_NEAR(z.next(1e9 + 1).value(), 127 / std::sqrt(127.0), 1e-6); // (n-1)/sqrt(n-1)
    for (std::size_t i = 0; i + 1 < ZScore::kWindow; ++i) z.next(2.5);
    EXPECT_EQ(z.next(2.5), 0.0); // the stranger has left the window
}

static std::vector<std::string> names(const std::vector<Alarm>& alarms) {
    std::vector<std::string> out;
    for (const auto& a : alarms) out.push_back(std::string(name(a.kind)) + ":" + std::string(a.figure));
    return out;
}
using Names = std::vector<std::string>;

TEST(Health, NonFiniteIsAnAlarmUnlessTheStepWasSkipped) {
    HealthRules rules;
    EXPECT_EQ(names(rules.next({0, 1.0, 2.0, {}, false})), Names{});
    EXPECT_EQ(names(rules.next({1, INFINITY, NAN, 65536.0, true})), Names{});
    EXPECT_EQ(names(rules.next({2, NAN, INFINITY, {}, false})), (Names{"non_finite:loss", "non_finite:grad_norm"}));
    EXPECT_EQ(names(rules.next({3, NAN, 1.0, {}, false})), Names{}); // still the same alarm
    EXPECT_EQ(names(rules.next({4, 1.0, 1.0, {}, false})), Names{});
    EXPECT_EQ(names(rules.next({5, NAN, {}, {}, false})), Names{"non_finite:loss"});
    EXPECT_TRUE(isExact(AlarmKind::NonFinite));
    EXPECT_FALSE(isExact(AlarmKind::Spike));
}

TEST(Health, ScaleCollapse) {
    HealthRules rules;
    EXPECT_EQ(names(rules.next({0, 1, {}, 4.0, true})), Names{});
    EXPECT_EQ(names(rules.next({1, 1, {}, 2.0, true})), Names{});
    EXPECT_EQ(names(rules.next({2, 1, {}, 1.5, true})), Names{"scale_collapse:loss_scale"}); // three in a row
    EXPECT_EQ(names(rules.next({3, 1, {}, 2.0, false})), Names{});
    EXPECT_EQ(names(rules.next({4, 1, {}, 1.0, false})), Names{"scale_collapse:loss_scale"}); // at its floor
}

TEST(Health, SkipsCountAfterWarmUp) {
    HealthRules rules(50);
    std::vector<Alarm> all;
    for (std::int64_t s = 0; s < 50; ++s)
        for (const auto& a : rules.next({s, 1, {}, 1e4, s % 2 == 0})) all.push_back(a);
    EXPECT_TRUE(all.empty());
    for (std::int64_t s = 50; s < 90; ++s) // 3 of 40 are 7.5 %; 2 of 40 would be just 5 %
        for (const auto& a : rules.next({s, 1, {}, 1e4, s == 80 || s == 84 || s == 88})) all.push_back(a);
    EXPECT_EQ(names(all), Names{"skips:loss_scale"});
}

TEST(Health, ASpikeStandsOutOfItsWindow) {
    HealthRules rules;
    for (std::int64_t s = 0; s < 200; ++s) EXPECT_EQ(names(rules.next({s, s % 2 ? 1.0 : 1.1, 1.0, {}, false})), Names{});
    EXPECT_EQ(names(rules.next({200, 9.0, 1.0, {}, false})), Names{"spike:loss"});
    EXPECT_EQ(names(rules.next({201, 1.0, 50.0, {}, false})), Names{"spike:grad_norm"});
}

TEST(Health, ASpikeIsFollowedByAWindowOfSilence) {
    HealthRules rules;
    for (std::int64_t s = 0; s < 200; ++s) rules.next({s, s % 2 ? 1.0 : 1.1, {}, {}, false});
    int raised = 0;
    for (std::int64_t s = 200; s < 320; ++s) raised += static_cast<int>(rules.next({s, s % 20 == 0 ? 9.0 : 1.0, {}, {}, false}).size());
    EXPECT_EQ(raised, 1);
}

TEST(Health, AProbedStepNamesTheFirstLayerThatIsNotFinite) {
    HealthRules rules;
    LayerSample sample{3, std::vector<LayerStatistics>(3)};
    sample.rows[0].layer = "fc1", sample.rows[1].layer = "fc2", sample.rows[2].layer = "fc3";
    EXPECT_EQ(names(rules.next(sample)), Names{});
    sample.rows[1].infinities = 2, sample.rows[2].nans = 5;
    const auto alarms = rules.next(sample);
    EXPECT_EQ(names(alarms), Names{"non_finite:values"});
    EXPECT_EQ(describe(alarms[0]), "2 values in the output of layer 'fc2' are not finite");
    EXPECT_EQ(names(rules.next(sample)), Names{});
}

TEST(Health, TextsNameFigureValueAndPlace) {
    EXPECT_EQ(describe({AlarmKind::NonFinite, 3, "loss", INFINITY, "weight of layer 'a'"}),
              "the loss is inf; the first value that is not finite is in the weight of layer 'a'");
    EXPECT_EQ(describe({AlarmKind::NonFinite, 3, "grad_norm", INFINITY, {}}), "the gradient norm is inf");
    EXPECT_EQ(describe({AlarmKind::Spike, 3, "loss", 9, {}}),
              "the loss is 9 at step 3, more than 4 deviations above the last 128 steps (a rule of thumb)");
}

static SeriesPiece pieceOf(const std::vector<double>& values) {
    SeriesPiece piece;
    for (const double v : values) piece.append({static_cast<std::int64_t>(piece.size()), 0, v});
    return piece;
}

TEST(Statistics, OfARange) {
    const auto s = statisticsOf(pieceOf({9, NAN, 4, 1, INFINITY, 7, 9}), 1, 6);
    EXPECT_EQ(s.points, 5u);
    EXPECT_EQ(s.finite, 3u);
    EXPECT_EQ(s.start, 4);
    EXPECT_EQ(s.end, 7);
    EXPECT_EQ(s.min, 1);
    EXPECT_EQ(s.max, 7);
    EXPECT_EQ(s.mean, 4);
    EXPECT_EQ(s.change(), 3);
    EXPECT_EQ(statisticsOf(pieceOf({1, 2}), 1, 1).points, 0u);
    EXPECT_EQ(statisticsOf({}, 0, 0).points, 0u);
    EXPECT_EQ(statisticsOf(pieceOf({NAN}), 0, 1).finite, 0u);
}

TEST(Statistics, JoinedStretchesEqualTheWhole) {
    const auto piece = pieceOf({9, NAN, 4, 1, INFINITY, 7, 9, 2});
    const auto whole = statisticsOf(piece, 0, 8);
    for (std::size_t cut = 0; cut <= 8; ++cut) {
        const auto parts = joined(statisticsOf(piece, 0, cut), statisticsOf(piece, cut, 8));
        EXPECT_EQ(parts.points, 8u);
        EXPECT_EQ(parts.finite, whole.finite);
        EXPECT_EQ(parts.start, 9);
        EXPECT_EQ(parts.end, 2);
        EXPECT_EQ(parts.min, 1);
        EXPECT_EQ(parts.max, 9);
        EXPECT_NEAR(parts.mean, whole.mean, 1e-15);
    }
}

TEST(Filters, ConstantsComeBackBitForBitAndNonFinitePassesThrough) {
    const std::vector<double> constant(100, 0.1);
    EXPECT_EQ(gaussian(constant, 4), constant);
    EXPECT_EQ(runningMean(constant, 7), constant);
    const double gap[] = {2, NAN, 4, INFINITY};
    for (const auto& out : {gaussian(gap, 1), runningMean(gap, 3)}) {
        EXPECT_TRUE(std::isnan(out[1]));
        EXPECT_EQ(out[3], INFINITY);
    }
    EXPECT_DOUBLE_EQ(runningMean(gap, 3)[2], 3);
    EXPECT_TRUE(gaussian({}, 3).empty());
    EXPECT_TRUE(runningMean({}, 3).empty());
}

TEST(Filters, EqualTheDirectSums) {
    std::vector<double> values(3000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(0.37 * static_cast<double>(i)) + (i == 1500 ? 1e20 : 0);
    values[700] = NAN, values[1900] = -INFINITY;
    const auto mean = runningMean(values, 40);
    const auto smooth = gaussian(values, 12.5);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) continue;
        long double sum = 0, count = 0, weighted = 0, weights = 0;
        for (std::size_t k = 0; k < values.size(); ++k) {
            if (!std::isfinite(values[k])) continue;
            const double d = static_cast<double>(k) - static_cast<double>(i);
            if (d <= 0 && d > -40) sum += values[k], ++count;
            if (std::abs(d) > 37) continue;
            const double w = std::exp(-0.5 * d * d / (12.5 * 12.5));
            weighted += w * static_cast<long double>(values[k]), weights += w;
        }
        const auto near = [](double a, long double b) {
            return std::abs(a - static_cast<double>(b)) <= 1e-12 * (1 + std::abs(static_cast<double>(b)));
        };
        ASSERT_TRUE(near(mean[i], sum / count)) << i; // in full again right after the huge value left
        ASSERT_TRUE(near(smooth[i], weighted / weights)) << i << ' ' << smooth[i] << ' ' << static_cast<double>(weighted / weights);
    }
}

TEST(Filters, ClosedForms) {
    const double impulse[] = {0, 0, 0, 0, 1, 0, 0, 0, 0};
    const double a = std::exp(-0.5), b = std::exp(-2.0), c = std::exp(-4.5), total = 1 + 2 * (a + b + c);
    const auto g = gaussian(impulse, 1);
    EXPECT_NEAR(g[4], 1 / total, 1e-15);
    EXPECT_NEAR(g[3], a / total, 1e-15);
    EXPECT_NEAR(g[7], c / (total - b - c), 1e-15); // two weights fall off the end
    EXPECT_EQ(g[8], 0);                            // beyond 3 sigma
    EXPECT_EQ(runningMean(std::vector<double>{3, 5, 10, 0}, 2), (std::vector<double>{3, 4, 7.5, 5}));
    EXPECT_EQ(gaussian(impulse, 0), std::vector<double>(std::begin(impulse), std::end(impulse)));
    EXPECT_EQ(runningMean(impulse, 1), std::vector<double>(std::begin(impulse), std::end(impulse)));
}

} // namespace lockstep::monitors
