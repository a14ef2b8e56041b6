#include "ir/dump.h"
#include "ir/rewriter.h"
#include "ir/verifier.h"

#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::ir;

namespace {

Result<std::vector<TensorType>> sameAsFirst(const InferArgs& args) { return std::vector{args.inputs[0].type}; }

OpRegistry makeOps() {
    OpRegistry ops;
    EXPECT_TRUE(ops.add({.name = "neg", .infer = sameAsFirst}).ok());
    EXPECT_TRUE(ops.add({.name = "sub", .minInputs = 2, .maxInputs = 2, .infer = sameAsFirst}).ok());
    EXPECT_TRUE(ops.add({.name = "step", .minInputs = 2, .maxInputs = 2, .infer = sameAsFirst, .updates = {{0, 0}}}).ok());
    return ops;
}

struct IrTest : testing::Test {
    OpRegistry ops = makeOps();
    Graph graph{ops};
    const TensorType type{DType::F32, {2, 3}};
};

TEST_F(IrTest, DoubledOpIsRefused) { EXPECT_EQ(ops.add({.name = "neg", .infer = sameAsFirst}).error().id(), "ir.doubled_op"); }

TEST_F(IrTest, AnUpdateRunsAfterReadersOfTheOldContent) {
    Rewriter rw(graph);
    const ValueId w = rw.addValue("w", type, ValueKind::Parameter);
    const ValueId x = rw.addValue("x", type, ValueKind::Input);
    const ValueId next = rw.add1("step", "update", {w, x}, {}, {}).value(); // added first, must run last
    const ValueId y = rw.add1("sub", "y", {w, x}, {}, {}).value();
    rw.fetch("y", y);
    ASSERT_TRUE(rw.finish().ok());
    ASSERT_TRUE(verify(graph).ok()) << verify(graph).error().message();
    EXPECT_EQ(graph.value(next).storage, w);
    EXPECT_EQ(graph.node(graph.order().front()).name, "y");
    EXPECT_EQ(dump(graph),
              "parameter w : f32[2, 3]\ninput x : f32[2, 3]\ny = sub(w, x) -> f32[2, 3]\nupdate = step(w, x) -> f32[2, 3]\nfetch y = y\n");
}

TEST_F(IrTest, DeadNodesGoAndUpdatesStay) {
    Rewriter rw(graph);
    const ValueId w = rw.addValue("w", type, ValueKind::Parameter);
    const ValueId a = rw.add1("neg", "a", {w}, {}, {}).value();
    ASSERT_TRUE(rw.add1("neg", "b", {a}, {}, {}).ok());
    const ValueId g = rw.add1("neg", "g", {w}, {}, {}).value();
    ASSERT_TRUE(rw.add1("step", "update", {w, g}, {}, {}).ok());
    rw.removeDead();
    ASSERT_TRUE(rw.finish().ok());
    ASSERT_EQ(graph.order().size(), 2u);
    EXPECT_EQ(graph.node(graph.order()[0]).name, "g");
    EXPECT_TRUE(verify(graph).ok());
}

TEST_F(IrTest, ReplacedUsesMoveFetchesToo) {
    Rewriter rw(graph);
    const ValueId x = rw.addValue("x", type, ValueKind::Input);
    const ValueId a = rw.add1("neg", "a", {x}, {}, {}).value();
    const ValueId b = rw.add1("sub", "b", {a, a}, {}, {}).value();
    rw.fetch("a", a);
    rw.replaceUses(a, x);
    rw.fetch("b", b);
    rw.removeDead();
    ASSERT_TRUE(rw.finish().ok());
    EXPECT_EQ(graph.fetches()[0].value, x);
    EXPECT_EQ(graph.order().size(), 1u);
    EXPECT_EQ(graph.node(graph.order()[0]).inputs, (std::vector<ValueId>{x, x}));
}

TEST_F(IrTest, ACycleIsFound) {
    Rewriter rw(graph);
    const ValueId x = rw.addValue("x", type, ValueKind::Input);
    const ValueId a = rw.add1("neg", "a", {x}, {}, {}).value();
    const ValueId b = rw.add1("neg", "b", {a}, {}, {}).value();
    rw.setInput(graph.value(a).producer, 0, b);
    EXPECT_EQ(rw.finish().error().id(), "ir.graph_cycle");
}

TEST_F(IrTest, AttributesAreSortedAndPrinted) {
    const Attributes attrs{{"eps", 1e-5}, {"axis", std::int64_t{1}}, {"pads", std::vector<std::int64_t>{1, 2}}, {"relu", true}};
    EXPECT_EQ(attrs.str(), "{axis=1, eps=1e-05, pads=[1,2], relu=true}");
    EXPECT_EQ(attrs.number("axis"), 1.0);
    EXPECT_FALSE(attrs.flag("none", false));
}

} // namespace
