#include "train/initializer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lockstep::train {
namespace {

using Kind = compile::InitRule::Kind;

compile::ParameterInfo parameter(Kind kind, double value, Shape shape = {200, 300}) {
    compile::ParameterInfo info;
    info.name = "fc.weight";
    info.shape = shape;
    info.init = {kind, value};
    return info;
}

/// Largest distance between the empirical distribution and `cdf`.
template <class F> double kolmogorov(std::vector<float> values, F cdf) {
    std::sort(values.begin(), values.end());
    double worst = 0;
    const auto n = static_cast<double>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double expected = cdf(values[i]);
        worst = std::max({worst, std::abs(expected - static_cast<double>(i) / n), std::abs(expected - static_cast<double>(i + 1) / n)});
    }
    return worst;
}

std::vector<float> valuesOf(const HostTensor& tensor) {
    const auto span = tensor.as<float>();
    return {span.begin(), span.end()};
}

// 1.63/sqrt(n) is the 1 % point of the Kolmogorov-Smirnov distance.
TEST(Initializer, UniformIsUniformWithinItsBound) {
    const auto values = valuesOf(initialTensor(parameter(Kind::Uniform, 0.125), 1));
    EXPECT_LE(*std::max_element(values.begin(), values.end()), 0.125f);
    EXPECT_GE(*std::min_element(values.begin(), values.end()), -0.125f);
    EXPECT_LT(kolmogorov(values, [](double x) { return (x + 0.125) / 0.25; }), 1.63 / std::sqrt(values.size()));
}

TEST(Initializer, NormalIsNormal) {
    const auto values = valuesOf(initialTensor(parameter(Kind::Normal, 0.02), 1));
    EXPECT_LT(kolmogorov(values, [](double x) { return std::erfc(-x / 0.02 / std::sqrt(2.0)) / 2; }), 1.63 / std::sqrt(values.size()));
}

TEST(Initializer, DependsOnSeedAndNameOnly) {
    const auto a = initialTensor(parameter(Kind::Uniform, 1), 1), again = initialTensor(parameter(Kind::Uniform, 1), 1);
    EXPECT_EQ(std::memcmp(a.data(), again.data(), a.bytes()), 0);
    const auto seeded = initialTensor(parameter(Kind::Uniform, 1), 2);
    EXPECT_NE(std::memcmp(a.data(), seeded.data(), a.bytes()), 0);
    auto named = parameter(Kind::Uniform, 1);
    named.name = "fc2.weight";
    const auto other = initialTensor(named, 1);
    EXPECT_NE(std::memcmp(a.data(), other.data(), a.bytes()), 0);
}

TEST(Initializer, ConstantsAndCounters) {
    const auto ones = initialTensor(parameter(Kind::Constant, 1, {3}), 7);
    EXPECT_EQ(valuesOf(ones), (std::vector<float>{1, 1, 1}));
    auto counter = parameter(Kind::Constant, 0, {});
    counter.dtype = DType::S64;
    EXPECT_EQ(initialTensor(counter, 7).as<std::int64_t>()[0], 0);
}

} // namespace
} // namespace lockstep::train
