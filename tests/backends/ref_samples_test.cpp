#include "backends/ref/ref_device.h"
#include "ops/builtin.h"
#include "support/fenced_device.h"
#include "support/op_samples.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace lockstep;
using namespace lockstep::test;

namespace {

TEST(RefDevice, HasAKernelForEveryOp) {
    backends::KernelTable table;
    backends::addRefKernels(table);
    for (const ir::OpSchema* op : ops::builtinOps().all()) EXPECT_TRUE(table.has(op->name)) << op->name;
}

/// f32 against f64: equal on whole numbers, else torch.testing's tolerance for f32. Sizes are small; sums are in double.
TEST(RefDevice, FloatsAgreeWithDoubles) {
    const auto device = backends::makeRefDevice();
    for (const OpSample& sample : opSamples()) {
        SCOPED_TRACE(sample.name);
        const auto narrow = runSample(sample, *device, DType::F32), wide = runSample(sample, *device, DType::F64);
        ASSERT_TRUE(narrow.ok()) << narrow.error().message();
        ASSERT_TRUE(wide.ok()) << wide.error().message();
        for (const auto& [name, tensor] : *narrow) {
            const auto a = valuesOf(tensor), b = valuesOf(wide->at(name));
            for (std::size_t i = 0; i < a.size(); ++i) {
                if (sample.whole)
                    EXPECT_EQ(a[i], b[i]) << name << " " << i;
                else
                    EXPECT_NEAR(a[i], b[i], 1e-5 + 1.3e-6 * std::fabs(b[i])) << name << " " << i;
            }
        }
    }
}

TEST(FencedDevice, KernelsSeeTheirMemoryAndGiveTheSameBits) {
    const auto plain = backends::makeRefDevice();
    FencedDevice fenced(backends::makeRefDevice());
    for (const OpSample& sample : opSamples()) {
        SCOPED_TRACE(sample.name);
        const auto a = runSample(sample, *plain, DType::F32), b = runSample(sample, fenced, DType::F32);
        ASSERT_TRUE(a.ok() && b.ok());
        for (const auto& [name, tensor] : *a) EXPECT_EQ(std::memcmp(tensor.data(), b->at(name).data(), tensor.bytes()), 0) << name;
    }
}

TEST(FencedDeviceDeathTest, NobodyElseMayTouchIt) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    FencedDevice device(backends::makeRefDevice());
    const auto buffer = device.allocate(64);
    ASSERT_TRUE(buffer.ok());
    volatile std::byte* data = (*buffer)->data();
    EXPECT_DEATH(data[0] = std::byte{1}, "");
    device.beginKernel();
    data[0] = std::byte{1};
    device.endKernel();
    EXPECT_DEATH((void)data[0], "");
    std::byte host{};
    device.download(&host, (*buffer)->data(), 1);
    EXPECT_EQ(host, std::byte{1});
}

} // namespace
