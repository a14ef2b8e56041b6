#include "monitors/layer_sample.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lockstep::monitors {
namespace {

LayerSample sample() {
    LayerSample s{7, std::vector<LayerStatistics>(2)};
    s.rows[0].layer = "b1.größe";
    s.rows[0].parameter = "weight";
    s.rows[0].role = LayerRole::Weight;
    // -3, 0, 1, 2 and one NaN
    s.rows[0].elements = 5, s.rows[0].nans = 1, s.rows[0].zeros = 1;
    s.rows[0].min = -3, s.rows[0].max = 2, s.rows[0].mean = 0, s.rows[0].rms = std::sqrt(14.0 / 4), s.rows[0].amax = 3,
    s.rows[0].meanAbs = 1.5;
    s.rows[1].layer = "fc";
    s.rows[1].infinities = 3;
    return s;
}

TEST(LayerSample, FiguresHaveTheirClosedForms) {
    const auto row = sample().rows[0];
    EXPECT_DOUBLE_EQ(row.l1(), 6);
    EXPECT_DOUBLE_EQ(row.l2(), std::sqrt(14.0));
    EXPECT_DOUBLE_EQ(row.deviation(), std::sqrt(3.5));
    EXPECT_DOUBLE_EQ(row.zeroShare(), 0.2);
    EXPECT_EQ(LayerStatistics{}.zeroShare(), 0);
    LayerStatistics constant;
    constant.mean = constant.rms = 0.1;
    EXPECT_EQ(constant.deviation(), 0) << "rounding may make the difference negative";
}

TEST(LayerSample, ComesBackAndCutBytesDoNot) {
    const auto bytes = encode(sample());
    const auto back = decode(7, bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->step, 7);
    ASSERT_EQ(back->rows.size(), 2u);
    EXPECT_EQ(back->rows[0].layer, "b1.größe");
    EXPECT_EQ(back->rows[0].min, -3);
    EXPECT_EQ(back->rows[1].infinities, 3);
    EXPECT_EQ(encode(*back), bytes);
    std::size_t whole = 0;
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) whole += decode(7, bytes.substr(0, cut)).has_value();
    EXPECT_EQ(whole, 2u) << "only at the ends of rows";
    auto later = bytes;
    later[0] = 9;
    EXPECT_FALSE(decode(7, later));
}

TEST(LayerSample, ARowTakesAtMostAKilobyte) {
    LayerSample s{0, std::vector<LayerStatistics>(1)};
    s.rows[0].layer = s.rows[0].parameter = std::string(100'000, 'x');
    EXPECT_LE(encode(s).size(), 1024u);
}

} // namespace
} // namespace lockstep::monitors
