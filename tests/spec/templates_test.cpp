#include "spec/run_doc.h"
#include "spec/templates.h"

#include <gtest/gtest.h>

namespace lockstep::spec {

TEST(Templates, AllReadClean) {
    for (const auto& info : templates()) {
        const auto json = templateRun(info.name);
        ASSERT_TRUE(json.ok()) << json.error().message();
        ReadRunOptions options;
        options.file = "template:" + std::string(info.name);
        for (const auto& error : checkRun(*json, options)) ADD_FAILURE() << error.message() << " | " << error.hint();
        const auto run = readRun(*json, options);
        ASSERT_TRUE(run.ok());
        EXPECT_EQ(run->name, info.name);
    }
}

} // namespace lockstep::spec
