// The loss of a split where some or all targets are ignored, against closed forms.
#include "backends/ref/ref_device.h"
#include "files/npz.h"
#include "files/temp_folder.h"
#include "spec/json.h"
#include "train/offline.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::train {
namespace {

/// Two heads of zeros, 3 and 5 classes: a head's mean loss is the logarithm of that number where any target counts.
class IgnoredTargets : public ::testing::Test {
protected:
    spec::RunDoc run(std::int64_t a, std::int64_t b) const {
        HostTensor x(DType::F32, {4, 2}), ya(DType::S64, {4}), yb(DType::S64, {4});
        for (auto& v : x.as<float>()) v = 1;
        for (auto& v : ya.as<std::int64_t>()) v = a;
        for (auto& v : yb.as<std::int64_t>()) v = b;
        EXPECT_TRUE(files::writeNpz(m_folder.path("set.npz"), {{"x", x}, {"y.a", ya}, {"y.b", yb}}).ok());
        const auto json = spec::parseJson(R"({"format": "lockstep-run/1", "model": {"format": "lockstep-model/1", "name": "heads",
            "inputs": [{"id": "x", "shape": [2], "dtype": "f32"}], "init": {"type": "zeros"},
            "layers": [{"id": "a", "type": "Linear", "inputs": ["x"], "args": {"out_features": 3}},
                       {"id": "b", "type": "Linear", "inputs": ["x"], "args": {"out_features": 5}}], "outputs": ["a", "b"]},
            "data": {"source": "npz", "path": ")" +
                                              m_folder.path("set.npz") + R"(", "batch_size": 4}, "steps": 1, "device": "ref"})",
                                          "heads.run.json");
        auto doc = spec::readRun(*json, {});
        EXPECT_TRUE(doc.ok()) << doc.error().message();
        return *std::move(doc);
    }
    /// Of the evaluation; the loss of a training step over the same batch must be the same.
    double loss(std::int64_t a, std::int64_t b) const {
        const auto doc = run(a, b);
        const auto device = backends::makeRefDevice();
        Stage stage = Stage::Request;
        const auto evaluated = evaluateSplits(doc, *device, {}, stage);
        EXPECT_TRUE(evaluated.ok()) << evaluated.error().message();
        const auto trained = writeGradients(doc, *device, m_folder.path("gradients.safetensors"), stage);
        EXPECT_TRUE(trained.ok()) << trained.error().message();
        const double found = evaluated->at(0).loss;
        EXPECT_EQ(std::isnan(found), std::isnan(*trained));
        if (!std::isnan(found)) { EXPECT_NEAR(found, *trained, 1e-6); }
        return found;
    }
    test::TempFolder m_folder;
};

TEST_F(IgnoredTargets, AnOutputWithoutTargetsAddsNothing) {
    EXPECT_NEAR(loss(0, 4), std::log(3.0) + std::log(5.0), 1e-6);
    EXPECT_NEAR(loss(1, -100), std::log(3.0), 1e-6);
    EXPECT_NEAR(loss(-100, 2), std::log(5.0), 1e-6);
}

TEST_F(IgnoredTargets, NoTargetsAtAllIsNotANumber) { EXPECT_TRUE(std::isnan(loss(-100, -100))); }

} // namespace
} // namespace lockstep::train
