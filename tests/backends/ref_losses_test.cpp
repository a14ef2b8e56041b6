// Cross-entropy and losses that are formulas: PyTorch 2.15 in f64 (reduction sum, ignore_index -100), and SEMANTICS.md 7's edges.
#include "op_case.h"
#include "ops/formula.h"

#include <limits>

using namespace lockstep;
using namespace lockstep::test;

namespace {

using Flat = std::vector<double>;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();

/// Loss and gradient for dloss = 1.
std::pair<double, Flat> crossEntropy(const SampleInput& x, const SampleInput& target, double scale, ir::Attributes attrs = {}) {
    attrs.set("class_axis", std::int64_t{1});
    auto out = runOp("cross_entropy", {x, target, f64(scale)}, attrs);
    auto grad = runOp("cross_entropy_grad", {f({}, {1}), x, target, f64(scale), f(target.shape, out["out1"])}, attrs);
    return {out["out0"].at(0), grad["out0"]};
}

TEST(RefCrossEntropy, Values) {
    const SampleInput x = f({4, 3}, {0.5, -1.25, 2, 1.5, 0.25, -0.75, -2, 0.125, 3, 0, 1, -1}), target = s64({4}, {2, -100, 1, 0});
    const auto [plain, plainGrad] = crossEntropy(x, target, 1);
    EXPECT_NEAR(plain, 4.5764679907784585, 1e-12);
    expectValues(plainGrad, {0.1768201821074443, 0.030726740326436432, -0.20754692243388073, 0, 0, 0, 0.006337695621571902,
                             -0.9469351242496254, 0.9405974286280536, -0.7552715289452023, 0.6652409557748218, 0.09003057317038043});
    const auto [smooth, smoothGrad] = crossEntropy(x, target, 1, {{"label_smoothing", 0.1}});
    EXPECT_NEAR(smooth, 4.709801324111791, 1e-12);
    expectValues(smoothGrad, {0.14348684877411097, -0.0026065930068969005, -0.14088025576721408, 0, 0, 0, -0.02699563771176143,
                              -0.8802684575829588, 0.9072640952947203, -0.6886048622785357, 0.6319076224414885, 0.0566972398370471});
    const auto [weighted, weightedGrad] = crossEntropy(x, target, 1, {{"label_smoothing", 0.2}, {"class_weights", Flat{0.5, 2, 1}}});
    EXPECT_NEAR(weighted, 6.8107999059456255, 1e-12);
    expectValues(weightedGrad, {0.14938085484435912, -0.10158236832934901, -0.047798486515010036, 0, 0, 0, -0.021714224693784843,
                                -1.6360477277909802, 1.657761952484765, -0.2783386349986282, 0.2879859386573871, -0.00964730365875906});
}

TEST(RefCrossEntropy, AllRowsIgnored) {
    const SampleInput x = f({2, 2}, {1, 2, 3, 4}), target = s64({2}, {-100, -100});
    const auto [sum, sumGrad] = crossEntropy(x, target, 0.5);
    EXPECT_EQ(sum, 0);
    expectValues(sumGrad, {0, 0, 0, 0});
    const auto [mean, meanGrad] = crossEntropy(x, target, kInf); // 1 / weight of the whole batch
    EXPECT_TRUE(std::isnan(mean));
    expectValues(meanGrad, {0, 0, 0, 0});
}

TEST(RefCrossEntropy, HugeAndInfiniteLogits) {
    const auto [loss, grad] = crossEntropy(f({2, 2}, {1e4, -1e4, -kInf, 3}), s64({2}, {1, 1}), 1);
    EXPECT_NEAR(loss, 2e4, 1e-9);
    expectValues(grad, {1, -1, 0, 0});
    auto lse = runOp("cross_entropy", {f({2, 2}, {-kInf, -kInf, kInf, 0}), s64({2}, {0, 0}), f64(1)}, {{"class_axis", std::int64_t{1}}});
    expectValues(lse["out1"], {-kInf, kInf});
}

TEST(RefCrossEntropy, AStrayTargetShows) {
    const auto [loss, grad] = crossEntropy(f({2, 2}, {1, 2, 3, 4}), s64({2}, {0, 2}), 1);
    EXPECT_TRUE(std::isnan(loss));
    EXPECT_FALSE(std::isnan(grad[0]));
    EXPECT_TRUE(std::isnan(grad[2]) && std::isnan(grad[3]));
}

TEST(RefElementwiseLoss, ClosedForm) {
    const ir::Attributes square = ops::formulaAttrs(Expression::parse("(a - b) ** 2", {"a", "b"}).value());
    const ir::Attributes slope = ops::formulaAttrs(Expression::parse("2 * (a - b)", {"a", "b"}).value());
    const SampleInput x = f({2, 2}, {1, 2, 3, kNaN}), t = f({2, 2}, {0, 4, 3, 0});
    EXPECT_TRUE(std::isnan(runOp("elementwise_loss", {x, t, f64(0.25)}, square)["out0"][0]));
    EXPECT_EQ(runOp("elementwise_loss", {f({1, 3}, {1, 2, 3}), f({1, 3}, {0, 4, 3}), f64(0.25)}, square)["out0"][0], 1.25);
    expectValues(runOp("elementwise_loss_grad", {f({}, {2}), f64(0.25), x, t}, slope)["out0"], {1, -2, 0, kNaN});
}

} // namespace
