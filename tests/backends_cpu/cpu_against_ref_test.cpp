#include "backends/cpu/cpu_device.h"
#include "backends/ref/ref_device.h"
#include "backends_cpu/tolerances.h"
#include "ir/rewriter.h"
#include "ops/builtin.h"
#include "support/op_samples.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::test;

namespace {

void expectClose(const HostTensor& got, const HostTensor& want, const Tolerance& t) {
    ASSERT_EQ(got.shape(), want.shape());
    const auto a = valuesOf(got), e = valuesOf(want);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::isnan(e[i]) ? std::isnan(a[i]) : a[i] == e[i]) continue;
        ASSERT_LE(std::fabs(a[i] - e[i]), t.absolute + t.relative * std::fabs(e[i])) << "element " << i << ": " << a[i] << " for " << e[i];
    }
}

class CpuAgainstRef : public testing::TestWithParam<int> {
protected:
    void SetUp() override {
        m_cpu = std::move(backends::makeCpuDevice({.threads = GetParam()})).value();
        m_cpu->enterThread();
    }
    std::unique_ptr<backends::Device> m_cpu, m_ref = backends::makeRefDevice();
};

TEST_P(CpuAgainstRef, AllSamplesAgree) {
    for (const OpSample& sample : opSamples()) {
        SCOPED_TRACE(sample.name);
        const auto got = runSample(sample, *m_cpu, DType::F32), want = runSample(sample, *m_ref, DType::F32);
        ASSERT_TRUE(want.ok()) << want.error().message();
        ASSERT_TRUE(got.ok()) << got.error().message();
        const Tolerance tolerance = sample.whole ? Tolerance{0, 0, "whole numbers"} : toleranceOf(sample.op);
        for (const auto& [name, tensor] : *want) {
            SCOPED_TRACE(name);
            expectClose(got->at(name), tensor, tolerance);
        }
    }
}

TEST_P(CpuAgainstRef, CommonOpsAreNotLeftToTheReference) {
    for (const OpSample& sample : opSamples()) {
        static constexpr std::string_view kOwn[] = {
            "add",           "multiply",          "concat",     "slice",     "slice_grad",     "permute", "formula", "sum_to",
            "matmul",        "embedding",         "upsample2d", "attention", "attention_grad", "expand",  "dropout", "dropout_grad",
            "cross_entropy", "cross_entropy_grad"};
        if (std::ranges::find(kOwn, sample.op) == std::end(kOwn)) continue;
        ir::Graph graph(ops::builtinOps());
        ir::Rewriter rewriter(graph);
        ASSERT_TRUE(addSample(rewriter, sample, DType::F32).ok());
        ASSERT_TRUE(rewriter.finish().ok());
        const auto choice = m_cpu->prepare(backends::viewOf(graph, graph.node(graph.order().front())));
        ASSERT_TRUE(choice.ok()) << choice.error().message();
        EXPECT_NE(choice->implementation, "ref") << sample.name;
    }
}

/// A NaN in what a query may not see leaves its row alone, forward and backward (SEMANTICS.md 9).
TEST_P(CpuAgainstRef, WhatCausalAttentionHidesDoesNotComeThrough) {
    const std::int64_t length = 70, width = 8, bad = 40;
    const auto row = [&](std::int64_t t) { return static_cast<std::size_t>(t * width); };
    for (const std::size_t tensor : {0u, 1u, 2u}) { // q, k, v
        OpSample sample{.name = "attention",
                        .op = "attention",
                        .attrs = {{"heads", std::int64_t{2}}, {"key_heads", std::int64_t{2}}, {"packed", false}, {"causal", true}}};
        for (std::size_t i = 0; i < 3; ++i) {
            SampleInput in{.shape = Shape{1, length, width}};
            for (std::int64_t e = 0; e < length * width; ++e)
                in.values.push_back(std::sin(static_cast<double>(e * (static_cast<std::int64_t>(i) + 2))));
            if (i == tensor) in.values[row(bad)] = std::nan("");
            sample.inputs.push_back(in);
        }
        const auto forward = runSample(sample, *m_cpu, DType::F32).value(), plain = runSample(sample, *m_ref, DType::F32).value();
        OpSample back{.name = "attention_grad", .op = "attention_grad", .attrs = sample.attrs};
        SampleInput dy{.shape = Shape{1, length, width}, .values = std::vector<double>(static_cast<std::size_t>(length * width), 0.5)};
        const auto given = [](const HostTensor& t) { return SampleInput{.shape = t.shape(), .values = valuesOf(t)}; };
        std::vector<HostTensor> outs;
        for (const auto& [name, t] : plain) outs.push_back(t);
        back.inputs = {dy, given(outs.at(0)), given(outs.at(1))};
        back.inputs.insert(back.inputs.end(), sample.inputs.begin(), sample.inputs.end());
        const auto got = runSample(back, *m_cpu, DType::F32).value(), want = runSample(back, *m_ref, DType::F32).value();
        for (const auto* pair : {&forward, &got}) {
            const auto& expected = pair == &forward ? plain : want;
            for (const auto& [name, t] : *pair) {
                const auto a = valuesOf(t), e = valuesOf(expected.at(name));
                for (std::size_t i = 0; i < a.size(); ++i)
                    ASSERT_EQ(std::isnan(a[i]), std::isnan(e[i])) << name << " " << i << " of tensor " << tensor;
            }
        }
        const auto y = valuesOf(outs.at(0));
        for (std::size_t i = 0; i < row(bad); ++i) ASSERT_TRUE(std::isfinite(y[i]));
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, CpuAgainstRef, testing::Values(1, 2));

} // namespace
