#include "base/numbered_name.h"

#include <gtest/gtest.h>

namespace lockstep {

TEST(NumberedName, IsAPrefixAndAPlainNumber) {
    EXPECT_EQ(numberedName("step-", "step-500"), 500);
    EXPECT_EQ(numberedName("step-", "step-0"), 0);
    EXPECT_EQ(numberedName("step-", "step-9223372036854775807"), 9223372036854775807);
    for (const char* other : {"", "step-", "step-007", "step-00", "step--1", "step-+1", "step-1 ", "step-1.new", " step-1", "run-1",
                              "step-9223372036854775808", "step-ü"})
        EXPECT_FALSE(numberedName("step-", other)) << other;
}

} // namespace lockstep
