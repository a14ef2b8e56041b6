#include "monitors/series.h"
#include "monitors/smoothing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lockstep::monitors {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Series of(std::initializer_list<double> values) {
    Series series;
    std::int64_t step = 0;
    for (const double v : values) series.append({step, 100.0 + static_cast<double>(step), v}), ++step;
    return series;
}

std::vector<double> smooth(const Series& raw, double s) {
    SmoothedSeries smoothed(s);
    smoothed.follow(raw);
    std::vector<double> out;
    for (const auto& piece : smoothed.series().pieces())
        for (std::size_t i = 0; i < piece.size(); ++i) out.push_back(piece[i].value);
    return out;
}

} // namespace

TEST(Series, EmptyHasNoPoints) {
    const Series series;
    EXPECT_TRUE(series.empty());
    EXPECT_EQ(series.size(), 0u);
    EXPECT_TRUE(series.pieces().empty());
}

TEST(Series, CopiesKeepWhatTheySaw) {
    auto series = of({1, 2, 3});
    const auto copy = series;
    for (int i = 0; i < 10000; ++i) series.append({3 + i, 0, 9});
    EXPECT_EQ(copy.size(), 3u);
    EXPECT_EQ(copy.pieces()[0].extremes(0, 3).highest, 2u);
    EXPECT_EQ(series.size(), 10003u);
    EXPECT_EQ(series.pieces()[0][2].value, 3);
}

TEST(Series, ExtremesEqualALinearSearch) {
    SeriesPiece piece;
    std::uint64_t seed = 1;
    for (int i = 0; i < 20000; ++i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const double v = static_cast<double>(seed >> 40);
        piece.append({i, 0, i % 97 == 0 ? kNaN : i % 89 == 0 ? kInf : v});
    }
    for (const auto& [begin, end] :
         {std::pair<std::size_t, std::size_t>{0, 20000}, {1, 19999}, {4095, 4097}, {64, 128}, {100, 101}, {4000, 13000}}) {
        double low = kInf, high = -kInf;
        std::size_t finite = 0;
        for (auto i = begin; i < end; ++i) {
            const double v = piece[i].value;
            if (!std::isfinite(v)) continue;
            low = std::min(low, v), high = std::max(high, v), ++finite;
        }
        const auto found = piece.extremes(begin, end);
        EXPECT_EQ(found.finite, finite);
        EXPECT_EQ(piece[found.lowest].value, low);
        EXPECT_EQ(piece[found.highest].value, high);
    }
}

TEST(Series, SpanWithoutFinitePoints) {
    const auto series = of({kNaN, kInf, -kInf});
    EXPECT_EQ(series.pieces()[0].extremes(0, 3).finite, 0u);
    EXPECT_EQ(series.pieces()[0].extremes(1, 1).finite, 0u);
}

// The numbers of GUI.md C1.
TEST(Smoothing, PublishedNumbers) {
    const auto half = smooth(of({0, 1}), 0.5);
    EXPECT_DOUBLE_EQ(half[0], 0);
    EXPECT_NEAR(half[1], 2.0 / 3.0, 1e-12);
    const auto gap = smooth(of({2, kNaN, 4}), 0.5);
    EXPECT_DOUBLE_EQ(gap[0], 2);
    EXPECT_TRUE(std::isnan(gap[1]));
    EXPECT_NEAR(gap[2], 10.0 / 3.0, 1e-12);
}

TEST(Smoothing, ConstantsAndZeroSmoothingComeBackBitForBit) {
    Series constant, any;
    for (int i = 0; i < 5000; ++i) constant.append({i, 0, 0.1}), any.append({i, 0, std::sin(i) * 1e-3 + 0.1});
    for (const double s : {0.0, 0.3, 0.6, 0.99, 0.999})
        for (const double v : smooth(constant, s)) ASSERT_EQ(v, 0.1);
    const auto same = smooth(any, 0);
    for (std::size_t i = 0; i < same.size(); ++i) ASSERT_EQ(same[i], any.pieces()[0][i].value);
}

TEST(Smoothing, NonFinitePassesThroughAndChangesNothing) {
    const auto with = smooth(of({1, kInf, 2, -kInf, 3, kNaN}), 0.9), without = smooth(of({1, 2, 3}), 0.9);
    EXPECT_EQ(with[1], kInf);
    EXPECT_EQ(with[3], -kInf);
    EXPECT_TRUE(std::isnan(with[5]));
    EXPECT_EQ(with[0], without[0]);
    EXPECT_EQ(with[2], without[1]);
    EXPECT_EQ(with[4], without[2]);
}

TEST(Smoothing, GrowingEqualsAllAtOnce) {
    Series raw;
    SmoothedSeries grown(0.8);
    for (int i = 0; i < 9000; ++i) {
        raw.append({i, double(i), std::cos(0.01 * i)});
        if (i % 7 == 0) grown.follow(raw);
        if (i == 5000) raw.startPiece();
    }
    grown.follow(raw);
    const auto all = smooth(raw, 0.8);
    std::size_t k = 0;
    for (const auto& piece : grown.series().pieces())
        for (std::size_t i = 0; i < piece.size(); ++i) ASSERT_EQ(piece[i].value, all[k++]);
    EXPECT_EQ(k, raw.size());
}

TEST(Smoothing, AnotherSeriesStartsOver) {
    SmoothedSeries smoothed(0.5);
    smoothed.follow(of({5, 6, 7}));
    const auto other = of({1});
    smoothed.follow(other);
    ASSERT_EQ(smoothed.series().size(), 1u);
    EXPECT_EQ(smoothed.series().pieces()[0][0].value, 1);
}

} // namespace lockstep::monitors
