// Values from PyTorch 2.15 in f64 (torch.nn.functional on the inputs written here), and the edges of SEMANTICS.md.
#include "op_case.h"

#include "base/rng.h"

#include <algorithm>

#include <limits>

using namespace lockstep;
using namespace lockstep::test;

namespace {

using Ints = std::vector<std::int64_t>;
using Flat = std::vector<double>;
constexpr double kInf = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(RefActivations, Values) {
    const SampleInput x = f({1, 7}, {-3, -1, -0.5, 0, 0.25, 1, 2.7});
    expectValues(runOp("gelu", {x}, {{"tanh", false}})["out0"], {-0.00404969409489031, -0.15865525393145702, -0.15426876936299344, 0,
                                                                 0.14967658142073093, 0.841344746068543, 2.6906391707317905});
    expectValues(runOp("gelu", {x}, {{"tanh", true}})["out0"], {-0.0036373920817729943, -0.15880800939172324, -0.15428599017485606, 0,
                                                                0.149675350701685, 0.8411919906082768, 2.6911124053605326});
    expectValues(runOp("sigmoid", {x})["out0"], {0.04742587317756678, 0.2689414213699951, 0.3775406687981454, 0.5, 0.5621765008857981,
                                                 0.7310585786300049, 0.9370266439430035});
    expectValues(runOp("softmax", {x}, {{"axis", std::int64_t{1}}})["out0"],
                 {0.0023814458057488806, 0.017596636655241586, 0.029011949146278356, 0.04783261766193955, 0.061418296824637356,
                  0.13002253539807948, 0.7117365185080747});
}

TEST(RefActivations, Edges) {
    expectValues(runOp("relu", {f({1, 4}, {kNaN, -kInf, kInf, 0})})["out0"], {kNaN, 0, kInf, 0});
    expectValues(runOp("relu_grad", {f({1, 2}, {3, 3}), f({1, 2}, {0, 1})})["out0"], {0, 3});
    expectValues(runOp("sigmoid", {f({1, 3}, {-800, 800, kNaN})})["out0"], {0, 1, kNaN});
    EXPECT_TRUE(std::isnan(runOp("gelu", {f({1, 1}, {-kInf})}, {{"tanh", false}})["out0"][0]));
    const ir::Attributes last{{"axis", std::int64_t{1}}};
    expectValues(runOp("softmax", {f({3, 2}, {-kInf, -kInf, 1e300, 1e300, 1000, -1000})}, last)["out0"], {kNaN, kNaN, 0.5, 0.5, 1, 0});
}

TEST(RefConv, ValuesWithStrideDilationAndGroups) {
    Flat x, w;
    for (int i = 0; i < 32; ++i) x.push_back(i - 10);
    for (int i = 0; i < 12; ++i) w.push_back(i % 5 - 2);
    const ir::Attributes attrs{
        {"stride", Ints{2, 1}}, {"padding", Ints{1, 1, 1, 1}}, {"dilation", Ints{1, 2}}, {"groups", std::int64_t{2}}};
    expectValues(runOp("conv2d", {f({1, 2, 4, 4}, x), f({2, 1, 3, 2}, w), f({2}, {1, -1})}, attrs)["out0"],
                 {2, -11, -10, -7, -1, 13, 11, 17, 2, -11, -11, -17, 10, -21, -22, -37});
}

Flat sines() {
    Flat x;
    for (int i = 0; i < 30; ++i) x.push_back(std::sin(i));
    return x;
}

TEST(RefPool, Values) {
    const SampleInput x = f({1, 1, 5, 6}, sines());
    expectValues(
        runOp("max_pool2d", {x}, {{"kernel", Ints{3, 3}}, {"stride", Ints{2, 2}}, {"padding", Ints{1, 1}}, {"ceil_mode", true}})["out0"],
        {0.8414709848078965, 0.9893582466233818, 0.4121184852417566, -0.9589242746631385, 0.6569865987187891, 0.9906073556948704,
         0.8366556385360561, -0.8462204041751706, 0.14987720966295234, 0.956375928404503, 0.956375928404503, -0.6636338842129675});
    ir::Attributes average{
        {"kernel", Ints{3, 2}}, {"stride", Ints{2, 2}}, {"padding", Ints{1, 1}}, {"ceil_mode", true}, {"count_include_pad", true}};
    expectValues(runOp("avg_pool2d", {x}, average)["out0"],
                 {-0.04656924969982098, 0.5661855428292916, -0.12459751881594568, -0.32648574686897364, -0.2611626104951728,
                  0.6866569497090437, 0.17638103784834844, -0.4679346837675718, -0.27609426812971666, 0.28217152679540164,
                  0.34251434099300404, -0.25164238139802303});
    average.set("count_include_pad", false);
    expectValues(runOp("avg_pool2d", {x}, average)["out0"],
                 {-0.13970774909946293, 0.8492783142439373, -0.18689627822391852, -0.979457240606921, -0.5223252209903456,
                  0.6866569497090437, 0.17638103784834844, -0.9358693675351436, -0.8282828043891499, 0.42325729019310243,
                  0.5137715114895061, -0.754927144194069});
    expectValues(runOp("adaptive_avg_pool2d", {x}, {{"output", Ints{3, 4}}})["out0"],
                 {0.3047605213319399, 0.8492783142439373, -0.18689627822391852, -0.8149345218527849, -0.05665746962710908,
                  0.6866569497090437, 0.17638103784834844, -0.6080639732417117, -0.40976003730328014, 0.42325729019310243,
                  0.5137715114895061, -0.31194995234266826});
}

TEST(RefPool, TheFirstOfEqualsWinsAndNaNPasses) {
    const ir::Attributes attrs{{"kernel", Ints{2, 2}}, {"stride", Ints{2, 2}}, {"padding", Ints{0, 0}}, {"ceil_mode", false}};
    auto pooled = runOp("max_pool2d", {f({1, 1, 2, 6}, {1, 3, 5, kNaN, -kInf, -kInf, 3, 3, 6, 2, -kInf, -kInf})}, attrs);
    expectValues(pooled["out0"], {3, kNaN, -kInf});
    expectValues(pooled["out1"], {1, 1, 0});
}

TEST(RefNorm, BatchNormUpdatesWithTheUnbiasedVariance) {
    const SampleInput x = f({2, 2, 3}, {1, 2, 4, 0.5, -1, 3, 2, 0, -2, 1, 1.5, -0.5});
    const SampleInput w = f({2}, {1.5, 0.5}), b = f({2}, {0.25, -1});
    auto out = runOp("batch_norm", {x, w, b, f({2}, {0.1, -0.2}), f({2}, {1.5, 0.8}), s64({}, {6})}, {{"eps", 1e-5}, {"momentum", 0.1}});
    expectValues(out["out0"], {0.11583611454586851, 0.9208194272706571, 2.5307860527202344, -1.0950583627115142, -1.6654085389805997,
                               -0.14447473559637164, 0.9208194272706571, -0.6891471981789201, -2.299113823628497, -0.9049416372884858,
                               -0.7148249118654572, -1.4752918135575712});
    expectValues(out["in3"], {0.2066666666666667, -0.10500000000000001});
    expectValues(out["in4"], {1.7666666666666666, 0.9275000000000001});
    expectValues(out["in5"], {7});
    Flat dy;
    for (int i = 0; i < 12; ++i) dy.push_back(i);
    auto grad = runOp("batch_norm_grad", {f({2, 2, 3}, dy), x, w, f({2}, out["out1"]), f({2}, out["out2"])});
    expectValues(grad["out0"],
                 {-3.361609905909951, -1.7065666631203837, 0.7985365097339616, -1.525514902804931, -1.172768048483091, -0.7192370069057886,
                  2.3183499005035593, 1.423213353098791, 0.5280768056940224, 0.7650480011128169, 1.1544436508002796, 1.498028306280714});
    expectValues(grad["out1"], {-11.806421919963569, -0.38023345084605703});
    expectValues(grad["out2"], {24, 42});
    expectValues(runOp("batch_norm_infer", {x, w, b, f({2}, out["in3"]), f({2}, out["in4"])}, {{"eps", 1e-5}})["out0"],
                 {1.1452996708338943, 2.273828667683341, 4.530886661382235, -0.6859013436006935, -1.4646583429378168, 0.6120269886278454,
                  2.273828667683341, 0.016770673984447645, -2.240287319714446, -0.42631567715498575, -0.16673001070927795,
                  -1.2050726764921091});
}

TEST(RefNorm, VarianceDoesNotCancel) { // SEMANTICS.md 17, row 15: mean 1e4, deviation 1, in f32
    const Flat x{9999, 10001, 9999, 10001};
    expectValues(runOp("layer_norm", {f({1, 4}, x)}, {{"eps", 0.0}}, DType::F32)["out0"], {-1, 1, -1, 1}, 1e-6);
    auto out = runOp("batch_norm", {f({4, 1}, x), absent(), absent(), f({1}, {0}), f({1}, {1}), s64({}, {0})},
                     {{"eps", 0.0}, {"momentum", 0.1}}, DType::F32);
    expectValues(out["out0"], {-1, 1, -1, 1}, 1e-6);
}

TEST(RefDropout, MaskIsThatOfTheGlobalBatch) {
    const ir::Attributes attrs{{"p", 0.25}, {"seed", std::int64_t{3}}, {"stream", std::int64_t{1}}};
    const Flat ones(40 * 250, 1.0), half(20 * 250, 1.0);
    const Flat all = runOp("dropout", {f({40, 250}, ones), f64(9), f64(0)}, attrs)["out0"];
    const Flat second = runOp("dropout", {f({20, 250}, half), f64(9), f64(20)}, attrs)["out0"];
    EXPECT_TRUE(std::equal(second.begin(), second.end(), all.begin() + 20 * 250));
    EXPECT_NE(all, runOp("dropout", {f({40, 250}, ones), f64(10), f64(0)}, attrs)["out0"]);
    const auto kept = static_cast<double>(std::count(all.begin(), all.end(), 1 / 0.75));
    EXPECT_EQ(kept + static_cast<double>(std::count(all.begin(), all.end(), 0.0)), 10000);
    EXPECT_NEAR(kept, 7500, 4 * std::sqrt(10000 * 0.25 * 0.75)); // four deviations
}

TEST(RefDropout, NothingAndEverything) {
    const auto run = [](double p) {
        return runOp("dropout", {f({1, 3}, {1, -2, 3}), f64(0), f64(0)},
                     {{"p", p}, {"seed", std::int64_t{1}}, {"stream", std::int64_t{0}}})["out0"];
    };
    expectValues(run(0), {1, -2, 3});
    expectValues(run(1), {0, 0, 0});
}

TEST(RefDropout, TheMaskIsDrawnFromPhiloxBlocksOfFour) {
    const ir::Attributes attrs{{"p", 0.5}, {"seed", std::int64_t{77}}, {"stream", std::int64_t{3}}};
    const Flat out = runOp("dropout", {f({1, 6}, Flat(6, 1.0)), f64(5), f64(1)}, attrs)["out0"];
    const std::uint64_t stream = std::uint64_t{3} << 40 | 5;
    for (std::uint64_t e = 6; e < 12; ++e) {
        const auto block =
            philox({static_cast<std::uint32_t>(e / 4), 0, static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)},
                   {77, 4 * 0x85EBCA6Bu});
        EXPECT_EQ(out[e - 6], block[e % 4] >= 0x80000000u ? 2 : 0) << e;
    }
}

} // namespace
