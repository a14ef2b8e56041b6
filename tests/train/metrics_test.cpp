#include "train/metrics.h"
#include "train/target_weight.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lockstep::train {
namespace {

compile::OutputInfo classes(std::string id, Shape shape, int axis, std::int64_t count) {
    compile::OutputInfo info;
    info.id = std::move(id);
    info.shape = shape;
    info.loss = "cross_entropy";
    info.classAxis = axis;
    info.classes = count;
    return info;
}

compile::OutputInfo values(std::string id, Shape shape) {
    compile::OutputInfo info;
    info.id = std::move(id);
    info.shape = shape;
    info.loss = "mse";
    info.targetDtype = DType::F32;
    info.targetShape = shape;
    return info;
}

HostTensor floats(Shape shape, std::vector<float> v) { return HostTensor::of<float>(shape, v); }
HostTensor ids(Shape shape, std::vector<std::int64_t> v) { return HostTensor::of<std::int64_t>(shape, v); }

TEST(Accuracy, CountsHitsOverBatchesAndLeavesIgnoredOut) {
    compile::ModelInfo model;
    model.outputs = {classes("fc", {3}, 0, 3)};
    auto metrics = makeMetrics({"accuracy"}, model);
    ASSERT_EQ(metrics.size(), 1u);
    EXPECT_EQ(metrics[0].name, "accuracy");
    EXPECT_TRUE(std::isnan(metrics[0].metric->value()));
    metrics[0].metric->add(floats({2, 3}, {0, 1, 0, 5, 1, 2}), ids({2}, {1, 1}));
    metrics[0].metric->add(floats({2, 3}, {0, 0, 9, 1, 2, 3}), ids({2}, {2, -100}));
    EXPECT_DOUBLE_EQ(metrics[0].metric->value(), 2.0 / 3);
}

// torch.argmax: NaN is the largest; the first of equals wins.
TEST(Accuracy, FollowsArgmaxOnNaNAndTies) {
    compile::ModelInfo model;
    model.outputs = {classes("fc", {2}, 0, 2)};
    auto metrics = makeMetrics({"accuracy"}, model);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    metrics[0].metric->add(floats({2, 2}, {9, nan, 4, 4}), ids({2}, {1, 0}));
    EXPECT_DOUBLE_EQ(metrics[0].metric->value(), 1);
}

TEST(Accuracy, ClassAxisMayStandFirst) {
    compile::ModelInfo model;
    model.outputs = {classes("seg", {2, 1, 2}, 0, 2)};
    auto metrics = makeMetrics({"accuracy"}, model);
    metrics[0].metric->add(floats({1, 2, 1, 2}, {1, 0, 0, 1}), ids({1, 1, 2}, {0, 1}));
    EXPECT_DOUBLE_EQ(metrics[0].metric->value(), 1);
}

TEST(Deviation, MeanAbsoluteAndRootMeanSquare) {
    compile::ModelInfo model;
    model.outputs = {values("out", {2})};
    auto metrics = makeMetrics({"mae", "rmse"}, model);
    for (auto& metric : metrics) metric.metric->add(floats({2, 2}, {0, 0, 0, 0}), floats({2, 2}, {3, -4, 0, 0}));
    EXPECT_DOUBLE_EQ(metrics[0].metric->value(), 7.0 / 4);
    EXPECT_DOUBLE_EQ(metrics[1].metric->value(), 2.5);
}

TEST(Metrics, SeveralOutputsCarryTheirNames) {
    compile::ModelInfo model;
    model.outputs = {classes("a", {2}, 0, 2), values("b", {1})};
    std::vector<std::string> names;
    for (const auto& metric : makeMetrics({"a.accuracy", "b.mae", "b.accuracy"}, model)) names.push_back(metric.name);
    EXPECT_EQ(names, (std::vector<std::string>{"a.accuracy", "b.mae"}));
}

TEST(TargetWeight, SumsClassWeightsOfWhatIsNotIgnored) {
    spec::LossDoc loss;
    loss.classWeights = {0.5, 2};
    const auto output = classes("fc", {2}, 0, 2);
    EXPECT_DOUBLE_EQ(*targetWeight(output, loss, ids({4}, {0, 1, -100, 1}), 0), 4.5);
    EXPECT_DOUBLE_EQ(*targetWeight(output, {}, ids({4}, {0, 1, -100, 1}), 0), 3);
    EXPECT_DOUBLE_EQ(*targetWeight(output, {}, ids({2}, {-100, -100}), 0), 0);
}

TEST(TargetWeight, NamesTheRowOfATargetOutOfRange) {
    const auto wrong = targetWeight(classes("fc", {2}, 0, 2), {}, ids({3}, {0, 1, 2}), 10);
    ASSERT_FALSE(wrong.ok());
    EXPECT_EQ(wrong.error().args()[1], "12");
    EXPECT_FALSE(targetWeight(classes("fc", {2}, 0, 2), {}, ids({1}, {-1}), 0).ok());
}

TEST(TargetWeight, CountsElementsForMse) {
    spec::LossDoc loss;
    loss.type = "mse";
    EXPECT_DOUBLE_EQ(*targetWeight(values("out", {3}), loss, floats({2, 3}, {0, 0, 0, 0, 0, 0}), 0), 6);
}

} // namespace
} // namespace lockstep::train
