#include "comm/communicator.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace lockstep::comm {
namespace {

TEST(SingleRank, CollectivesAreTheIdentity) {
    const auto one = singleRank();
    EXPECT_EQ(one->rank(), 0);
    EXPECT_EQ(one->ranks(), 1);
    std::array<float, 3> values{1, -0.0f, std::numeric_limits<float>::infinity()};
    const auto before = values;
    EXPECT_TRUE(one->allReduceSum(values).ok());
    EXPECT_TRUE(one->allReduceMax(values).ok());
    EXPECT_TRUE(one->broadcast(std::as_writable_bytes(std::span(values)), 0).ok());
    EXPECT_TRUE(one->barrier().ok());
    EXPECT_EQ(values, before);
}

TEST(SingleRank, ARootThatIsNotThereIsAnError) { EXPECT_FALSE(singleRank()->broadcast({}, 1).ok()); }

} // namespace
} // namespace lockstep::comm
