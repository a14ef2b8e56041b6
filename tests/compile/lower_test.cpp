#include "backends/ref/ref_device.h"
#include "compile/program_set.h"
#include "spec/templates.h"
#include "support/run_documents.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace lockstep;
using namespace lockstep::compile;

namespace {

spec::RunDoc templateDoc(const char* name) {
    spec::ReadRunOptions options;
    options.file = std::string("template:") + name;
    return spec::readRun(spec::templateRun(name).value(), options).value();
}

// WORKLOADS.md's table.
TEST(Lower, WorkloadsHaveTheirParametersAndFlops) {
    struct Row {
        const char* name;
        std::int64_t parameters;
        double gflop, within;
    };
    for (const Row& row : {Row{"mlp", 85002, 0.061, 0.01}, Row{"mlp-wide", 41858024, 62, 0.01}, Row{"lenet", 421642, 3.2, 0.02},
                           Row{"resnet20", 272474, 31, 0.02}, Row{"lstm", 823810, 20, 0.02}, Row{"vit-tiny", 2693194, 69, 0.02},
                           Row{"gpt-char", 10770816, 276, 0.02}, Row{"gpt2-124m", 124439808, 817, 0.02}}) {
        const spec::RunDoc run = templateDoc(row.name);
        const ModelAnalysis analysis = analyseModel(run.model, run.losses);
        ASSERT_TRUE(analysis.problems.empty()) << analysis.problems.front().message();
        EXPECT_EQ(analysis.info.parameterCount, row.parameters) << row.name;
        const auto device = backends::makeRefDevice();
        auto set = ProgramSet::create(run, *device);
        ASSERT_TRUE(set.ok()) << set.error().message();
        const double flops = (*set)->get({ProgramKind::Train, run.data.batchSize}).value()->program->modelFlops();
        EXPECT_NEAR(flops / 1e9, row.gflop, row.gflop * row.within) << row.name;
    }
}

TEST(Lower, LayerNormTakesTheLastDimensionsOnly) {
    const auto analyse = [](const std::string& shape) {
        const spec::RunDoc run = test::runWith(R"({"format": "lockstep-model/1", "name": "norm",
          "inputs": [{"id": "x", "shape": [3, 4, 5], "dtype": "f32"}],
          "layers": [{"id": "n", "type": "LayerNorm", "inputs": ["x"], "args": {"normalized_shape": )" +
                                               shape + R"(}}, {"id": "y", "type": "Flatten", "inputs": ["n"]}], "outputs": ["y"]})");
        return analyseModel(run.model, run.losses);
    };
    EXPECT_EQ(analyse("[4, 5]").info.parameterCount, 40);
    EXPECT_EQ(analyse("[4, 5]").info.layers.front().output, Shape({3, 4, 5}));
    EXPECT_EQ(analyse("[3, 4, 5]").info.parameterCount, 120);
    for (const char* wrong : {"[4]", "[3, 4]", "[7, 3, 4, 5]"}) {
        ASSERT_EQ(analyse(wrong).problems.size(), 1u) << wrong;
        EXPECT_EQ(analyse(wrong).problems[0].id(), "compile.normalized_shape");
    }
}

TEST(Lower, ProblemsNameLayerLineAndRemedyAndAreCollected) {
    const spec::RunDoc run = test::runWith(R"({"format": "lockstep-model/1", "name": "bad",
      "inputs": [{"id": "x", "shape": [3, 8, 8], "dtype": "f32"}],
      "layers": [
        {"id": "big", "type": "Conv2d", "inputs": ["x"], "args": {"out_channels": 4, "kernel_size": 11}},
        {"id": "flat", "type": "Flatten", "inputs": ["x"]},
        {"id": "wrong", "type": "Reshape", "inputs": ["flat"], "args": {"shape": [7, -1]}},
        {"id": "after", "type": "Linear", "inputs": ["wrong"], "args": {"out_features": 2}},
        {"id": "join", "type": "Add", "inputs": ["big", "after"]}],
      "outputs": ["join"]})");
    const ModelAnalysis analysis = analyseModel(run.model, run.losses);
    ASSERT_EQ(analysis.problems.size(), 2u);
    EXPECT_EQ(analysis.problems[0].where().layer, "big");
    EXPECT_GT(analysis.problems[0].where().line, 0);
    EXPECT_EQ(analysis.problems[1].where().layer, "wrong");
    EXPECT_EQ(analysis.problems[1].id(), "compile.bad_reshape");
    EXPECT_NE(analysis.problems[1].hint().find("192"), std::string::npos);
}

TEST(Lower, AWeightBeyondAnyMemoryIsAnErrorOfItsLayer) {
    const auto analyse = [](const std::string& layers) {
        const spec::RunDoc run = test::runWith(R"({"format": "lockstep-model/1", "name": "huge",
          "inputs": [{"id": "x", "shape": [8, 8, 8], "dtype": "f32"}],
          "layers": [)" + layers + R"(], "outputs": ["y"]})");
        return analyseModel(run.model, run.losses);
    };
    // Nearly 2^62 elements, of which the bytes wrap to a few; the values that the layers make are small enough.
    const std::string big = "2147483647";
    for (const std::string& layers :
         {R"({"id": "w", "type": "Linear", "inputs": ["x"], "args": {"out_features": )" + big +
              R"(}}, {"id": "y", "type": "Linear", "inputs": ["w"], "args": {"out_features": )" + big + "}}",
          R"({"id": "w", "type": "Conv2d", "inputs": ["x"], "args": {"out_channels": )" + big +
              R"(, "kernel_size": 8}}, {"id": "y", "type": "Conv2d", "inputs": ["w"], "args": {"out_channels": )" + big +
              R"(, "kernel_size": 1}})"}) {
        const auto analysis = analyse(layers);
        ASSERT_EQ(analysis.problems.size(), 1u);
        EXPECT_EQ(analysis.problems[0].id(), "compile.weight_too_large");
        EXPECT_EQ(analysis.problems[0].where().layer, "y");
        EXPECT_GT(analysis.problems[0].where().line, 0);
    }
}

TEST(Lower, EveryParametersGradientIsProbedAlsoWhereNodesWereFused) {
    for (const char* model : {test::kSmallMlp, test::kSmallCnn}) {
        const spec::RunDoc run = test::runWith(model, R"("probe": {"every_steps": 1})");
        const auto device = backends::makeRefDevice();
        auto set = ProgramSet::create(run, *device);
        ASSERT_TRUE(set.ok()) << set.error().message();
        const auto* program = (*set)->get({ProgramKind::Train, run.data.batchSize, true}).value();
        std::set<std::string> fetched;
        for (const auto& fetch : program->program->graph().fetches()) fetched.insert(fetch.name);
        for (const auto& p : (*set)->model().parameters) { EXPECT_EQ(fetched.contains("probe.gradient." + p.name), !p.buffer) << p.name; }
    }
}

TEST(Lower, SharedWeightsAreOneParameterUnderTheirOwner) {
    const spec::RunDoc run = test::runWith(test::kSmallMlp);
    const auto device = backends::makeRefDevice();
    auto set = ProgramSet::create(run, *device).value();
    std::vector<std::string> names;
    for (const auto& p : set->model().parameters) names.push_back(p.name);
    EXPECT_EQ(std::count(names.begin(), names.end(), "a2.weight"), 1);
    EXPECT_EQ(std::count(names.begin(), names.end(), "tied.weight"), 0);
    EXPECT_EQ(std::count(names.begin(), names.end(), "tied.bias"), 1);
    EXPECT_EQ(std::count(names.begin(), names.end(), "same.2.weight"), 1);
}

TEST(Lower, InitRulesArePytorchs) {
    const auto ruleOf = [](const ModelInfo& info, const std::string& name) {
        for (const auto& p : info.parameters) {
            if (p.name == name) return p.init;
        }
        return InitRule{};
    };
    const spec::RunDoc run = test::runWith(test::kSmallCnn);
    const ModelAnalysis a = analyseModel(run.model, run.losses);
    EXPECT_DOUBLE_EQ(ruleOf(a.info, "c1.weight").value, 1 / std::sqrt(27.0));
    EXPECT_DOUBLE_EQ(ruleOf(a.info, "c1.bias").value, 1 / std::sqrt(27.0));
    EXPECT_EQ(ruleOf(a.info, "b1.weight").kind, InitRule::Kind::Constant);
    EXPECT_EQ(ruleOf(a.info, "b1.running_var").value, 1);
}

TEST(Lower, AGroupThatMatchesNothingIsAnError) {
    const spec::RunDoc run = test::runWith(test::kSmallMlp, R"("optimizer": {"groups": [{"match": "*.scale", "lr": 0.1}]})");
    const auto device = backends::makeRefDevice();
    const auto set = ProgramSet::create(run, *device);
    ASSERT_FALSE(set.ok());
    EXPECT_EQ(set.error().id(), "compile.group_matches_nothing");
    EXPECT_EQ(set.error().where().path, "optimizer.groups[0].match");
}

TEST(Lower, OneValueAChannelInTrainingIsRefused) {
    const spec::RunDoc run = test::runWith(test::kSmallMlp, {}, 1);
    const auto device = backends::makeRefDevice();
    const auto set = ProgramSet::create(run, *device);
    ASSERT_FALSE(set.ok());
    EXPECT_EQ(set.error().where().layer, "n");
}

TEST(MicroBatches, AreCutAsArraySplitDoes) {
    EXPECT_EQ(microBatchSizes(10, 3), (std::vector<std::int64_t>{4, 3, 3}));
    EXPECT_EQ(microBatchSizes(2, 5), (std::vector<std::int64_t>{1, 1}));
    EXPECT_EQ(microBatchSizes(3, std::int64_t{1} << 60), (std::vector<std::int64_t>{1, 1, 1})); // at once
    EXPECT_EQ(microBatchSizes(6, 1), (std::vector<std::int64_t>{6}));
}

TEST(Explain, ShowsEachPassAndTheFinishedProgram) {
    const spec::RunDoc run = test::runWith(test::kSmallCnn);
    const auto device = backends::makeRefDevice();
    auto set = ProgramSet::create(run, *device).value();
    const ProgramKey key{ProgramKind::Train, 6};
    EXPECT_NE(set->explain(key, "lower", false).value().find("c1 = conv2d(x, c1.weight, c1.bias)"), std::string::npos);
    EXPECT_NE(set->explain(key, "fuse-batch-norm", false).value().find("b1+relu"), std::string::npos);
    EXPECT_NE(set->explain(key, "", false).value().find("persistent+"), std::string::npos);
    EXPECT_TRUE(set->explain(key, "", true).value().starts_with("digraph"));
    EXPECT_EQ(set->explain(key, "nonsense", false).error().id(), "compile.unknown_pass");
}

} // namespace
