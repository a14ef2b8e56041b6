#include "backends/cpu/cpu_device.h"
#include "backends/cpu/probe.h"
#include "backends/ref/ref_device.h"
#include "base/rng.h"
#include "kernels/cpu/elementwise/formula.h"
#include "ops/builtin.h"
#include "support/op_samples.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace lockstep;
using namespace lockstep::test;
using ir::ValueId;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

SampleInput input(Shape shape, std::vector<double> values, DType type = DType::F32) {
    return {.dtype = type, .shape = shape, .values = std::move(values), .fixed = true};
}

SampleInput drawn(Shape shape, std::uint64_t stream, bool whole) {
    const Rng rng(7, RngPurpose::Test, stream);
    std::vector<double> values(static_cast<std::size_t>(shape.elements()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = whole ? static_cast<double>(rng.below(i, 7)) - 3 : rng.normal(i);
    return input(shape, values);
}

std::vector<double> runOn(backends::Device& device, const OpSample& sample, const std::string& output = "out0") {
    device.enterThread();
    const auto out = runSample(sample, device, DType::F32);
    EXPECT_TRUE(out.ok()) << out.error().message();
    return out.ok() ? valuesOf(out->at(output)) : std::vector<double>{};
}

std::unique_ptr<backends::Device> cpuDevice(int threads) { return std::move(backends::makeCpuDevice({.threads = threads})).value(); }

/// Equal with NaN equal to NaN.
void expectSame(const std::vector<double>& a, const std::vector<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) << i << ": " << a[i] << ", " << b[i];
}

TEST(CpuBehaviour, NanAndInfinityPassThroughActivationsAsInTheReference) {
    const auto cpu = cpuDevice(1), ref = backends::makeRefDevice();
    const std::vector<double> values{kNaN, kInf, -kInf, 0, -0.0, 88, -88, 1e30, -1e30};
    for (const std::string op : {"relu", "tanh", "sigmoid"}) {
        SCOPED_TRACE(op);
        const OpSample sample{op, op, {input({9}, values)}, {}};
        expectSame(runOn(*cpu, {op, op, {input({3}, {kNaN, kInf, -kInf})}, {}}),
                   runOn(*ref, {op, op, {input({3}, {kNaN, kInf, -kInf})}, {}}));
        const auto all = runOn(*cpu, sample);
        for (std::size_t i = 1; i < all.size(); ++i) EXPECT_FALSE(std::isnan(all[i])) << values[i];
    }
}

TEST(CpuBehaviour, NanPassesThroughAFusedReluOfLinearAndPooling) {
    const auto cpu = cpuDevice(1);
    const OpSample linear{
        "linear", "linear", {input({1, 2}, {kNaN, 1}), input({1, 2}, {1, 1}), {.present = false}}, {{"activation", "relu"}}};
    EXPECT_TRUE(std::isnan(runOn(*cpu, linear)[0]));
    using Ints = std::vector<std::int64_t>;
    const OpSample pool{"pool",
                        "max_pool2d",
                        {input({1, 1, 2, 2}, {5, kNaN, 7, 1})},
                        {{"kernel", Ints{2, 2}}, {"stride", Ints{2, 2}}, {"padding", Ints{0, 0}}, {"ceil_mode", false}}};
    EXPECT_TRUE(std::isnan(runOn(*cpu, pool)[0]));
    EXPECT_EQ(runOn(*cpu, pool, "out1")[0], 1);
}

TEST(CpuBehaviour, StatisticsCountWhatIsNotFinite) {
    std::vector<double> values(100, 2);
    values[3] = values[70] = kNaN, values[20] = kInf, values[50] = -kInf, values[60] = 0, values[99] = -5;
    const auto row = runOn(*cpuDevice(1), {"probe", "probe_stats", {input({100}, values)}, {}});
    const double n = 96, sum = 94 * 2 - 5, squares = 94 * 4 + 25;
    const std::vector<double> want{2, 2, 1, -5, 2, sum / n, std::sqrt(squares / n), 5, (94 * 2 + 5) / n};
    for (std::size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(row[i], want[i], 1e-6) << i;
}

TEST(CpuBehaviour, AdamWithAmsgradKeepsNan) {
    const auto one = [](double v) { return input({1}, {v}); };
    const OpSample sample{
        "adam",
        "adam_update",
        {input({}, {0.1}, DType::F64), input({}, {1}, DType::F64), {.present = false}, one(1), one(kNaN), one(0), one(0), one(0)},
        {{"count", std::int64_t{1}},
         {"beta1", 0.9},
         {"beta2", 0.999},
         {"eps", 1e-8},
         {"weight_decay", 0.0},
         {"decoupled", true},
         {"amsgrad", true}}};
    EXPECT_TRUE(std::isnan(runOn(*cpuDevice(1), sample, "in3")[0]));
    EXPECT_TRUE(std::isnan(runOn(*cpuDevice(1), sample, "in7")[0]));
}

/// Two tensors of several pieces and an odd rest: whole numbers, so that the norm is known exactly; the same on one thread and on three.
TEST(CpuBehaviour, AnUpdateTellsTheNormOfItsGradients) {
    const std::int64_t n = 3 * (1 << 14) + 5, m = (1 << 14) + 1;
    const auto filled = [](std::int64_t count, double v) {
        return input({count}, std::vector<double>(static_cast<std::size_t>(count), v));
    };
    const OpSample sample{
        "sgd",
        "sgd_update",
        {input({}, {0.5}, DType::F64),
         input({}, {1}, DType::F64),
         {.present = false},
         filled(n, 1),
         filled(m, 2),
         filled(n, 2),
         filled(m, -4)},
        {{"count", std::int64_t{2}}, {"momentum", 0.0}, {"dampening", 0.0}, {"weight_decay", 0.0}, {"nesterov", false}, {"norm", true}}};
    const double first = static_cast<float>(std::sqrt(4.0 * static_cast<double>(n)));
    const double second = static_cast<float>(std::sqrt(16.0 * static_cast<double>(m)));
    for (const int threads : {1, 3}) {
        const auto cpu = cpuDevice(threads);
        EXPECT_EQ(runOn(*cpu, sample, "out2")[0], static_cast<float>(std::sqrt(first * first + second * second)));
        EXPECT_EQ(runOn(*cpu, sample, "in3"), std::vector<double>(static_cast<std::size_t>(n), 0.0));
        EXPECT_EQ(runOn(*cpu, sample, "in4"), std::vector<double>(static_cast<std::size_t>(m), 4.0));
    }
}

/// The gradients of b - a are -dy and dy, and the first may be put over dy itself; whole pieces and a short rest.
TEST(CpuBehaviour, AFormulasResultMayLieOverAnInputThatIsAnotherResult) {
    const std::int64_t n = 2 * 256 + 19;
    std::vector<float> dy(static_cast<std::size_t>(n)), other(dy.size());
    for (std::size_t i = 0; i < dy.size(); ++i) dy[i] = static_cast<float>(i) + 1;
    const std::vector<float> before = dy;
    const kernels::FormulaStep negate{kernels::FormulaOp::Neg, 0, kernels::kInput, 0, 0};
    const int results[] = {0, kernels::kInput};
    const float* inputs[] = {dy.data()};
    float* outputs[] = {dy.data(), other.data()};
    kernels::runFormula({&negate, 1, nullptr, 0, 1, 2, results}, inputs, outputs, n);
    EXPECT_EQ(other, before);
    for (std::size_t i = 0; i < dy.size(); ++i) ASSERT_EQ(dy[i], -before[i]) << i;
}

TEST(CpuBehaviour, SoftmaxOfHugeAndInfiniteLogits) {
    const auto cpu = cpuDevice(1), ref = backends::makeRefDevice();
    const OpSample huge{"softmax", "softmax", {input({2, 3}, {1e4, 1e4, -1e4, -kInf, 0, -kInf})}, {{"axis", std::int64_t{1}}}};
    expectSame(runOn(*cpu, huge), {0.5, 0.5, 0, 0, 1, 0});
    const OpSample none{"softmax", "softmax", {input({1, 2}, {-kInf, -kInf})}, {{"axis", std::int64_t{1}}}};
    expectSame(runOn(*cpu, none), {kNaN, kNaN});
}

/// Softmax doesn't change when all logits of a row grow alike; these are exact in f32 at either height.
TEST(CpuBehaviour, TheGradientOfCrossEntropyIsAsGoodAtLargeLogits) {
    const auto cpu = cpuDevice(1), ref = backends::makeRefDevice();
    for (backends::Device* device : {cpu.get(), ref.get()}) {
        const auto gradient = [&](double height) {
            const ir::Attributes attrs{{"class_axis", std::int64_t{1}}};
            const SampleInput x = input({1, 3}, {height, height + 0.25, height - 1.5}), target = input({1}, {1}, DType::S64),
                              one = input({}, {1}, DType::F64);
            const auto logSums = runOn(*device, {"loss", "cross_entropy", {x, target, one}, attrs}, "out1");
            return runOn(*device, {"grad", "cross_entropy_grad", {input({}, {1}), x, target, one, input({1}, logSums)}, attrs});
        };
        const auto low = gradient(0), high = gradient(4096);
        for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(low[i], high[i], 2e-7) << i;
    }
}

TEST(CpuBehaviour, WholeNumberMatmulsAreExactAtOddSizesAndLargeWeights) {
    const auto ref = backends::makeRefDevice();
    struct Size {
        std::int64_t rows, in, out;
    };
    // The last has enough weights for the inner-product variants.
    for (const auto& [rows, in, out] : {Size{1, 1, 1}, Size{1, 17, 13}, Size{37, 31, 7}, Size{129, 67, 3}, Size{3, 733, 719}}) {
        const SampleInput x = drawn({rows, in}, 1, true), w = drawn({out, in}, 2, true), dy = drawn({rows, out}, 3, true),
                          b = drawn({out}, 4, true);
        for (const OpSample& sample :
             {OpSample{"f", "linear", {x, w, b}, {{"activation", "none"}}}, OpSample{"d", "linear_dgrad", {dy, w}, {}},
              OpSample{"w", "linear_wgrad", {dy, x}, {{"bias", true}}}}) {
            SCOPED_TRACE(sample.op + " " + std::to_string(rows) + " x " + std::to_string(in) + " x " + std::to_string(out));
            for (const int threads : {1, 2}) EXPECT_EQ(runOn(*cpuDevice(threads), sample), runOn(*ref, sample));
        }
    }
}

/// Large enough for several threads and pieces.
TEST(CpuBehaviour, OwnKernelsGiveTheSameBitsAtAnyWidth) {
    const SampleInput x = drawn({5, 6, 67, 71}, 1, false), dy = drawn({5, 6, 67, 71}, 2, false), rows = drawn({999, 129}, 3, false);
    const std::vector<OpSample> samples{
        {"probe_stats", "probe_stats", {x}, {}},
        {"grad_norm", "grad_norm", {x, rows}, {}},
        {"bn",
         "batch_norm_grad",
         {dy, x, {.present = false}, drawn({6}, 4, false), drawn({6}, 5, false), {.present = false}},
         {{"relu", false}, {"residual", false}}},
        {"ln", "layer_norm_grad", {rows, rows, {.present = false}, drawn({999}, 6, false), drawn({999}, 7, false)}, {}}};
    for (const OpSample& sample : samples) {
        SCOPED_TRACE(sample.name);
        const auto one = runOn(*cpuDevice(1), sample);
        for (const int threads : {2, 3}) EXPECT_EQ(runOn(*cpuDevice(threads), sample), one);
    }
}

/// Mean 1e4, deviation 1: E[x^2] - E[x]^2 would lose every digit (SEMANTICS.md 17, row 15).
TEST(CpuBehaviour, BatchNormKeepsItsVarianceFarFromZero) {
    SampleInput x = drawn({64, 3}, 9, false);
    double mean = 0, squares = 0;
    for (double& v : x.values) v = static_cast<float>(v + 1e4);
    for (std::size_t i = 0; i < 64; ++i) mean += x.values[3 * i] / 64;
    for (std::size_t i = 0; i < 64; ++i) squares += (x.values[3 * i] - mean) * (x.values[3 * i] - mean) / 64;
    const SampleInput none{.present = false}, zeros = input({3}, {0, 0, 0});
    const OpSample sample{"bn",
                          "batch_norm",
                          {x, none, none, zeros, zeros, input({}, {0}, DType::S64), none},
                          {{"eps", 0.0}, {"momentum", 0.1}, {"relu", false}}};
    EXPECT_NEAR(runOn(*cpuDevice(1), sample, "out2")[0], 1 / std::sqrt(squares), 1e-4);
}

TEST(CpuBehaviour, ThreadsOutOfRangeAreRefused) {
    EXPECT_FALSE(backends::makeCpuDevice({.threads = -1}).ok());
    EXPECT_FALSE(backends::makeCpuDevice({.threads = 100000}).ok());
    EXPECT_GE(cpuDevice(0)->info().threads, 1);
}

TEST(CpuBehaviour, ProbeMeasuresEverythingAndStopsWhenAsked) {
    const auto device = cpuDevice(1);
    const auto profile = backends::probeCpu(*device, backends::ProbeEffort::Quick);
    ASSERT_TRUE(profile.ok()) << profile.error().message();
    EXPECT_GT(profile->peakFlops(DType::F32), 1e8);
    EXPECT_GT(profile->memoryBytesPerSecond, 1e8);
    EXPECT_GT(profile->copyBytesPerSecond, 1e8);
    EXPECT_GT(profile->launchSeconds, 0);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(backends::probeCpu(*device, backends::ProbeEffort::Quick, stop.get_token()).ok());
}

} // namespace
