#include "numerics/half.h"
#include "numerics/host_tensor.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace lockstep;

// Values of SEMANTICS.md's first table, executed in PyTorch.
TEST(Half, Bf16RoundsToNearestEven) {
    EXPECT_EQ(bf16ToF32(f32ToBf16(1.0f + 0x1p-8f)), 1.0f);
    EXPECT_EQ(bf16ToF32(f32ToBf16(1.0f + 3 * 0x1p-8f)), 1.015625f);
    EXPECT_TRUE(std::isinf(bf16ToF32(f32ToBf16(3.4e38f))));
    EXPECT_TRUE(std::isnan(bf16ToF32(f32ToBf16(NAN))));
}

TEST(Half, F16EdgesAreExact) {
    EXPECT_EQ(f16ToF32(f32ToF16(65519.0f)), 65504.0f);
    EXPECT_TRUE(std::isinf(f16ToF32(f32ToF16(65520.0f))));
    EXPECT_EQ(f16ToF32(f32ToF16(0x1p-25f)), 0.0f);
    EXPECT_EQ(f16ToF32(f32ToF16(std::nextafter(0x1p-25f, 1.0f))), 0x1p-24f);
    EXPECT_EQ(f16ToF32(f32ToF16(1e-8f)), 0.0f);
}

TEST(Half, EveryCodeSurvivesTheRoundTrip) {
    for (std::uint32_t code = 0; code < 65536; ++code) {
        const auto h = static_cast<std::uint16_t>(code);
        const float f = f16ToF32(h), b = bf16ToF32(h);
        if (std::isnan(f)) {
            EXPECT_TRUE(std::isnan(f16ToF32(f32ToF16(f))));
        } else {
            EXPECT_EQ(f32ToF16(f), h) << code;
        }
        if (!std::isnan(b)) { EXPECT_EQ(f32ToBf16(b), h) << code; }
    }
}

TEST(Shape, CountsAndRefusesOverflow) {
    EXPECT_EQ(Shape({2, 3, 4}).elements(), 24);
    EXPECT_EQ(Shape{}.elements(), 1);
    EXPECT_EQ(Shape({3, 0}).checkedElements(), 0);
    EXPECT_EQ(Shape({std::int64_t{1} << 40, std::int64_t{1} << 40}).checkedElements(), std::nullopt);
    EXPECT_EQ(Shape({-1}).checkedElements(), std::nullopt);
    EXPECT_EQ(Shape({1, 28, 28}).withBatch(5).str(), "[5, 1, 28, 28]");
}

TEST(HostTensor, SharesClonesAndReshapes) {
    auto t = HostTensor::zeros(DType::F32, {2, 3});
    auto same = t;
    same.as<float>()[4] = 5;
    EXPECT_EQ(t.as<float>()[4], 5);
    auto copy = t.clone();
    copy.as<float>()[4] = 6;
    EXPECT_EQ(t.reshaped({6}).as<float>()[4], 5);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data()) % 64, 0u);
}
