#include "spec/templates.h"

#include "spec/run_doc.h"

#include <gtest/gtest.h>

namespace lockstep::spec {
namespace {

TEST(Templates, AllReadClean) {
    ASSERT_EQ(templates().size(), 18u);
    for (const auto& info : templates()) {
        const auto json = templateRun(info.name);
        ASSERT_TRUE(json.ok()) << json.error().message();
        ReadRunOptions options;
        options.file = "template:" + std::string(info.name);
        for (const auto& error : checkRun(*json, options)) ADD_FAILURE() << error.message() << " | " << error.hint();
        const auto run = readRun(*json, options);
        ASSERT_TRUE(run.ok());
        EXPECT_EQ(run->name, info.name);
        EXPECT_EQ(run->model.name, info.name);
        EXPECT_EQ(info.speedWorkload(), run->data.source == "synthetic");
        EXPECT_TRUE(checkModel(*templateModel(info.name), "").empty());
    }
}

TEST(Templates, SpeedWorkloadsTrainAsTheTableSays) {
    const std::map<std::string_view, std::int64_t> batch{{"mlp", 128}, {"mlp-wide", 256}, {"lenet", 128},   {"resnet20", 128},
                                                         {"lstm", 64}, {"vit-tiny", 64},  {"gpt-char", 16}, {"gpt2-124m", 1}};
    for (const auto& [name, size] : batch) {
        const auto run = readRun(*templateRun(name), {});
        ASSERT_TRUE(run.ok());
        EXPECT_EQ(run->data.batchSize, size);
        EXPECT_EQ(run->optimizer.type, "adamw");
        EXPECT_EQ(run->optimizer.lr, 1e-3);
        EXPECT_EQ(run->optimizer.weightDecay, 0.01);
        EXPECT_EQ(run->schedule.type, "constant");
    }
}

TEST(Templates, AnUnknownNameIsToldTheNearest) {
    const auto json = templateRun("digit-mlp");
    ASSERT_FALSE(json.ok());
    EXPECT_NE(json.error().message().find("did you mean \"digits-mlp\""), std::string::npos);
    EXPECT_FALSE(templateModel("").ok());
}

} // namespace
} // namespace lockstep::spec
