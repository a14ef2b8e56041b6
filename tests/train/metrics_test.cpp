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

compile::OutputInfo logits(std::string id, Shape shape) {
    compile::OutputInfo info = values(std::move(id), shape);
    info.loss = "bce_with_logits";
    info.classAxis = shape.rank() == 3 ? 0 : static_cast<int>(shape.rank()) - 1;
    return info;
}

double measured(const std::string& name, const compile::OutputInfo& output, const HostTensor& y, const HostTensor& target) {
    compile::ModelInfo model;
    model.outputs = {output};
    auto metrics = makeMetrics({name}, model);
    if (metrics.size() != 1) return -1;
    metrics[0].metric->add(y, target);
    return metrics[0].metric->value();
}

TEST(TopFive, CountsTheFiveLargest) {
    const auto y = floats({2, 7}, {7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1});
    EXPECT_DOUBLE_EQ(measured("top5", classes("fc", {7}, 0, 7), y, ids({2}, {4, 5})), 0.5);
    EXPECT_DOUBLE_EQ(measured("top5", classes("fc", {7}, 0, 7), y, ids({2}, {5, 4})), 0.5);
}

// A model that knows nothing has as many equally likely classes as there are.
TEST(Perplexity, OfEqualScoresIsTheNumberOfClasses) {
    EXPECT_NEAR(
        measured("perplexity", classes("lm", {2, 5}, 1, 5), floats({1, 2, 5}, std::vector<float>(10, 700.f)), ids({1, 2}, {3, -100})), 5,
        1e-12);
    EXPECT_NEAR(measured("perplexity", classes("fc", {2}, 0, 2), floats({1, 2}, {0, std::log(3.f)}), ids({1}, {0})), 4, 1e-6);
}

// scikit-learn 1.9 roc_auc_score: 0.75 on its own example; ties count half; several classes: macro, one against the rest.
TEST(Auc, IsTheChanceThatARealOneScoresHigher) {
    EXPECT_DOUBLE_EQ(measured("auc", logits("p", {1}), floats({4, 1}, {.1f, .4f, .35f, .8f}), floats({4, 1}, {0, 0, 1, 1})), 0.75);
    EXPECT_DOUBLE_EQ(measured("auc", logits("p", {1}), floats({4, 1}, {1, 1, 1, 1}), floats({4, 1}, {0, 0, 1, 1})), 0.5);
    EXPECT_TRUE(std::isnan(measured("auc", logits("p", {1}), floats({2, 1}, {1, 2}), floats({2, 1}, {1, 1}))));
    EXPECT_DOUBLE_EQ(measured("auc", classes("fc", {2}, 0, 2), floats({4, 2}, {0, .1f, 0, .4f, 0, .35f, 0, .8f}), ids({4}, {0, 0, 1, 1})),
                     0.75);
    const auto y = floats({4, 3}, {2, 1, 0, 0, 2, 1, 1, 0, 2, 0, 1, 2});
    EXPECT_DOUBLE_EQ(measured("auc", classes("fc", {3}, 0, 3), y, ids({4}, {0, 1, 2, 1})), (1.0 + 0.875 + 0.8333333333333333) / 3);
}

TEST(MeanIou, IsOverClassesThatOccur) {
    const auto y = floats({1, 3, 1, 4}, {9, 9, 0, 0, 0, 0, 9, 9, 1, 1, 1, 1});
    EXPECT_DOUBLE_EQ(measured("mean_iou", classes("seg", {3, 1, 4}, 0, 3), y, ids({1, 1, 4}, {0, 1, 1, 1})), (0.5 + 2.0 / 3) / 2);
    EXPECT_DOUBLE_EQ(
        measured("mean_iou", logits("seg", {2, 1, 2}), floats({1, 2, 1, 2}, {1, 1, -1, 1}), floats({1, 2, 1, 2}, {1, 0, 0, 1})), 0.75);
}

TEST(BinaryAccuracy, ThresholdsTheLogitAtZero) {
    EXPECT_DOUBLE_EQ(measured("accuracy", logits("p", {2}), floats({2, 2}, {-1, 1, 0, 3}), floats({2, 2}, {0, 1, 1, 0})), 0.5);
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
