#include "data/data_errors.h"
#include "data/describe.h"
#include "data/tokenizer.h"
#include "data_support.h"
#include "files/file_errors.h"
#include "files/npy.h"
#include "files/safetensors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

using namespace lockstep;
using namespace lockstep::data;
using namespace lockstep::test;

namespace {

const std::string kImages = idx(8, {3, 2, 2}, std::string("\0\1\2\3\4\5\6\7\xFF\xFE\xFD\xFC", 12));
const std::string kLabels = idx(8, {3}, std::string("\0\2\1", 3));

TEST(Safetensors, ReadsXAndYInPlace) {
    TempFolder folder;
    HostTensor x(DType::F32, {5, 2}), y(DType::S64, {5, 1});
    for (std::size_t i = 0; i < 10; ++i) x.as<float>()[i] = static_cast<float>(i);
    for (std::size_t i = 0; i < 5; ++i) y.as<std::int64_t>()[i] = static_cast<std::int64_t>(i % 3);
    const auto path = folder.path("d\u00e4ten.safetensors");
    ASSERT_TRUE(files::writeSafetensors(path, {{"x", x}, {"y", y}}).ok());
    const auto set = open(document("safetensors", path), classifier({2}, 3));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ(all(**set, Part::Train)->x, (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    ASSERT_TRUE(files::writeSafetensors(path, {{"x", x}}).ok());
    EXPECT_EQ(open(document("safetensors", path), classifier({2}, 3)).error().id(), files::kNoEntry.id);
    std::ofstream(path, std::ios::trunc) << "not at all";
    EXPECT_FALSE(open(document("safetensors", path), classifier({2}, 3)).ok());
}

/// Records of one label byte (two in CIFAR-100) and 3072 pixels.
std::string cifarRecords(const std::vector<std::string>& labels, char pixel) {
    std::string out;
    for (const auto& label : labels) out += label + std::string(3072, pixel);
    return out;
}

TEST(Cifar, TenHasFiveBatchesAndATestPart) {
    TempFolder folder;
    const std::string one(1, '\1'), nine(1, '\11');
    folder.write("data_batch_1.bin", cifarRecords({one, nine}, '\377'));
    folder.write("data_batch_2.bin", cifarRecords({nine}, '\0'));
    folder.write("test_batch.bin", cifarRecords({one}, '\377'));
    folder.write("batches.meta.txt", "airplane\nautomobile\n\n");
    const auto set = open(document("cifar", folder.path()), classifier({3, 32, 32}, 10));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ((*set)->samples(Part::Train), 3);
    EXPECT_EQ((*set)->samples(Part::Test), 1);
    const auto x = all(**set, Part::Train)->x;
    EXPECT_EQ((std::vector{x[0], x[3072], x[6144]}), (std::vector<float>{1, 1, 0})); // bytes / 255
    EXPECT_EQ((*set)->classNames(), (std::vector<std::string>{"airplane", "automobile"}));
}

TEST(Cifar, HundredTakesTheFineLabel) {
    TempFolder folder;
    folder.write("train.bin", cifarRecords({std::string("\2\143", 2)}, '\0'));
    EXPECT_TRUE(open(document("cifar", folder.path()), classifier({3, 32, 32}, 100)).ok());
    EXPECT_EQ(open(document("cifar", folder.path()), classifier({3, 32, 32}, 99)).error().id(), kLabelRange.id);
}

TEST(Cifar, WhatIsNoneIsRefused) {
    TempFolder folder;
    EXPECT_EQ(open(document("cifar", folder.path()), classifier({3, 32, 32}, 10)).error().id(), kNoCifar.id);
    EXPECT_EQ(open(document("cifar", folder.path("none")), classifier({3, 32, 32}, 10)).error().id(), files::kNotFound.id);
    folder.write("data_batch_1.bin", cifarRecords({"a"}, 'x') + "torn");
    EXPECT_EQ(open(document("cifar", folder.path()), classifier({3, 32, 32}, 10)).error().id(), files::kTruncated.id);
    folder.write("data_batch_1.bin", "");
    EXPECT_EQ(open(document("cifar", folder.path()), classifier({3, 32, 32}, 10)).error().id(), files::kEmpty.id);
}

ModelNeeds reader(std::int64_t context, std::int64_t classes, std::int64_t known = 0) {
    ModelNeeds needs{{{"x", {context}, DType::S64}}, {{"y", {context}, classes}}};
    needs.inputs[0].knownIds = known;
    return needs;
}

spec::DataDoc text(const std::string& path, std::int64_t context) {
    auto doc = document("text", path);
    doc.context = context;
    return doc;
}

using Ids = std::vector<std::int64_t>;

/// Windows of a part and their targets, one after another.
std::pair<Ids, Ids> windows(const Dataset& set, Part part) {
    const std::int64_t n = set.samples(part);
    auto inputs = set.makeInputs(n), targets = set.makeTargets(n);
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i < n; ++i) positions.push_back(i);
    std::vector<std::byte> scratch;
    EXPECT_TRUE(set.read(part, positions, inputs, targets, scratch).ok());
    const auto x = inputs[0].as<std::int64_t>(), y = targets[0].as<std::int64_t>();
    return {Ids(x.begin(), x.end()), Ids(y.begin(), y.end())};
}

// b < e < \u00e9: code points in order; the target is the token one later.
TEST(Text, WindowsOfSortedCodePoints) {
    TempFolder folder;
    const auto path = folder.write("t.txt", "b\u00e9"
                                            "ebbe\u00e9b");
    auto doc = text(path, 3);
    auto set = open(doc, reader(3, 3));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ(windows(**set, Part::Train), (std::pair{Ids{0, 2, 1, 0, 0, 1}, Ids{2, 1, 0, 0, 1, 2}}));
    doc.stride = 2;
    EXPECT_EQ((*open(doc, reader(3, 3)))->samples(Part::Train), 3); // starts 0, 2, 4; 7 tokens with the one behind
    doc.tokenizer = "byte";
    set = open(doc, reader(3, 256));
    EXPECT_EQ(windows(**set, Part::Train).first.at(1), 0xC3);
    EXPECT_EQ(open(doc, reader(3, 100)).error().id(), kLabelRange.id);
}

TEST(Text, IsSplitByTokensBeforeWindowsAreCut) {
    TempFolder folder;
    std::string letters;
    for (int i = 0; i < 20; ++i) letters += static_cast<char>('a' + i);
    auto doc = text(folder.write("t.txt", letters), 2);
    doc.split = split(0.25, 0.25);
    const auto set = open(doc, reader(2, 20));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ(windows(**set, Part::Train).first, (Ids{0, 1, 2, 3, 4, 5, 6, 7})); // 10 tokens: the ninth has none behind the tenth
    EXPECT_EQ(windows(**set, Part::Validation), (std::pair{Ids{10, 11, 12, 13}, Ids{11, 12, 13, 14}}));
    EXPECT_EQ(windows(**set, Part::Test).first, (Ids{15, 16, 17, 18}));
    doc.split->shuffle = true;
    EXPECT_EQ(open(doc, reader(2, 20)).error().id(), kTextShuffle.id);
}

TEST(Text, AnotherTextHasTheTokensOfTheTrainingText) {
    TempFolder folder;
    auto doc = text(folder.write("t.txt", "abcdabcd"), 2);
    auto other = std::make_shared<spec::DataDoc>(text(folder.write("v.txt", "cdcdc"), 2));
    doc.validation = other;
    const auto set = open(doc, reader(2, 4));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ(windows(**set, Part::Validation), (std::pair{Ids{2, 3, 2, 3}, Ids{3, 2, 3, 2}}));
    other->path = folder.write("z.txt", "cdzdc");
    const auto unknown = open(doc, reader(2, 4));
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().id(), kUnknownCharacter.id);
    EXPECT_EQ(unknown.error().where().file, other->path);
}

TEST(Arrays, RowsToPredictNeedNoAnswers) {
    TempFolder folder;
    const HostTensor x(DType::F32, Shape{3, 2});
    const std::string path = folder.path() + "/new.safetensors";
    ASSERT_TRUE(files::writeSafetensors(path, {{"x", x}}).ok());
    auto doc = document("safetensors", path);
    EXPECT_EQ(open(doc, classifier({2}, 2)).error().id(), files::kNoEntry.id);
    doc.ignoresTarget = true;
    const auto set = open(doc, classifier({2}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ((*set)->samples(Part::Train), 3);
}

TEST(Text, HidesItsShareOfTokens) {
    TempFolder folder;
    std::string letters;
    for (int i = 0; i < 6000; ++i) letters += static_cast<char>('a' + i % 7);
    auto doc = text(folder.write("t.txt", letters), 50);
    doc.mask = 0.15;
    const auto set = open(doc, reader(50, 7, 8));
    ASSERT_TRUE(set.ok()) << set.error().message();
    const auto [x, y] = windows(**set, Part::Train);
    ASSERT_EQ(x.size(), 6000u);
    double hidden = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::int64_t token = static_cast<std::int64_t>(i % 7);
        ASSERT_TRUE((x[i] == 7 && y[i] == token) || (x[i] == token && y[i] == -100)) << i;
        hidden += x[i] == 7;
    }
    EXPECT_NEAR(hidden / 6000, 0.15, 4 * std::sqrt(0.15 * 0.85 / 6000));
    EXPECT_EQ(windows(**open(doc, reader(50, 7, 8)), Part::Train).first, x);
    EXPECT_EQ(open(doc, reader(50, 7, 7)).error().id(), kIdLimit.id); // the hiding id is one more
}

TEST(Text, WhatDoesNotFitIsNamed) {
    TempFolder folder;
    EXPECT_EQ(open(text(folder.write("empty.txt", ""), 2), reader(2, 3)).error().id(), files::kEmpty.id);
    EXPECT_EQ(open(text(folder.write("short.txt", "ab"), 2), reader(2, 3)).error().id(), kTextTooShort.id);
    EXPECT_EQ(open(text(folder.write("latin.txt", "a\xE9z\xE9"), 2), reader(2, 3)).error().id(), files::kNotUtf8.id);
    EXPECT_EQ(open(text(folder.path("none.txt"), 2), reader(2, 3)).error().id(), files::kNotFound.id);
    EXPECT_EQ(open(text(folder.write("other.txt", "abcabc"), 3), reader(2, 3)).error().id(), kShapeMismatch.id);
}

TEST(Tokenizer, GoesThereAndBack) {
    const std::string text = "na\u00efve \u4e16\u754c \U0001F600\n";
    const auto characters = Tokenizer::characters(text);
    ASSERT_TRUE(characters.ok());
    EXPECT_EQ(characters->decode(*characters->encode(text)), text);
    EXPECT_EQ(characters->encode("nq").error().id(), kUnknownCharacter.id);
    EXPECT_EQ(Tokenizer::bytes().decode(*Tokenizer::bytes().encode("\xff\x01")), "\xff\x01");
}

} // namespace

// Sums and counts as scikit-learn's own documentation and loaders give them.
TEST(Bundled, DigitsAndBreastCancer) {
    auto doc = document("bundled");
    doc.name = "digits";
    const auto digits = open(doc, classifier({1, 8, 8}, 10));
    ASSERT_TRUE(digits.ok()) << digits.error().message();
    EXPECT_EQ((*digits)->samples(Part::Train), 1797);
    const auto samples = all(**digits, Part::Train);
    EXPECT_EQ(std::vector(samples->x.begin(), samples->x.begin() + 6), (std::vector<float>{0, 0, 5 / 16.f, 13 / 16.f, 9 / 16.f, 1 / 16.f}));
    EXPECT_EQ(describe(**digits, Part::Train)->targets[0].classCounts,
              (std::vector<std::int64_t>{178, 182, 177, 183, 181, 182, 181, 179, 174, 180}));
    doc.name = "breast_cancer";
    const auto cancer = open(doc, classifier({30}, 2));
    ASSERT_TRUE(cancer.ok()) << cancer.error().message();
    EXPECT_EQ((*cancer)->samples(Part::Train), 569);
    const auto about = describe(**cancer, Part::Train);
    EXPECT_EQ(about->targets[0].classCounts, (std::vector<std::int64_t>{212, 357}));
    EXPECT_NEAR(about->inputs[0].max, 4254.0, 0); // worst area, as scikit-learn's table of the set says
    EXPECT_NEAR((*cancer)->normalization().inputs[0].mean[0], 14.127, 5e-4);
}

TEST(Bundled, MissingResourcesSayHowToMend) {
    auto doc = document("bundled");
    doc.name = "digits";
    OpenOptions options;
    options.resourceDirectory = "/nowhere";
    EXPECT_EQ(openDataset(doc, classifier({64}, 10), options).error().id(), kNoResources.id);
}

TEST(Idx, PlainAndGzipFitImagesAndRows) {
    TempFolder folder;
    folder.write("plain/t10k-images-idx3-ubyte", kImages);
    folder.write("plain/t10k-labels-idx1-ubyte", kLabels);
    folder.write("packed/a-images.gz", gzip(kImages));
    folder.write("packed/a-labels.gz", gzip(kLabels));
    for (const std::string name : {"plain", "packed"}) {
        for (const Shape& shape : {Shape{1, 2, 2}, Shape{4}}) {
            const auto set = open(document("idx", folder.path(name)), classifier(shape, 3));
            ASSERT_TRUE(set.ok()) << set.error().message();
            const auto samples = all(**set, Part::Train);
            EXPECT_EQ(samples->x[1], 1 / 255.f);
            EXPECT_EQ(samples->x[8], 1.0f);
            EXPECT_EQ(samples->labels, (std::vector<std::int64_t>{0, 2, 1}));
        }
    }
}

TEST(Idx, TrainAndTestFiles) {
    TempFolder folder;
    folder.write("train-images-idx3-ubyte.gz", gzip(kImages));
    folder.write("train-labels-idx1-ubyte.gz", gzip(kLabels));
    folder.write("t10k-images-idx3-ubyte", idx(8, {1, 2, 2}, "abcd"));
    folder.write("t10k-labels-idx1-ubyte", idx(8, {1}, "\1"));
    auto doc = document("idx", folder.path());
    doc.split = split(0.34, 0.0);
    const auto set = open(doc, classifier({4}, 3));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ((*set)->samples(Part::Train), 2);
    EXPECT_EQ((*set)->samples(Part::Validation), 1);
    EXPECT_EQ((*set)->samples(Part::Test), 1);
    EXPECT_EQ(all(**set, Part::Test)->labels[0], 1);
}

TEST(Idx, BigEndianNumbers) {
    TempFolder folder;
    folder.write("x-images", idx(0x0D, {1, 2}, std::string("\x3F\x80\0\0\xC0\0\0\0", 8))); // 1, -2
    folder.write("x-labels", idx(0x0C, {1}, bigEndian(1)));
    auto doc = document("idx", folder.path());
    doc.normalize = "none";
    const auto set = open(doc, classifier({2}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ(all(**set, Part::Train)->x, (std::vector<float>{1, -2}));
}

class HostileIdx : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(HostileIdx, IsRefused) {
    for (const bool packed : {false, true}) {
        TempFolder folder;
        const std::string suffix = packed ? ".gz" : "";
        const auto& [images, labels] = GetParam();
        folder.write("x-images" + suffix, packed ? gzip(images) : images);
        folder.write("x-labels" + suffix, packed ? gzip(labels) : labels);
        const auto set = open(document("idx", folder.path()), classifier({4}, 3));
        ASSERT_FALSE(set.ok());
        EXPECT_NE(set.error().where().file.find("x-"), std::string::npos) << set.error().message();
        EXPECT_FALSE(set.error().hint().empty());
    }
}

INSTANTIATE_TEST_SUITE_P(
    Files, HostileIdx,
    testing::Values(std::pair(kImages.substr(0, kImages.size() - 1), kLabels), std::pair(kImages + "x", kLabels),
                    std::pair(std::string(), kLabels), std::pair(std::string("\0\0", 2), kLabels), std::pair(kImages.substr(0, 9), kLabels),
                    std::pair(idx(8, {0xFFFFFFFF, 0xFFFFFFFF, 2}, "abcd"), kLabels), std::pair(idx(8, {0x40000000, 2, 2}, "abcd"), kLabels),
                    std::pair(idx(7, {3, 2, 2}, "abcdabcdabcd"), kLabels), std::pair(idx(8, {}, ""), kLabels),
                    std::pair(std::string("\x08\x00\x08\x03garbage", 11), kLabels),
                    std::pair(idx(8, {1, 1, 1, 1, 1, 1, 1, 1, 4}, "abcd"), kLabels),
                    std::pair(kImages, idx(8, {2}, std::string("\0\1", 2))), std::pair(kImages, idx(8, {3}, std::string("\0\1\3", 3))),
                    std::pair(idx(8, {0, 2, 2}, ""), idx(8, {0}, "")), std::pair(idx(8, {3, 2, 3}, std::string(18, 'a')), kLabels)));

TEST(Idx, FoldersWithoutAPair) {
    TempFolder folder;
    EXPECT_EQ(open(document("idx", folder.path("none")), classifier({4}, 3)).error().id(), files::kNotFound.id);
    EXPECT_EQ(open(document("idx", folder.path()), classifier({4}, 3)).error().id(), kNoPair.id);
    folder.write("a-images", kImages);
    folder.write("b-images", kImages);
    folder.write("a-labels", kLabels);
    EXPECT_EQ(open(document("idx", folder.path()), classifier({4}, 3)).error().id(), kNoPair.id);
}

TEST(Npz, SeveralInputsAndOutputsByName) {
    TempFolder folder;
    const float a[] = {1, 2, 3, 4}, target[] = {0.5f, 0.25f};
    const std::int64_t ids[] = {7, 8}, labels[] = {0, 2};
    const auto path = folder.path("m.npz");
    ASSERT_TRUE(files::writeNpz(path, {{"a", HostTensor::of<float>({2, 2}, a)},
                                       {"ids", HostTensor::of<std::int64_t>({2, 1}, ids)},
                                       {"y.head", HostTensor::of<std::int64_t>({2, 1}, labels)},
                                       {"y.value", HostTensor::of<float>({2}, target)}})
                    .ok());
    const ModelNeeds needs{{{"a", {2}, DType::F32}, {"ids", {1}, DType::S64}}, {{"head", {}, 3}, {"value", {1}, 0}}};
    const auto set = open(document("npz", path), needs);
    ASSERT_TRUE(set.ok()) << set.error().message();
    auto inputs = (*set)->makeInputs(2), targets = (*set)->makeTargets(2);
    std::vector<std::byte> scratch;
    const std::int64_t positions[] = {1, 0};
    ASSERT_TRUE((*set)->read(Part::Train, positions, inputs, targets, scratch).ok());
    EXPECT_EQ(inputs[0].as<float>()[0], 3.0f);
    EXPECT_EQ(inputs[1].as<std::int64_t>()[0], 8);
    EXPECT_EQ(targets[0].as<std::int64_t>()[0], 2);
    EXPECT_EQ(targets[1].as<float>()[0], 0.25f);
    EXPECT_EQ(open(document("npz", path), classifier({2}, 3)).error().id(), files::kNoEntry.id); // wants x
}

TEST(Npy, MappedPairAndItsFaults) {
    TempFolder folder;
    const auto npy = [&](const std::string& name, DType type, const Shape& shape, std::size_t bytes) {
        return folder.write(name, files::npyHeader(type, shape) + std::string(bytes, '\0'));
    };
    auto doc = document("npy");
    doc.xPath = npy("x.npy", DType::F32, {4, 3}, 48);
    doc.yPath = npy("y.npy", DType::S64, {4, 1}, 32);
    const auto set = open(doc, classifier({3}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ((*set)->samples(Part::Train), 4);
    std::filesystem::resize_file(doc.xPath, 140); // cut while in use
    EXPECT_EQ(all(**set, Part::Train).error().id(), files::kChanged.id);
    EXPECT_EQ(open(doc, classifier({3}, 2)).error().id(), files::kTruncated.id);
    doc.xPath = npy("x5.npy", DType::F32, {5, 3}, 60);
    EXPECT_EQ(open(doc, classifier({3}, 2)).error().id(), kCountsDiffer.id);
    doc.xPath = npy("scalar.npy", DType::F32, {}, 4);
    EXPECT_EQ(open(doc, classifier({3}, 2)).error().id(), kNoSampleDimension.id);
    doc.xPath = npy("x.npy", DType::F32, {4, 3}, 48);
    doc.yPath = npy("f.npy", DType::F32, {4}, 16);
    EXPECT_EQ(open(doc, classifier({3}, 2)).error().id(), kLabelType.id);
    EXPECT_TRUE(open(doc, regressor({3})).ok());
    const auto misfit = open(doc, regressor({2}));
    EXPECT_EQ(misfit.error().id(), kShapeMismatch.id);
    EXPECT_EQ(misfit.error().where().file, doc.xPath); // not the file of the answers
    ModelNeeds ids = classifier({3}, 2);
    ids.inputs[0].dtype = DType::S64;
    doc.yPath = npy("y.npy", DType::S64, {4, 1}, 32);
    EXPECT_EQ(open(doc, ids).error().id(), kIdType.id);
}

TEST(Synthetic, SeedDecidesAndMomentsFit) {
    auto doc = document("synthetic", "", 64);
    const auto needs = classifier({50}, 4);
    const auto a = open(doc, needs, 1), b = open(doc, needs, 1), c = open(doc, needs, 2);
    ASSERT_TRUE(a.ok());
    EXPECT_EQ((*a)->samples(Part::Train), 16 * 64);
    EXPECT_EQ(all(**a, Part::Train)->x, all(**b, Part::Train)->x);
    EXPECT_NE(all(**a, Part::Train)->x, all(**c, Part::Train)->x);
    const auto about = describe(**a, Part::Train);
    EXPECT_NEAR(about->inputs[0].mean, 0, 0.02);       // 51,200 numbers: sigma of the mean 0.0044
    EXPECT_NEAR(about->inputs[0].deviation, 1, 0.015); // sigma 0.0031
    for (const auto count : about->targets[0].classCounts) EXPECT_NEAR(static_cast<double>(count), 256, 70); // 5 sigma
    doc.size = 5;
    EXPECT_EQ((*open(doc, needs))->samples(Part::Train), 5);
    EXPECT_EQ((*open(doc, needs))->warnings().size(), 1u);
}

TEST(Synthetic, EachPartIsADrawOfItsOwn) {
    auto doc = document("synthetic", "", 64);
    doc.validation = doc.test = std::make_shared<spec::DataDoc>(document("synthetic", "", 64));
    const auto set = open(doc, classifier({5}, 4));
    ASSERT_TRUE(set.ok());
    const auto train = all(**set, Part::Train)->x, validation = all(**set, Part::Validation)->x, test = all(**set, Part::Test)->x;
    EXPECT_NE(train, validation);
    EXPECT_NE(train, test);
    EXPECT_NE(validation, test);
}
