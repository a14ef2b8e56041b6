#include "cost/roofline.h"
#include "ir/rewriter.h"
#include "ops/builtin.h"

#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::cost;

namespace {

DeviceProfile profile() {
    DeviceProfile p;
    p.matmuls = {{DType::F32, 1000, 1000, 500, 2e11}, {DType::F32, 10, 10, 50, 1e11}, {DType::BF16, 10, 10, 50, 4e11}};
    p.memoryBytesPerSecond = 5e10;
    p.launchSeconds = 1e-6;
    return p;
}

TEST(Peaks, PeakIsTheLargestOfItsType) {
    EXPECT_EQ(profile().peakFlops(DType::F32), 2e11);
    EXPECT_EQ(profile().peakFlops(DType::BF16), 4e11);
    EXPECT_EQ(profile().peakFlops(DType::F16), 0) << "never measured";
}

TEST(Peaks, RateGoesStraightOverTheLogarithmAndStaysAtTheEnds) {
    const DeviceProfile p = profile(); // points at 1e4 and 1e9 FLOP
    EXPECT_EQ(p.matmulFlops(DType::F32, 1), 1e11);
    EXPECT_EQ(p.matmulFlops(DType::F32, 1e12), 2e11);
    EXPECT_NEAR(p.matmulFlops(DType::F32, 1e4 * 316.22776601683796), 1.5e11, 1e3); // half way between: 10^6.5
    EXPECT_EQ(p.matmulFlops(DType::S8, 1e6), 0);
}

class Roofline : public testing::Test {
protected:
    Roofline() {
        ir::Rewriter rw(graph);
        const auto x = rw.addValue("x", {DType::F32, {128, 64}}, ir::ValueKind::Input);
        const auto w = rw.addValue("w", {DType::F32, {256, 64}}, ir::ValueKind::Parameter);
        const auto y = rw.add1("linear", "fc", {x, w, ir::kNone}, {{"activation", "none"}}, {}).value();
        const auto z = rw.add1("relu", "act", {y}, {}, {}).value();
        rw.fetch("z", rw.add1("reshape", "flat", {z}, {{"shape", std::vector<std::int64_t>{128 * 256}}}, {}).value());
        EXPECT_TRUE(rw.finish().ok());
    }
    const ir::Node& node(std::string_view name) const { return graph.node(graph.findNode(name)); }
    ir::Graph graph{ops::builtinOps()};
};

TEST_F(Roofline, CountsAMultiplyAddAsTwo) {
    const Work work = workOf(graph);
    EXPECT_EQ(work.modelFlops, 2.0 * 128 * 64 * 256);
    EXPECT_EQ(workOf(graph, node("act")).modelFlops, 0);
    EXPECT_EQ(workOf(graph, node("act")).bytes, 2.0 * 128 * 256 * 4);
}

TEST_F(Roofline, TimeIsTheSlowerOfComputeAndMemory) {
    const DeviceProfile p = profile();
    const double flops = 2.0 * 128 * 64 * 256;
    EXPECT_NEAR(nodeSeconds(graph, node("fc"), p), flops / p.matmulFlops(DType::F32, flops) + 1e-6, 1e-9);
    EXPECT_NEAR(nodeSeconds(graph, node("act"), p), 2.0 * 128 * 256 * 4 / 5e10 + 1e-6, 1e-12);
    EXPECT_EQ(nodeSeconds(graph, node("flat"), p), 0) << "a view";
    EXPECT_EQ(graphSeconds(graph, DeviceProfile{}), 0) << "nothing measured, nothing predicted";
}

} // namespace
