// Optimizers against three steps of PyTorch 2.15's single-tensor path in f32, on gradients (i+1) * {0.1, -2, 0.75, -0.003}.
#include "op_case.h"

#include <limits>

using namespace lockstep;
using namespace lockstep::test;

namespace {

using Flat = std::vector<double>;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();

/// The lists after three steps in f32: p, then the states.
std::vector<Flat> threeSteps(const std::string& op, double lr, std::size_t states, const ir::Attributes& attrs) {
    std::vector<Flat> lists(1 + states, Flat(4, 0.0));
    lists[0] = {0.5, -1.25, 3.0, 0.001};
    for (int t = 1; t <= 3; ++t) {
        std::vector<SampleInput> inputs{f64(lr), f64(t), absent(), f({4}, lists[0])};
        const float k = static_cast<float>(t);
        inputs.push_back(f({4}, {0.1f * k, -2.0f * k, 0.75f * k, -0.003f * k}));
        for (std::size_t s = 1; s <= states; ++s) inputs.push_back(f({4}, lists[s]));
        auto out = runOp(op, inputs, attrs, DType::F32);
        for (std::size_t s = 0; s <= states; ++s) lists[s] = out["out" + std::to_string(s)];
    }
    return lists;
}

TEST(RefSgd, NesterovEqualsPyTorchInEveryBit) {
    const auto lists =
        threeSteps("sgd_update", 0.1, 1,
                   {{"count", std::int64_t{1}}, {"momentum", 0.9}, {"dampening", 0.0}, {"weight_decay", 0.01}, {"nesterov", true}});
    EXPECT_EQ(lists[0], (Flat{0x1.66fb2ep-2, 0x1.ab187p+0, 0x1.e2a1eap+0, 0x1.5ee81ep-8}));
    EXPECT_EQ(lists[1], (Flat{0x1.25bb96p-1, -0x1.67987cp+3, 0x1.1213ap+2, -0x1.12e558p-6}));
}

TEST(RefSgd, DampenedMomentumEqualsPyTorchInEveryBit) {
    const auto lists =
        threeSteps("sgd_update", 0.1, 1,
                   {{"count", std::int64_t{1}}, {"momentum", 0.8}, {"dampening", 0.3}, {"weight_decay", 0.0}, {"nesterov", false}});
    EXPECT_EQ(lists[0], (Flat{0x1.b7b4a2p-2, 0x1.4bc6b4p-3, 0x1.3c3958p+1, 0x1.98aeb8p-9}));
    EXPECT_EQ(lists[1], (Flat{0x1.8b4396p-2, -0x1.ee147cp+2, 0x1.728f5cp+1, -0x1.7b7414p-7}));
}

ir::Attributes adam(double beta1, double beta2, double decay, bool decoupled, bool amsgrad) {
    return {{"count", std::int64_t{1}}, {"beta1", beta1},         {"beta2", beta2},    {"eps", 1e-8},
            {"weight_decay", decay},    {"decoupled", decoupled}, {"amsgrad", amsgrad}};
}

/// The golden rule of SEMANTICS.md 5: moments to the bit, p within 2.4e-7 of its size (PyTorch's square root is inexact).
void expectAdam(const std::vector<Flat>& lists, const std::vector<Flat>& golden) {
    expectValues(lists[0], golden[0], 2.4e-7);
    for (std::size_t i = 1; i < golden.size(); ++i) EXPECT_EQ(lists[i], golden[i]) << "state " << i;
}

TEST(RefAdam, CoupledDecay) {
    expectAdam(threeSteps("adam_update", 0.01, 2, adam(0.9, 0.999, 0.1, false, false)),
               {{0x1.e1af1ep-2, -0x1.38801ep+0, 0x1.7c37d8p+1, 0x1.f4db62p-6},
                {0x1.1c1b02p-4, -0x1.27d4a0p+0, 0x1.00e6f2p-1, -0x1.668b6ap-10},
                {0x1.aefc3ap-13, 0x1.e33bd2p-5, 0x1.62bdf2p-7, 0x1.58a472p-24}});
}

TEST(RefAdam, DecoupledDecayWithAmsgrad) {
    const Flat v{0x1.2579bap-13, 0x1.ca8e30p-5, 0x1.01effcp-7, 0x1.0e778cp-23};
    expectAdam(threeSteps("adam_update", 0.01, 3, adam(0.9, 0.999, 0.05, true, true)),
               {{0x1.e1506cp-2, -0x1.380a6ap+0, 0x1.7baf3ap+1, 0x1.ef0cbep-6},
                {0x1.cb923ap-5, -0x1.1f3b64p+0, 0x1.aed918p-2, -0x1.b93038p-10},
                v,
                v});
}

TEST(RefAdam, SmallBeta1TakesTheOtherFormOfTheLerp) {
    expectAdam(threeSteps("adam_update", 0.01, 2, adam(0.3, 0.9, 0, true, false)),
               {{0x1.de4220p-2, -0x1.379088p+0, 0x1.7bc844p+1, 0x1.162002p-5},
                {0x1.087fccp-2, -0x1.4a9fbep+2, 0x1.efef9ep+0, -0x1.fbd6a4p-8},
                {0x1.b76b3ep-7, 0x1.574bc8p+2, 0x1.823540p-1, 0x1.94f7eap-17}});
}

TEST(RefClip, CoefficientAndItsEdges) {
    const auto coefficient = [](double norm) { return runOp("clip_coefficient", {f32(norm)}, {{"max", 1.0}})["out0"][0]; };
    EXPECT_EQ(coefficient(0.5), 1);
    EXPECT_EQ(coefficient(4), static_cast<double>(1.0f / (4.0f + 1e-6f)));
    EXPECT_LT(coefficient(1), 1); // exactly the maximum: scaled by 1 / (1 + 1e-6)
    EXPECT_EQ(coefficient(kInf), 0);
    EXPECT_TRUE(std::isnan(coefficient(kNaN)));
}

TEST(RefClip, GradientsAreScaledBeforeAnythingElse) {
    const ir::Attributes attrs{
        {"count", std::int64_t{1}}, {"momentum", 0.0}, {"dampening", 0.0}, {"weight_decay", 0.0}, {"nesterov", false}};
    auto out = runOp("sgd_update", {f64(0.5), f64(1), f32(0.25), f({2}, {1, 2}), f({2}, {8, -4})}, attrs, DType::F32);
    EXPECT_EQ(out["in3"], (Flat{0, 2.5}));
}

TEST(RefNormOfGradients, IsTheNormOfNorms) {
    EXPECT_EQ(runOp("grad_norm", {f({2}, {3, 0}), f({1, 1}, {-4})})["out0"][0], 5);
    EXPECT_EQ(runOp("grad_norm", {f({1}, {1e30})}, {}, DType::F32)["out0"][0], static_cast<double>(1e30f)); // squares do not overflow
}

TEST(RefAccumulate, AddsOrOverwrites) {
    EXPECT_EQ(runOp("accumulate", {f({2}, {1, 2}), f({2}, {10, 20})})["in0"], (Flat{11, 22}));
    EXPECT_EQ(runOp("accumulate", {f({2}, {kNaN, 2}), f({2}, {10, 20})}, {{"overwrite", true}})["in0"], (Flat{10, 20}));
}

TEST(RefProbe, Statistics) {
    expectValues(runOp("probe_stats", {f({6}, {kNaN, -kInf, 0, 3, -4, 0})})["out0"], {1, 1, 2, -4, 3, -0.25, 2.5, 4, 1.75, 0, 0, 0}, 1e-7);
    expectValues(runOp("probe_stats", {f({1}, {kNaN})})["out0"], {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
}

} // namespace
