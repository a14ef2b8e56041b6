#include "train/batch_view.h"

#include <gtest/gtest.h>

namespace lockstep::train {
namespace {

TEST(BatchView, RowsShareTheBytes) {
    BatchView batch{3,
                    {HostTensor::of<float>({3, 2}, std::vector<float>{0, 1, 2, 3, 4, 5})},
                    {HostTensor::of<std::int64_t>({3}, std::vector<std::int64_t>{7, 8, 9})}};
    const auto part = batch.rows(1, 2);
    EXPECT_EQ(part.size, 2);
    EXPECT_EQ(part.inputs[0].data(), batch.inputs[0].data() + 8);
    EXPECT_EQ(part.inputs[0].shape(), (Shape{2, 2}));
    EXPECT_EQ(part.targets[0].as<std::int64_t>()[1], 9);
}

} // namespace
} // namespace lockstep::train
