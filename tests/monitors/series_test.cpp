#include "monitors/series.h"
#include "monitors/smoothing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>

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

TEST(Series, FirstOfEqualExtremes) {
    SeriesPiece piece;
    for (int i = 0; i < 200; ++i) piece.append({i, 0, i % 3 == 0 ? 1.0 : i % 3 == 1 ? 5.0 : 3.0});
    const auto found = piece.extremes(2, 200);
    EXPECT_EQ(found.lowest, 3u);
    EXPECT_EQ(found.highest, 4u);
}

// A resume repeats steps: those of the older piece are no longer kept, however often it happens.
TEST(Series, KeptPointsEndWhereALaterPieceBegins) {
    auto series = of({9, 8, 7, 6, 5, 4});
    EXPECT_EQ(series.keptPoints(0), 6u);
    series.startPiece();
    EXPECT_EQ(series.keptPoints(0), 6u); // nothing repeated yet
    series.append({4, 300, 1});
    series.append({5, 301, 1});
    EXPECT_EQ(series.keptPoints(0), 4u);
    series.startPiece();
    series.append({2, 400, 1});
    EXPECT_EQ(series.keptPoints(0), 2u);
    EXPECT_EQ(series.keptPoints(1), 0u);
    EXPECT_EQ(series.keptPoints(2), 1u);
    series.startPiece();
    series.append({50, 500, 1}); // a gap repeats nothing
    EXPECT_EQ(series.keptPoints(2), 1u);
}

TEST(Series, AssignedValuesStandAtTheOthersPlaces) {
    SeriesPiece raw, other;
    for (int i = 0; i < 9000; ++i) raw.append({2 * i, 100.0 + i, 0});
    std::vector<double> values(9000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(0.3 * static_cast<double>(i));
    other.assign(raw, 0, std::span(values).first(5000));
    ASSERT_EQ(other.size(), 5000u);
    for (const std::size_t keep : {5000u, 4096u, 4000u, 64u, 0u}) {
        auto grown = other;
        grown.assign(raw, keep, std::span(values).subspan(keep));
        ASSERT_EQ(grown.size(), 9000u);
        SeriesPiece expected;
        for (std::size_t i = 0; i < values.size(); ++i) {
            ASSERT_EQ(grown.step(i), 2 * static_cast<std::int64_t>(i));
            ASSERT_EQ(grown.wall(i), 100.0 + static_cast<double>(i));
            ASSERT_EQ(grown.value(i), values[i]);
            expected.append(grown[i]);
        }
        const auto found = grown.extremes(7, 8999), wanted = expected.extremes(7, 8999);
        EXPECT_EQ(found.lowest, wanted.lowest);
        EXPECT_EQ(found.highest, wanted.highest);
        EXPECT_EQ(found.finite, wanted.finite);
    }
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
    for (const auto method : {SmoothingMethod::Exponential, SmoothingMethod::Gaussian, SmoothingMethod::RunningMean}) {
        Series raw;
        SmoothedSeries grown(Smoothing{method, 0.93});
        for (int i = 0; i < 9000; ++i) {
            raw.append({i, double(i), i % 1000 == 77 ? kNaN : std::cos(0.01 * i)});
            if (i % 7 == 0) grown.follow(raw);
            if (i == 5000) raw.startPiece();
        }
        grown.follow(raw);
        SmoothedSeries all(Smoothing{method, 0.93});
        all.follow(raw);
        ASSERT_EQ(grown.series().size(), raw.size());
        for (std::size_t p = 0; p < raw.pieces().size(); ++p)
            for (std::size_t i = 0; i < raw.pieces()[p].size(); ++i) {
                const double a = grown.series().pieces()[p].value(i), b = all.series().pieces()[p].value(i);
                ASSERT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << p << ' ' << i << ' ' << a << ' ' << b;
            }
    }
}

// The same strength leaves the same share (1-s)/(1+s) of the variance of white noise, whatever the method.
TEST(Smoothing, StrengthMeansTheSameForAllMethods) {
    Series noise;
    std::uint64_t seed = 5;
    for (int i = 0; i < 400000; ++i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        noise.append({i, 0, static_cast<double>(seed >> 11) / 9007199254740992.0 - 0.5});
    }
    for (const double s : {0.5, 0.9}) {
        for (const auto method : {SmoothingMethod::Exponential, SmoothingMethod::Gaussian, SmoothingMethod::RunningMean}) {
            SmoothedSeries smoothed(Smoothing{method, s});
            smoothed.follow(noise);
            double squares = 0;
            const auto& piece = smoothed.series().pieces()[0];
            for (std::size_t i = 0; i < piece.size(); ++i) squares += piece.value(i) * piece.value(i);
            const double expected = (1 - s) / (1 + s) / 12; // uniform noise of width 1 has variance 1/12
            EXPECT_NEAR(squares / static_cast<double>(piece.size()), expected, 0.06 * expected) << int(method) << ' ' << s;
        }
    }
    EXPECT_EQ(meanWidth(0.5), 3u);
    EXPECT_EQ(meanWidth(0.9), 19u);
    EXPECT_EQ(meanWidth(0), 1u);
    EXPECT_NEAR(gaussianSigma(0.5), 3 / (2 * std::sqrt(std::acos(-1.0))), 1e-12);
}

TEST(Smoothing, EveryMethodKeepsConstantsAndReturnsItsInputAtZero) {
    Series constant, any;
    for (int i = 0; i < 5000; ++i) constant.append({i, 0, 0.1}), any.append({i, 0, std::sin(i)});
    for (const auto method : {SmoothingMethod::Exponential, SmoothingMethod::Gaussian, SmoothingMethod::RunningMean}) {
        for (const double s : {0.0, 0.6, 0.99}) {
            SmoothedSeries smoothed(Smoothing{method, s});
            smoothed.follow(constant);
            for (std::size_t i = 0; i < 5000; ++i) ASSERT_EQ(smoothed.series().pieces()[0].value(i), 0.1);
        }
        SmoothedSeries same(Smoothing{method, 0});
        same.follow(any);
        for (std::size_t i = 0; i < 5000; ++i) ASSERT_EQ(same.series().pieces()[0].value(i), std::sin(static_cast<int>(i)));
    }
}

TEST(Smoothing, HugeValuesStayFinite) {
    for (const auto method : {SmoothingMethod::Exponential, SmoothingMethod::RunningMean}) {
        Series raw;
        for (int i = 0; i < 100; ++i) raw.append({i, 0, i % 2 ? 1.7e308 : -1.7e308});
        SmoothedSeries smoothed(Smoothing{method, 0.9});
        smoothed.follow(raw);
        for (std::size_t i = 0; i < 100; ++i) ASSERT_TRUE(std::isfinite(smoothed.series().pieces()[0].value(i))) << i;
    }
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
