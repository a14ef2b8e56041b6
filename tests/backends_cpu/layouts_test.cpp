#include "backends/cpu/cpu_device.h"
#include "backends/cpu/layout_ids.h"
#include "backends/ref/ref_device.h"
#include "backends_cpu/tolerances.h"
#include "ops/builtin.h"
#include "passes/layout.h"
#include "support/op_samples.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

using namespace lockstep;
using namespace lockstep::test;
using ir::ValueId;
namespace cpu = lockstep::backends::cpu;

namespace {

std::unique_ptr<backends::Device> cpuDevice(int threads) {
    auto device = std::move(backends::makeCpuDevice({.threads = threads})).value();
    device->enterThread();
    return device;
}

void expectClose(const HostTensor& got, const HostTensor& want, const Tolerance& t) {
    const auto a = valuesOf(got), e = valuesOf(want);
    ASSERT_EQ(a.size(), e.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_LE(std::fabs(a[i] - e[i]), t.absolute + t.relative * std::fabs(e[i])) << "element " << i << ": " << a[i] << " for " << e[i];
}

/// Runs a sample with every value of rank 4 in that layout, brought there and back by reorders.
Result<Tensors> runInLayout(const OpSample& sample, backends::Device& device, ir::LayoutId layout) {
    ir::Graph graph(ops::builtinOps());
    ir::Rewriter rw(graph);
    const auto moved = [&](ValueId v, ir::LayoutId to, const std::string& name) -> Result<ValueId> {
        LOCKSTEP_ASSIGN(const ValueId out, rw.add1("reorder", name, {v}, {}, {}));
        rw.setLayout(out, to);
        return out;
    };
    std::vector<ValueId> inputs;
    for (std::size_t i = 0; i < sample.inputs.size(); ++i) {
        const SampleInput& in = sample.inputs[i];
        const std::string name = "in" + std::to_string(i);
        inputs.push_back(in.present ? rw.addValue(name, {in.typeFor(DType::F32), in.shape}, ir::ValueKind::Parameter) : ir::kNone);
        if (in.present && in.shape.rank() == 4) { LOCKSTEP_ASSIGN(inputs.back(), moved(inputs.back(), layout, name + "/moved")); }
    }
    LOCKSTEP_ASSIGN(const auto outputs, rw.add(sample.op, "node", inputs, sample.attrs, {}));
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        ValueId out = outputs[k];
        if (graph.value(out).storage != out) continue;
        if (graph.value(out).type.shape.rank() == 4) {
            rw.setLayout(out, layout);
            LOCKSTEP_ASSIGN(out, moved(out, ir::kPlain, "out" + std::to_string(k) + "/moved"));
        }
        rw.fetch("out" + std::to_string(k), out);
    }
    LOCKSTEP_TRY(rw.finish());
    return runGraph(graph, device, sampleTensors(sample, DType::F32));
}

bool hasImages(const OpSample& sample) {
    static const std::set<std::string> kOps{"relu",
                                            "relu_grad",
                                            "tanh",
                                            "tanh_grad",
                                            "gelu",
                                            "gelu_grad",
                                            "add",
                                            "multiply",
                                            "batch_norm",
                                            "batch_norm_infer",
                                            "max_pool2d",
                                            "max_pool2d_grad",
                                            "avg_pool2d",
                                            "avg_pool2d_grad",
                                            "batch_norm_grad",
                                            "scale",
                                            "adaptive_avg_pool2d",
                                            "adaptive_avg_pool2d_grad"};
    if (!kOps.contains(sample.op) || sample.inputs[0].shape.rank() != 4) return false;
    if (sample.op.starts_with("max_pool2d") && sample.attrs.integers("kernel")[0] * sample.attrs.integers("kernel")[1] > 256)
        return false; // places wider than a byte: the layout query asks for row-major
    const bool stretched = (sample.op == "add" || sample.op == "multiply") && sample.inputs[0].shape != sample.inputs[1].shape;
    return !stretched;
}

TEST(Layouts, ImageOpsAgreeWithTheReferenceInAllOfThem) {
    const auto device = cpuDevice(2), ref = backends::makeRefDevice();
    int runs = 0;
    for (const OpSample& sample : opSamples()) {
        if (!hasImages(sample)) continue;
        const auto want = runSample(sample, *ref, DType::F32);
        ASSERT_TRUE(want.ok());
        for (const ir::LayoutId layout : {cpu::kBlocked16, cpu::kBlocked8, cpu::kChannelsLast}) {
            SCOPED_TRACE(sample.name + " in layout " + device->layouts()->layoutName(layout));
            const auto got = runInLayout(sample, *device, layout);
            ASSERT_TRUE(got.ok()) << got.error().message();
            const Tolerance tolerance = sample.whole ? Tolerance{0, 0, "whole numbers"} : toleranceOf(sample.op);
            for (const auto& [name, tensor] : *got)
                if (want->contains(name)) expectClose(tensor, want->at(name), tolerance);
            ++runs;
        }
    }
    EXPECT_GT(runs, 30) << "the samples must hold images";
}

HostTensor counting(const Shape& shape, int from, int modulus) {
    std::vector<double> values(static_cast<std::size_t>(shape.elements()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = from + static_cast<int>(i * 7 % static_cast<std::size_t>(modulus));
    return tensorOf(DType::F32, shape, values);
}

/// Ten channels in blocks of sixteen: of two pixels' 32 stored floats a fetch reads the first 20, so 10 to 15 are padding.
TEST(Layouts, PaddingLanesStayZeroBehindAShift) {
    ir::Graph graph(ops::builtinOps());
    ir::Rewriter rw(graph);
    const auto value = [&](const char* name, Shape shape) { return rw.addValue(name, {DType::F32, shape}, ir::ValueKind::Parameter); };
    const ValueId x = value("x", {1, 10, 1, 2}), moved = rw.add1("reorder", "moved", {x}, {}, {}).value();
    rw.setLayout(moved, cpu::kBlocked16);
    const ValueId y =
        rw.add1("batch_norm_infer", "bn", {moved, value("w", {10}), value("b", {10}), value("mean", {10}), value("var", {10}), ir::kNone},
                {{"eps", 1e-5}, {"relu", false}}, {})
            .value();
    rw.setLayout(y, cpu::kBlocked16);
    rw.fetch("y", y);
    ASSERT_TRUE(rw.finish().ok());
    const auto device = cpuDevice(1);
    const HostTensor ten = counting({10}, 1, 5);
    const auto out = runGraph(graph, *device, {{"x", counting({1, 10, 1, 2}, -3, 9)}, {"w", ten}, {"b", ten}, {"mean", ten}, {"var", ten}});
    ASSERT_TRUE(out.ok()) << out.error().message();
    const auto stored = valuesOf(out->at("y"));
    for (std::size_t lane = 0; lane < 16; ++lane) EXPECT_EQ(stored[lane] == 0, lane >= 10) << "lane " << lane << " holds " << stored[lane];
}

/// A chain of convolutions with odd sizes on whole numbers: equal bits with blocked layouts, without, and on the reference.
class ConvChain : public testing::Test {
protected:
    static Result<Tensors> run(backends::Device& device, bool layouts, const std::string& activation = "relu") {
        ir::Graph graph(ops::builtinOps());
        ir::Rewriter rw(graph);
        const auto value = [&](const char* name, Shape shape) { return rw.addValue(name, {DType::F32, shape}, ir::ValueKind::Parameter); };
        const auto conv = [&](std::int64_t stride, std::int64_t groups) {
            return ir::Attributes{{"stride", Ints{stride, stride}},
                                  {"padding", Ints{1, 0, 1, 2}},
                                  {"dilation", Ints{1, 1}},
                                  {"groups", groups},
                                  {"activation", activation}};
        };
        LOCKSTEP_ASSIGN(const ValueId a, rw.add1("conv2d", "a", {value("x", {3, 3, 11, 13}), value("wa", {20, 3, 3, 3}), value("ba", {20})},
                                                 conv(1, 1), {}));
        LOCKSTEP_ASSIGN(const ValueId pooled,
                        rw.add1("max_pool2d", "pool", {a},
                                {{"kernel", Ints{2, 3}}, {"stride", Ints{2, 2}}, {"padding", Ints{1, 1}}, {"ceil_mode", true}}, {}));
        LOCKSTEP_ASSIGN(const ValueId b, rw.add1("conv2d", "b", {pooled, value("wb", {34, 10, 3, 3}), ir::kNone}, conv(2, 2), {}));
        LOCKSTEP_ASSIGN(const ValueId sum, rw.add1("add", "sum", {b, b}, {}, {}));
        rw.fetch("y", sum);
        LOCKSTEP_TRY(rw.finish());
        if (layouts) LOCKSTEP_TRY(passes::assignLayouts(graph, *device.layouts()));
        return runGraph(graph, device,
                        {{"x", counting({3, 3, 11, 13}, -3, 7)},
                         {"wa", counting({20, 3, 3, 3}, -2, 5)},
                         {"ba", counting({20}, -4, 9)},
                         {"wb", counting({34, 10, 3, 3}, -1, 3)}});
    }
    using Ints = std::vector<std::int64_t>;
};

TEST_F(ConvChain, IsExactInAnyLayoutAndWidth) {
    const auto ref = backends::makeRefDevice();
    const auto want = run(*ref, false);
    ASSERT_TRUE(want.ok()) << want.error().message();
    for (const int threads : {1, 2, 3}) {
        for (const bool layouts : {false, true}) {
            const auto device = cpuDevice(threads);
            const auto got = run(*device, layouts);
            ASSERT_TRUE(got.ok()) << got.error().message();
            EXPECT_EQ(valuesOf(got->at("y")), valuesOf(want->at("y"))) << threads << " threads, layouts " << layouts;
        }
    }
}

TEST_F(ConvChain, EveryFusedActivationAgreesWithTheReference) {
    const auto ref = backends::makeRefDevice(), device = cpuDevice(1);
    for (const std::string activation : {"none", "tanh", "sigmoid", "gelu", "gelu_tanh"}) {
        SCOPED_TRACE(activation);
        const auto want = run(*ref, false, activation), got = run(*device, true, activation);
        ASSERT_TRUE(want.ok() && got.ok()) << (got.ok() ? want.error() : got.error()).message();
        expectClose(got->at("y"), want->at("y"), toleranceOf("conv2d"));
    }
}

} // namespace
