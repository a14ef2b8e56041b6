#include "support/gradient_check.h"

#include "autodiff/reverse.h"
#include "backends/ref/ref_device.h"
#include "ir/verifier.h"
#include "ops/builtin.h"

#include <cmath>
#include <gtest/gtest.h>

namespace lockstep::test {

using namespace ir;

namespace {

constexpr double kStep = 1e-6; // SEMANTICS.md 14

/// sum of value * weights: every output element matters, each differently.
Result<ValueId> weightedSum(Rewriter& rw, ValueId value, Tensors& inputs) {
    const TensorType type = rw.graph().value(value).type;
    HostTensor weights(type.dtype, type.shape);
    for (std::int64_t i = 0; i < weights.elements(); ++i)
        weights.as<double>()[static_cast<std::size_t>(i)] = std::cos(1.3 * static_cast<double>(i) + 0.4);
    const ValueId w = rw.addValue("check.weights", type, ValueKind::Input);
    inputs["check.weights"] = weights;
    LOCKSTEP_ASSIGN(const ValueId product, rw.add1("multiply", "check.product", {value, w}, {}, {}));
    const std::vector<std::int64_t> ones(type.shape.rank(), 1);
    LOCKSTEP_ASSIGN(const ValueId sum, rw.add1("sum_to", "check.sum", {product}, {{"shape", ones}}, {}));
    return rw.add1("reshape", "check.loss", {sum}, {{"shape", std::vector<std::int64_t>()}}, {});
}

double lossOf(GraphRunner& runner, const Tensors& inputs) { return runner.run(inputs).at("loss").as<double>()[0]; }

void compare(GraphRunner& runner, Tensors inputs, const std::string& name, const HostTensor& gradient) {
    inputs[name] = inputs.at(name).clone();
    for (std::size_t i = 0; i < inputs[name].as<double>().size(); ++i) {
        double& x = inputs[name].as<double>()[i];
        const double kept = x;
        x = kept + kStep;
        const double above = lossOf(runner, inputs);
        x = kept - kStep;
        const double below = lossOf(runner, inputs);
        x = kept;
        const double slope = (above - below) / (2 * kStep);
        EXPECT_NEAR(gradient.as<double>()[i], slope, 1e-7 + 1e-5 * std::fabs(slope)) << name << "[" << i << "]";
    }
}

Status check(const GradientProblem& problem) {
    const auto device = backends::makeRefDevice();
    Tensors inputs = problem.inputs;
    Graph forward(ops::builtinOps());
    Rewriter rw(forward);
    LOCKSTEP_ASSIGN(const ValueId value, problem.build(rw));
    LOCKSTEP_ASSIGN(const ValueId loss, weightedSum(rw, value, inputs));
    rw.fetch("loss", loss);
    LOCKSTEP_TRY(rw.finish());

    Graph both = forward;
    Rewriter backward(both);
    std::vector<ValueId> wrt;
    for (const std::string& name : problem.wrt) wrt.push_back(both.findValue(name));
    LOCKSTEP_ASSIGN(const auto gradients, autodiff::reverse(backward, loss, wrt));
    for (std::size_t i = 0; i < wrt.size(); ++i) {
        const ValueId gradient = gradients.at(wrt[i]);
        if (gradient == kNone)
            ADD_FAILURE() << "no gradient for " << problem.wrt[i];
        else
            backward.fetch("gradient of " + problem.wrt[i], gradient);
    }
    LOCKSTEP_TRY(backward.finish());
    LOCKSTEP_TRY(verify(both));

    LOCKSTEP_ASSIGN(const Tensors results, runGraph(both, *device, inputs));
    LOCKSTEP_ASSIGN(GraphRunner runner, GraphRunner::make(forward, *device));
    for (const std::string& name : problem.wrt) {
        const auto found = results.find("gradient of " + name);
        if (found != results.end()) compare(runner, inputs, name, found->second);
    }
    return {};
}

} // namespace

void expectGradients(const GradientProblem& problem) {
    const Status done = check(problem);
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message());
}

} // namespace lockstep::test
