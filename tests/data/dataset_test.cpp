#include "data/augment.h"
#include "data/data_errors.h"
#include "data/sampler.h"
#include "data_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace lockstep;
using namespace lockstep::data;
using namespace lockstep::test;

static std::vector<float> firsts(const Dataset& set, Part part) {
    const auto samples = all(set, part);
    std::vector<float> out;
    for (std::size_t i = 0; i < samples->x.size(); i += 2) out.push_back(samples->x[i] / 2);
    return out;
}

TEST(Split, FileOrderWithFlooredFractions) {
    TempFolder folder;
    auto doc = document("npz", countingNpz(folder, 11, 2, 3));
    doc.split = split(0.3, 0.2);
    const auto set = open(doc, classifier({2}, 3));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ(firsts(**set, Part::Train), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(firsts(**set, Part::Validation), (std::vector<float>{6, 7, 8})); // floor(3.3)
    EXPECT_EQ(firsts(**set, Part::Test), (std::vector<float>{9, 10}));
    doc.split.reset();
    EXPECT_EQ((*open(doc, classifier({2}, 3)))->samples(Part::Train), 11);
}

TEST(Split, ShuffledBySeedAlone) {
    TempFolder folder;
    auto doc = document("npz", countingNpz(folder, 40, 2, 3));
    doc.split = split(0.25, 0.25, true);
    const auto set = open(doc, classifier({2}, 3), 1), other = open(doc, classifier({2}, 3), 2);
    std::vector<float> everything;
    for (const Part part : kParts) {
        const auto some = firsts(**set, part);
        everything.insert(everything.end(), some.begin(), some.end());
    }
    EXPECT_EQ(firsts(**set, Part::Train), firsts(**open(doc, classifier({2}, 3), 1), Part::Train));
    EXPECT_NE(firsts(**set, Part::Train), firsts(**other, Part::Train));
    EXPECT_FALSE(std::ranges::is_sorted(everything));
    std::ranges::sort(everything);
    for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(everything[i], static_cast<float>(i));
    doc.split->seed = 2; // the split's own seed takes the place of the run's
    EXPECT_EQ(firsts(**open(doc, classifier({2}, 3), 1), Part::Train), firsts(**other, Part::Train));
}

TEST(Split, EdgesAreErrorsOrWarnings) {
    TempFolder folder;
    auto doc = document("npz", countingNpz(folder, 4, 2, 3), 8);
    EXPECT_EQ((*open(doc, classifier({2}, 3)))->warnings().size(), 1u);
    doc.dropLast = true;
    EXPECT_EQ(open(doc, classifier({2}, 3)).error().id(), kAllDropped.id);
    doc.dropLast = false;
    doc.split = split(0.5, 0.5);
    EXPECT_EQ(open(doc, classifier({2}, 3)).error().id(), kNoTraining.id);
    doc.split = split(0.1, 0);
    EXPECT_EQ((*open(doc, classifier({2}, 3)))->samples(Part::Validation), 0); // floor(0.4)
}

/// x [n,2], y = `label(i)`.
static std::string labelled(const TempFolder& folder, std::int64_t n, std::int64_t (*label)(std::int64_t)) {
    HostTensor x(DType::F32, {n, 2}), y(DType::S64, {n});
    for (std::int64_t i = 0; i < n; ++i) y.as<std::int64_t>()[static_cast<std::size_t>(i)] = label(i);
    const auto path = folder.path("labelled.npz");
    return files::writeNpz(path, {{"x", x}, {"y", y}}).ok() ? path : "";
}

TEST(Split, APartThatLacksClassesIsAWarning) {
    TempFolder folder;
    auto doc = document("npz", labelled(folder, 30, [](std::int64_t i) { return i / 10; }));
    doc.split = split(0.2, 0.2);
    const auto warnings = (*open(doc, classifier({2}, 4)))->warnings(); // class 3 is nowhere: no part lacks it
    ASSERT_EQ(warnings.size(), 3u);
    EXPECT_EQ(warnings[0],
              "the train part (18 samples) has none of 1 of the 3 classes (2) that the data have: it is split in file order; set "
              "data.split.shuffle to true");
    EXPECT_NE(warnings[1].find("the validation part (6 samples) has none of 1 of the 3 classes (0)"), std::string::npos) << warnings[1];
    EXPECT_NE(warnings[2].find("the test part (6 samples) has none of 2 of the 3 classes (0, 1)"), std::string::npos) << warnings[2];
    doc.split->shuffle = true;
    const auto shuffled = *open(doc, classifier({2}, 4));
    for (const auto& warning : shuffled->warnings()) EXPECT_EQ(warning.find("shuffle"), std::string::npos);
    doc.path = labelled(folder, 30, [](std::int64_t i) { return i % 3; });
    EXPECT_TRUE((*open(doc, classifier({2}, 3)))->warnings().empty());
    doc.split->shuffle = false;
    EXPECT_TRUE((*open(doc, classifier({2}, 3)))->warnings().empty());
}

TEST(Labels, OfAModelWithOneOutputAdviseARegression) {
    TempFolder folder;
    const auto set = open(document("npz", countingNpz(folder, 10, 2, 3)), classifier({2}, 1));
    ASSERT_FALSE(set.ok());
    EXPECT_NE(set.error().message().find("one output"), std::string::npos) << set.error().message();
    EXPECT_NE(set.error().hint().find("loss.type to mse"), std::string::npos) << set.error().hint();
}

TEST(Labels, OutOfRangeNamesFileSampleAndValue) {
    TempFolder folder;
    const auto path = countingNpz(folder, 10, 2, 3);
    const auto set = open(document("npz", path), classifier({2}, 2));
    ASSERT_FALSE(set.ok());
    EXPECT_EQ(set.error().id(), kLabelRange.id);
    EXPECT_EQ(set.error().args(), (std::vector<std::string>{"2", "2", "1", "y", "0"}));
    EXPECT_NE(set.error().message().find(path), std::string::npos);
    ModelNeeds ignoring = classifier({2}, 2);
    ignoring.targets[0].ignoreIndex = 2;
    EXPECT_TRUE(open(document("npz", path), ignoring).ok());
}

TEST(Normalize, StandardIsThePopulationsOfTraining) {
    TempFolder folder;
    auto doc = document("npz", countingNpz(folder, 10, 2, 3));
    doc.normalize = "standard";
    doc.split = split(0, 0.5);
    const auto set = open(doc, classifier({2}, 3));
    // Training: feature 0 is 0 2 4 6 8: mean 4, population deviation sqrt(8).
    EXPECT_EQ((*set)->normalization().inputs[0].mean, (std::vector<double>{4, 5}));
    EXPECT_DOUBLE_EQ((*set)->normalization().inputs[0].deviation[0], std::sqrt(8.0));
    EXPECT_EQ(all(**set, Part::Test)->x[0], static_cast<float>((10 - 4) / std::sqrt(8.0)));
    // What the run kept is used as it is.
    OpenOptions options;
    options.normalization = (*set)->normalization();
    options.normalization->inputs[0].mean = {0, 0};
    const auto kept = openDataset(doc, classifier({2}, 3), options);
    EXPECT_EQ(all(**kept, Part::Test)->x[0], static_cast<float>(10 / std::sqrt(8.0)));
}

TEST(Normalize, ChannelsOfImagesAndUnit) {
    TempFolder folder;
    auto doc = document("npz", countingNpz(folder, 4, 8, 2));
    doc.normalize = "standard";
    const auto set = open(doc, classifier({2, 2, 2}, 2));
    ASSERT_TRUE(set.ok());
    // Channel 0 of sample s: 8s .. 8s+3.
    EXPECT_EQ((*set)->normalization().inputs[0].mean, (std::vector<double>{13.5, 17.5}));
    doc.normalize = "unit";
    EXPECT_EQ(all(**open(doc, classifier({2, 2, 2}, 2)), Part::Train)->x[5], 5.0f / 255.0f);
}

TEST(Normalize, LargeMeansDoNotCancel) {
    FeatureMoments moments(Shape{1});
    // 1e6 +- 1: the textbook formula in f32 would give nonsense (SEMANTICS.md 17, row 15).
    for (int block = 0; block < 100; ++block) moments.add(std::vector<float>{999'999, 1'000'001});
    EXPECT_EQ(moments.means()[0], 1e6);
    EXPECT_DOUBLE_EQ(moments.deviations()[0], 1.0);
}

TEST(Sampler, OrderBatchesAndShortLast) {
    const Sampler plain({10, 4, false, false, 1});
    EXPECT_EQ(plain.batchesPerEpoch(), 3);
    std::vector<std::int64_t> positions;
    plain.positions(5, positions);
    EXPECT_EQ(positions, (std::vector<std::int64_t>{8, 9}));
    EXPECT_EQ(plain.epochOf(5), 1);
    const Sampler dropping({10, 4, false, true, 1});
    EXPECT_EQ(dropping.batchesPerEpoch(), 2);
    EXPECT_EQ(Sampler({3, 4, false, true, 1}).batchesPerEpoch(), 0);
    EXPECT_EQ(Sampler({0, 4, false, false, 1}).batchesPerEpoch(), 0);
}

TEST(Sampler, ShuffleIsAPermutationAndAPureFunction) {
    const Sampler a({103, 10, true, false, 5}), b({103, 10, true, false, 5});
    std::vector<std::int64_t> one, two, epoch;
    std::set<std::int64_t> seen;
    for (std::int64_t batch = 11; batch < 22; ++batch) {
        a.positions(batch, one);
        seen.insert(one.begin(), one.end());
        epoch.insert(epoch.end(), one.begin(), one.end());
    }
    EXPECT_EQ(seen.size(), 103u);
    for (std::int64_t batch = 21; batch >= 11; --batch) { // backwards, without having drawn what came before
        b.positions(batch, two);
        EXPECT_TRUE(std::equal(two.begin(), two.end(), epoch.begin() + (batch - 11) * 10));
    }
    a.positions(0, one);
    EXPECT_NE(std::vector(epoch.begin(), epoch.begin() + 10), one) << "epochs differ";
}

TEST(Sampler, PermutationsAreUniform) {
    // All 6 orders of 3 in 6,000 draws: 1,000 each, sigma 29.
    std::map<std::vector<std::uint32_t>, int> counts;
    for (std::uint64_t epoch = 0; epoch < 6000; ++epoch) ++counts[permutation(3, 1, false, epoch)];
    ASSERT_EQ(counts.size(), 6u);
    for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(Sampler, BalancedTakesClassesEquallyOften) {
    const std::vector<std::vector<std::uint32_t>> classes{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {}, {9, 10}, {11}};
    const auto order = balancedOrder(classes, 12, 7, 0);
    ASSERT_EQ(order.size(), 12u);
    std::map<std::uint32_t, int> counts;
    int rare = 0, second = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        ++counts[order[i]];
        rare += order[i] == 11;
        second += order[i] == 9 || order[i] == 10;
    }
    EXPECT_EQ(rare, 4);
    EXPECT_EQ(second, 4);
    EXPECT_EQ(counts[9], 2); // both in turn
    for (std::uint32_t i = 0; i < 9; ++i) EXPECT_LE(counts[i], 1);
    EXPECT_EQ(balancedOrder(classes, 12, 7, 0), order);
    EXPECT_NE(balancedOrder(classes, 12, 7, 1), order);
    EXPECT_NE(balancedOrder(classes, 12, 8, 0), order);
}

TEST(Sampler, BalancedReadsTheLabelsOfTheTrainingPart) {
    TempFolder folder;
    std::string table = "a,label\n";
    for (int i = 0; i < 40; ++i) table += std::to_string(i) + "," + (i % 10 == 0 ? "rare" : "usual") + "\n";
    auto doc = document("csv", folder.write("t.csv", table), 8);
    doc.target = std::string("label");
    doc.sampling = "balanced";
    const auto set = open(doc, classifier({1}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    ASSERT_TRUE((*set)->classPositions());
    EXPECT_EQ((*set)->classPositions()->at(0), (std::vector<std::uint32_t>{0, 10, 20, 30}));
    Sampler sampler({.samples = 40, .batchSize = 8, .seed = 1, .classes = (*set)->classPositions()});
    std::vector<std::int64_t> positions;
    sampler.positions(3, positions);
    EXPECT_EQ(std::ranges::count_if(positions, [](std::int64_t p) { return p % 10 == 0; }), 4);
    doc.target = std::string("a");
    EXPECT_EQ(open(doc, regressor({2})).error().id(), kNoClassesToBalance.id);
}

static std::vector<std::uint8_t> augmented(AugmentStep step, std::uint64_t seed, std::int64_t position, Shape shape = {2, 3, 4}) {
    std::vector<std::uint8_t> image(static_cast<std::size_t>(shape.elements()));
    std::iota(image.begin(), image.end(), std::uint8_t{1});
    const auto needs = classifier(shape, 2);
    const AugmentStep steps[] = {step};
    Augmenter(steps, needs, seed, 3).apply(0, position, files::Element::U8, std::as_writable_bytes(std::span(image)));
    return image;
}

TEST(Augment, FlipMirrorsRows) {
    const auto out = augmented({AugmentKind::Flip, 1.0, 0}, 1, 0);
    EXPECT_EQ(std::vector(out.begin(), out.begin() + 8), (std::vector<std::uint8_t>{4, 3, 2, 1, 8, 7, 6, 5}));
    EXPECT_EQ(out[23], 21);
    EXPECT_EQ(augmented({AugmentKind::Flip, 0.0, 0}, 1, 0)[0], 1);
}

TEST(Augment, CropShowsAWindowOfThePaddedImage) {
    std::set<std::vector<std::uint8_t>> seen;
    for (std::int64_t position = 0; position < 400; ++position) seen.insert(augmented({AugmentKind::Crop, 0, 1}, 1, position));
    EXPECT_EQ(seen.size(), 9u); // offsets -1 .. 1 both ways
    std::set<std::vector<std::uint8_t>> expected;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            std::vector<std::uint8_t> image;
            for (int c = 0; c < 2; ++c)
                for (int y = 0; y < 3; ++y)
                    for (int x = 0; x < 4; ++x) {
                        const int sy = y + dy, sx = x + dx;
                        const bool inside = sy >= 0 && sy < 3 && sx >= 0 && sx < 4;
                        image.push_back(static_cast<std::uint8_t>(inside ? 1 + c * 12 + sy * 4 + sx : 0));
                    }
            expected.insert(image);
        }
    }
    EXPECT_EQ(seen, expected);
}

TEST(Augment, CutoutClearsOneSquareInAllChannels) {
    for (std::int64_t position = 0; position < 50; ++position) {
        const auto out = augmented({AugmentKind::Cutout, 0, 2}, 1, position);
        const auto cleared = std::count(out.begin(), out.begin() + 12, 0);
        EXPECT_TRUE(cleared == 1 || cleared == 2 || cleared == 4);
        for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(out[i] == 0, out[i + 12] == 0);
    }
    const auto all = augmented({AugmentKind::Cutout, 0, 100}, 1, 0);
    EXPECT_EQ(std::ranges::count(all, 0), 24);
}

TEST(Augment, NeedsImages) {
    spec::AugmentDoc doc;
    doc.type = "flip";
    EXPECT_EQ(augmentSteps({doc}, classifier({64}, 2)).error().id(), kAugmentShape.id);
    EXPECT_TRUE(augmentSteps({doc}, classifier({1, 8, 8}, 2)).ok());
    EXPECT_EQ(augmentSteps({doc}, regressor({1, 8, 8}, {1, 8, 8})).error().id(), kAugmentShape.id);
}
