#include "autodiff/reverse.h"

#include "ir/dump.h"
#include "ir/verifier.h"
#include "ops/builtin.h"
#include "ops/formula.h"
#include "support/gradient_check.h"
#include "support/op_samples.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::ir;
using namespace lockstep::test;

namespace {

using Ints = std::vector<std::int64_t>;

Attributes square() { return ops::formulaAttrs(Expression::parse("(a - b) ** 2", {"a", "b"}).value()); }

HostTensor wave(Shape shape, double phase) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < shape.elements(); ++i) values.push_back(std::sin(0.9 * static_cast<double>(i) + phase));
    return tensorOf(DType::F64, shape, values);
}

ValueId parameter(Rewriter& rw, const std::string& name, Shape shape) {
    return rw.addValue(name, {DType::F64, shape}, ValueKind::Parameter);
}

TEST(Reverse, AValueUsedTwiceGetsTheSum) {
    GradientProblem problem;
    problem.inputs = {{"x", wave({2, 3}, 0.2)}};
    problem.wrt = {"x"};
    problem.build = [](Rewriter& rw) -> Result<ValueId> {
        const ValueId x = parameter(rw, "x", {2, 3});
        LOCKSTEP_ASSIGN(const ValueId t, rw.add1("tanh", "t", {x}, {}, {}));
        LOCKSTEP_ASSIGN(const ValueId square, rw.add1("multiply", "square", {t, t}, {}, {}));
        LOCKSTEP_ASSIGN(const ValueId twice, rw.add1("add", "twice", {x, x}, {}, {}));
        return rw.add1("multiply", "y", {square, twice}, {}, {});
    };
    expectGradients(problem);
}

TEST(Reverse, ASharedWeightGetsTheSumOverItsLayers) {
    GradientProblem problem;
    problem.inputs = {{"x", wave({3, 4}, 0.1)}, {"w", wave({4, 4}, 0.5)}, {"b", wave({4}, 0.7)}};
    problem.wrt = {"x", "w", "b"};
    problem.build = [](Rewriter& rw) -> Result<ValueId> {
        ValueId y = parameter(rw, "x", {3, 4});
        const ValueId w = parameter(rw, "w", {4, 4}), b = parameter(rw, "b", {4});
        for (const char* name : {"fc1", "fc2", "fc3"}) {
            LOCKSTEP_ASSIGN(y, rw.add1("linear", name, {y, w, b}, {}, {}));
            LOCKSTEP_ASSIGN(y, rw.add1("tanh", std::string(name) + ".act", {y}, {}, {}));
        }
        return y;
    };
    expectGradients(problem);
}

TEST(Reverse, BroadcastConcatAndSliceInOneGraph) {
    GradientProblem problem;
    problem.inputs = {{"a", wave({2, 3, 2}, 0.3)}, {"b", wave({1, 3, 1}, 0.8)}};
    problem.wrt = {"a", "b"};
    problem.build = [](Rewriter& rw) -> Result<ValueId> {
        const ValueId a = parameter(rw, "a", {2, 3, 2}), b = parameter(rw, "b", {1, 3, 1});
        LOCKSTEP_ASSIGN(const ValueId m, rw.add1("multiply", "m", {a, b}, {}, {}));
        LOCKSTEP_ASSIGN(const ValueId joined, rw.add1("concat", "joined", {m, a, m}, {{"axis", std::int64_t{1}}}, {}));
        LOCKSTEP_ASSIGN(const ValueId part, rw.add1("slice", "part", {joined},
                                                    {{"axis", std::int64_t{1}}, {"start", std::int64_t{2}}, {"end", std::int64_t{8}}}, {}));
        LOCKSTEP_ASSIGN(const ValueId flat, rw.add1("reshape", "flat", {part}, {{"shape", Ints{2, 12}}}, {}));
        return rw.add1("gelu", "y", {flat}, {{"tanh", false}}, {});
    };
    expectGradients(problem);
}

/// fc1 - relu - fc2 - mse on fixed input, with a parameter that leads nowhere.
struct Network : testing::Test {
    Graph graph{ops::builtinOps()};
    Rewriter rw{graph};
    ValueId x = rw.addValue("x", {DType::F32, {3, 4}}, ValueKind::Input);
    ValueId target = rw.addValue("target", {DType::F32, {3, 2}}, ValueKind::Input);
    ValueId scale = rw.addValue("scale", {DType::F64, {}}, ValueKind::Scalar);
    ValueId w1 = weight("fc1.weight", {5, 4}), b1 = weight("fc1.bias", {5}), w2 = weight("fc2.weight", {2, 5}),
            unused = weight("unused", {3});
    ValueId h = rw.add1("linear", "fc1", {x, w1, b1}, {}, {.layer = "fc1"}).value();
    ValueId r = rw.add1("relu", "act", {h}, {}, {.layer = "act"}).value();
    ValueId y = rw.add1("linear", "fc2", {r, w2}, {}, {.layer = "fc2"}).value();
    ValueId loss = rw.add1("elementwise_loss", "loss", {y, target, scale}, square(), {.layer = "loss"}).value();

    ValueId weight(const char* name, Shape shape) { return rw.addValue(name, {DType::F32, shape}, ValueKind::Parameter); }
    std::vector<std::string> backwardNames() const {
        std::vector<std::string> names;
        for (const NodeId id : graph.order()) {
            if (graph.node(id).phase == Phase::Backward) names.push_back(graph.node(id).name);
        }
        return names;
    }
};

TEST_F(Network, BackwardNodesRunInReverseAndOnlyWhereWanted) {
    const std::vector<ValueId> wrt{w1, b1, w2, unused};
    const auto gradients = autodiff::reverse(rw, loss, wrt);
    ASSERT_TRUE(gradients.ok()) << gradients.error().message();
    EXPECT_EQ(backwardNames(), (std::vector<std::string>{"loss/seed", "loss/grad", "fc2/wgrad", "fc2/dgrad", "act/grad", "fc1/wgrad"}));
    EXPECT_EQ(gradients->at(unused), kNone);
    EXPECT_EQ(graph.value(gradients->at(b1)).type.shape, (Shape{5}));
    EXPECT_EQ(graph.node(graph.value(gradients->at(w1)).producer).layer, "fc1");
    EXPECT_TRUE(verify(graph).ok());
}

TEST_F(Network, FrozenLayersCostNothing) {
    const std::vector<ValueId> wrt{w2};
    ASSERT_TRUE(autodiff::reverse(rw, loss, wrt).ok());
    EXPECT_EQ(backwardNames(), (std::vector<std::string>{"loss/seed", "loss/grad", "fc2/wgrad"}));
}

TEST_F(Network, ALossThatDependsOnNothingHasNoGradients) {
    const std::vector<ValueId> wrt{unused};
    const auto gradients = autodiff::reverse(rw, loss, wrt);
    ASSERT_TRUE(gradients.ok());
    EXPECT_EQ(gradients->at(unused), kNone);
    EXPECT_TRUE(backwardNames().empty());
}

TEST_F(Network, TheLossMustBeAScalar) {
    const std::vector<ValueId> wrt{w1};
    EXPECT_EQ(autodiff::reverse(rw, y, wrt).error().text(), "gradients need a loss that is one floating-point number, not f32[3, 2]");
}

TEST_F(Network, AnOpWithoutGradientOnTheWayIsAnError) {
    const ValueId norm = rw.add1("grad_norm", "norm", {y}, {}, {}).value();
    const std::vector<ValueId> wrt{w1};
    EXPECT_EQ(autodiff::reverse(rw, norm, wrt).error().message(), "node norm: the op grad_norm has no gradient");
}

TEST_F(Network, AFusedActivationIsRefused) {
    const ValueId fused = rw.add1("linear", "fused", {r, w2}, {{"activation", std::string("relu")}}, {}).value();
    const ValueId other = rw.add1("elementwise_loss", "other", {fused, target, scale}, square(), {}).value();
    const std::vector<ValueId> wrt{w2};
    EXPECT_EQ(autodiff::reverse(rw, other, wrt).error().id(), "ops.no_gradient");
}

TEST_F(Network, AStatisticMustNotCarryAGradient) {
    const auto normed = rw.add("layer_norm", "ln", {y}, {{"eps", 1e-5}}, {}).value();
    const ValueId mean = rw.add1("reshape", "mean", {normed[1]}, {{"shape", Ints{3, 1}}}, {}).value();
    const ValueId targets = rw.addValue("means", {DType::F32, {3, 1}}, ValueKind::Input);
    const ValueId other = rw.add1("elementwise_loss", "other", {mean, targets, scale}, square(), {}).value();
    const std::vector<ValueId> wrt{w2};
    EXPECT_EQ(autodiff::reverse(rw, other, wrt).error().id(), "ops.no_gradient");
}

} // namespace
