#include "ir/dump.h"
#include "ir/rewriter.h"
#include "ir/verifier.h"
#include "ops/builtin.h"
#include "passes/fuse.h"
#include "passes/optimizer.h"
#include "passes/pipeline.h"

#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::ir;

namespace {

struct FuseTest : testing::Test {
    Graph graph{ops::builtinOps()};
    Rewriter rw{graph};
    ValueId value(const char* name, Shape shape, ValueKind kind = ValueKind::Input) { return rw.addValue(name, {DType::F32, shape}, kind); }
    std::string nodes() const {
        std::string out;
        for (const NodeId id : graph.order()) out += (out.empty() ? "" : " ") + graph.node(id).name;
        return out;
    }
};

TEST_F(FuseTest, LinearTakesReluOnlyWhenNobodyElseReadsIt) {
    const ValueId x = value("x", {4, 3}), w = value("w", {5, 3}, ValueKind::Parameter);
    const Attributes none{{"activation", std::string("none")}};
    const ValueId a = rw.add1("linear", "a", {x, w, kNone}, none, {}).value();
    const ValueId r = rw.add1("relu", "r", {a}, {}, {}).value();
    const ValueId b = rw.add1("linear", "b", {x, w, kNone}, none, {}).value();
    const ValueId g = rw.add1("gelu", "g", {b}, Attributes{{"tanh", true}}, {}).value();
    rw.fetch("r", r);
    rw.fetch("g", g);
    rw.fetch("b", b);
    ASSERT_TRUE(rw.finish().ok());
    ASSERT_TRUE(passes::fuseActivations(graph).ok());
    ASSERT_TRUE(verify(graph).ok());
    EXPECT_EQ(nodes(), "a+relu b g");
    EXPECT_EQ(graph.node(graph.value(graph.fetches()[0].value).producer).attrs.text("activation"), "relu");
}

TEST_F(FuseTest, BatchNormTakesResidualAndRelu) {
    const ValueId x = value("x", {2, 3, 4, 4}), s = value("s", {2, 3, 4, 4});
    const ValueId m = value("m", {3}, ValueKind::Buffer), v = value("v", {3}, ValueKind::Buffer);
    const Attributes attrs{{"eps", 1e-5}, {"relu", false}};
    const ValueId n = rw.add1("batch_norm_infer", "n", {x, kNone, kNone, m, v, kNone}, attrs, {}).value();
    const ValueId a = rw.add1("add", "a", {s, n}, {}, {}).value();
    const ValueId r = rw.add1("relu", "r", {a}, {}, {}).value();
    rw.fetch("r", r);
    ASSERT_TRUE(rw.finish().ok());
    ASSERT_TRUE(passes::fuseBatchNorm(graph).ok());
    ASSERT_TRUE(verify(graph).ok());
    EXPECT_EQ(nodes(), "n+relu");
    EXPECT_EQ(graph.node(graph.order()[0]).inputs.back(), s);
}

TEST_F(FuseTest, BatchNormIsNotItsOwnResidual) {
    const ValueId x = value("x", {2, 3, 4, 4}), m = value("m", {3}, ValueKind::Buffer), v = value("v", {3}, ValueKind::Buffer);
    const ValueId n =
        rw.add1("batch_norm_infer", "n", {x, kNone, kNone, m, v, kNone}, Attributes{{"eps", 1e-5}, {"relu", false}}, {}).value();
    const ValueId twice = rw.add1("add", "a", {n, n}, {}, {}).value();
    rw.fetch("r", rw.add1("relu", "r", {twice}, {}, {}).value());
    ASSERT_TRUE(rw.finish().ok());
    ASSERT_TRUE(passes::fuseBatchNorm(graph).ok());
    ASSERT_TRUE(verify(graph).ok());
    EXPECT_EQ(nodes(), "n a r");
}

TEST_F(FuseTest, SmallTensorsShareAnUpdateLargeOnesFollowTheirGradient) {
    std::vector<passes::UpdateGroup::Tensor> tensors;
    for (const char* name : {"p", "q", "big"}) {
        const Shape shape = std::string(name) == "big" ? Shape{400, 400} : Shape{3};
        const ValueId p = value(name, shape, ValueKind::Parameter);
        tensors.push_back({p, value((std::string("g.") + name).c_str(), shape)});
    }
    const Attributes adam{{"beta1", .9}, {"beta2", .999}, {"eps", 1e-8}, {"weight_decay", 0.0}, {"decoupled", true}, {"amsgrad", false}};
    ASSERT_TRUE(rw.finish().ok());
    ASSERT_TRUE(passes::addOptimizer(graph, {{"adam_update", adam, {"m", "v"}, "lr.0", tensors}}, {}).ok());
    ASSERT_TRUE(verify(graph).ok());
    EXPECT_NE(graph.findNode("big/update"), kNone);
    const Node& shared = graph.node(graph.findNode("update.lr.0"));
    EXPECT_EQ(shared.attrs.integer("count"), 2);
    EXPECT_EQ(graph.value(graph.findValue("m/big")).kind, ValueKind::State);
    EXPECT_EQ(graph.fetches()[0].name, "grad_norm");
    // Nobody needs the norm before an update: the updates tell it, so that the gradients are read once.
    const Node& total = graph.node(graph.value(graph.fetches()[0].value).producer);
    EXPECT_EQ(total.inputs, (std::vector<ValueId>{graph.node(graph.findNode("big/update")).outputs.back(), shared.outputs.back()}));
}

TEST_F(FuseTest, ClippingNeedsAllGradientsSoOneNodeUpdatesAll) {
    const ValueId p = value("p", {400, 400}, ValueKind::Parameter), g = value("g", {400, 400});
    const Attributes sgd{{"momentum", 0.0}, {"dampening", 0.0}, {"weight_decay", 0.0}, {"nesterov", false}};
    ASSERT_TRUE(rw.finish().ok());
    ASSERT_TRUE(passes::addOptimizer(graph, {{"sgd_update", sgd, {}, "lr.0", {{p, g}}}}, {.clipNorm = 1.0}).ok());
    ASSERT_TRUE(verify(graph).ok());
    const NodeId clip = graph.findNode("clip");
    ASSERT_NE(clip, kNone);
    EXPECT_EQ(graph.readers(graph.node(clip).outputs[0]).size(), 1u);
}

TEST(Pipeline, NamesThePassThatBreaksAGraphAndCanBeCancelled) {
    Graph graph(ops::builtinOps());
    passes::Pipeline bad;
    bad.add("breaks", [](Graph& g) -> Status {
        Rewriter rw(g);
        const ValueId x = rw.addValue("x", {DType::F32, {2}}, ValueKind::Input);
        rw.fetch("y", rw.add1("relu", "y", {x}, {}, {}).value());
        LOCKSTEP_TRY(rw.finish());
        rw.remove(g.findNode("y"));
        return Status{}; // order is stale: a dead node is still in it
    });
    const Status result = bad.run(graph);
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().message().find("breaks"), std::string::npos);

    std::stop_source stop;
    passes::Pipeline two;
    int ran = 0;
    two.add("first", [&](Graph&) { return stop.request_stop(), ++ran, Status{}; });
    two.add("second", [&](Graph&) { return ++ran, Status{}; });
    Graph empty(ops::builtinOps());
    EXPECT_EQ(two.run(empty, {.stop = stop.get_token()}).error().id(), "passes.cancelled");
    EXPECT_EQ(ran, 1);
}

} // namespace
