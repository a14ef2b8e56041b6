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

INSTANTIATE_TEST_SUITE_P(Threads, CpuAgainstRef, testing::Values(1, 2));

} // namespace
