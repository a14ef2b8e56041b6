#include "backends/ref/ref_device.h"
#include "ir/rewriter.h"
#include "ops/builtin.h"

#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::backends;

namespace {

struct KernelTableTest : testing::Test {
    ir::Graph graph{ops::builtinOps()};
    ir::Rewriter rw{graph};
    ir::ValueId x = rw.addValue("x", {DType::F32, {2, 3}}, ir::ValueKind::Input);
    ir::ValueId y = rw.add1("relu", "act", {x}, {}, {}).value();

    NodeView view() { return viewOf(graph, graph.node(graph.value(y).producer)); }
};

std::unique_ptr<Kernel> nothing() {
    return kernelOf([](const KernelArgs&) {});
}

TEST_F(KernelTableTest, TheFirstThatAcceptsIsTakenAndRefusalsAreKept) {
    KernelTable fast, slow;
    fast.add("relu", "simd", [](const NodeView&) { return KernelOffer::refuse("too small"); });
    fast.add("relu", "blocked", [](const NodeView& node) { return node.allPlain() ? KernelOffer::refuse("plain layout") : nothing(); });
    slow.add("relu", "ref", [](const NodeView&) { return nothing(); });
    slow.add("relu", "never", [](const NodeView&) { return nothing(); });
    fast.append(slow);
    const auto choice = fast.choose(view(), "cpu");
    ASSERT_TRUE(choice.ok());
    EXPECT_EQ(choice->implementation, "ref");
    ASSERT_EQ(choice->refused.size(), 2u);
    EXPECT_EQ(choice->refused[0].reason, "too small");
    EXPECT_EQ(choice->refused[1].implementation, "blocked");
}

TEST_F(KernelTableTest, NoneIsAnErrorWithTheReasons) {
    KernelTable table;
    EXPECT_FALSE(table.has("relu"));
    EXPECT_EQ(table.choose(view(), "cpu").error().id(), "backends.no_kernel");
    table.add("relu", "simd", [](const NodeView&) { return KernelOffer::refuse("needs AVX2"); });
    EXPECT_EQ(table.choose(view(), "cpu").error().message(), "node act: device cpu cannot run relu: simd: needs AVX2");
}

TEST_F(KernelTableTest, TheReferenceRefusesOtherLayoutsAndTypes) {
    const auto device = makeRefDevice();
    EXPECT_TRUE(device->prepare(view()).ok());
    rw.setLayout(y, 3);
    EXPECT_EQ(device->prepare(view()).error().text(), "device ref cannot run relu: ref: row-major only");
    const ir::ValueId half = rw.addValue("half", {DType::BF16, {2}}, ir::ValueKind::Input);
    const ir::ValueId out = rw.add1("relu", "narrow", {half}, {}, {}).value();
    EXPECT_FALSE(device->prepare(viewOf(graph, graph.node(graph.value(out).producer))).ok());
}

TEST_F(KernelTableTest, AbsentInputsAreSeenAsSuch) {
    const ir::ValueId d = rw.addValue("d", {DType::F32, {4, 3}}, ir::ValueKind::Parameter);
    const ir::ValueId z = rw.add1("linear", "fc", {x, d, ir::kNone}, {}, {}).value();
    const NodeView node = viewOf(graph, graph.node(graph.value(z).producer));
    EXPECT_TRUE(node.has(1));
    EXPECT_FALSE(node.has(2));
    EXPECT_FALSE(node.has(3));
    EXPECT_TRUE(node.allPlain());
    EXPECT_EQ(node.out(), (Shape{2, 4}));
}

} // namespace
