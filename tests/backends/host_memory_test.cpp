// Memory that is not there is refused in words, before the kernel kills for it.
#include "backends/ref/ref_device.h"
#include "base/memory.h"

#include <gtest/gtest.h>

namespace lockstep::backends {

TEST(HostMemory, MoreThanThereIsIsRefused) {
    const auto there = availableMemory();
    if (there == 0) GTEST_SKIP() << "this system does not say how much memory it has";
    EXPECT_GT(there, std::size_t{1} << 20);
    const auto device = makeRefDevice();
    const auto buffer = device->allocate(there + (std::size_t{1} << 40));
    ASSERT_FALSE(buffer.ok());
    EXPECT_EQ(buffer.error().id(), "backends.out_of_memory");
    EXPECT_FALSE(device->allocate(~std::size_t{0}).ok());
    EXPECT_TRUE(device->allocate(std::size_t{65} << 20).ok());
}

} // namespace lockstep::backends
