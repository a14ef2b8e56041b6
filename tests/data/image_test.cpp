#include "data/data_errors.h"
#include "data/sources/image_decode.h"
#include "data_support.h"
#include "files/raw_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace lockstep::data;
using namespace lockstep::test;

static const std::string kGolden = LOCKSTEP_SOURCE_DIR "/tests/data/golden/";
static std::span<const std::byte> bytesOf(const std::string& text) { return std::as_bytes(std::span(text)); }

class Image : public testing::TestWithParam<const char*> {};

/// Largest difference from what Pillow and PyTorch made of the file.
static double difference(const std::vector<std::uint8_t>& got, const std::string& name) {
    const auto npz = files::Npz::open(kGolden + "expected.npz");
    const HostTensor expected = files::toHostTensor(*npz->array(name));
    if (static_cast<std::int64_t>(got.size()) != expected.elements()) return 1e9;
    double worst = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double want = expected.dtype() == DType::U8 ? expected.as<std::uint8_t>()[i] : static_cast<double>(expected.as<float>()[i]);
        worst = std::max(worst, std::abs(got[i] - want));
    }
    return worst;
}

TEST_P(Image, DecodesAndFitsAsPillowAndPyTorchDo) {
    const std::string name = GetParam();
    const auto image = decodeImage(bytesOf(slurp(kGolden + name)), name);
    ASSERT_TRUE(image.ok()) << image.error().message();
    // Two builds of libjpeg-turbo may round differently by one.
    EXPECT_LE(difference(image->rgb, name), name.ends_with("jpg") ? 1 : 0);
    std::vector<std::uint8_t> grey(static_cast<std::size_t>(image->width * image->height));
    fitImage(*image, 1, image->height, image->width, grey.data());
    EXPECT_LE(difference(grey, name + ".grey"), name.ends_with("jpg") ? 1 : 0);
    for (const auto& [h, w] : {std::pair{8, 8}, std::pair{3, 20}}) {
        std::vector<std::uint8_t> out(static_cast<std::size_t>(3 * h * w));
        fitImage(*image, 3, h, w, out.data());
        EXPECT_LE(difference(out, name + "." + std::to_string(h) + "x" + std::to_string(w)), name.ends_with("jpg") ? 1.51 : 0.51);
    }
}

TEST_P(Image, TornFilesAreErrors) {
    const std::string good = slurp(kGolden + GetParam());
    // The last marker may be lost without losing a pixel.
    for (std::size_t size = 0; size + 16 < good.size(); ++size) {
        const auto image = decodeImage(bytesOf(good.substr(0, size)), "torn.png");
        ASSERT_FALSE(image.ok()) << size;
        EXPECT_EQ(image.error().where().file, "torn.png");
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const int change : {0x01, 0x80, 0xFF}) {
            std::string torn = good;
            torn[at] = static_cast<char>(torn[at] ^ change);
            (void)decodeImage(bytesOf(torn), "torn");
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Image,
                         testing::Values("rgb.png", "grey.png", "palette.png", "rgba.png", "bits.png", "smooth.jpg", "progressive.jpg",
                                         "grey.jpg", "inks.jpg"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

TEST(ImageSizes, ClaimsThatCannotHoldAreRefused) {
    // IHDR of 30000 x 8900 true colour with its right sum, in a file of a few hundred bytes.
    std::string png = slurp(kGolden + "rgb.png");
    png.replace(16, 8, bigEndian(30000) + bigEndian(8900));
    const auto crc = files::crc32Of(bytesOf(png).subspan(12, 17));
    png.replace(29, 4, bigEndian(crc));
    const auto image = decodeImage(bytesOf(png), "large.png");
    ASSERT_FALSE(image.ok());
    EXPECT_NE(image.error().text().find("can't hold"), std::string::npos) << image.error().text();
    for (const auto* name : {"smooth.jpg", "progressive.jpg"}) {
        std::string jpeg = slurp(kGolden + name);
        const auto frame = jpeg.find(name[0] == 's' ? "\xFF\xC0" : "\xFF\xC2");
        ASSERT_NE(frame, std::string::npos);
        jpeg.replace(frame + 5, 4, "\xFE\xFE\xFE\xFE"); // 65278 x 65278
        EXPECT_FALSE(decodeImage(bytesOf(jpeg), "large.jpg").ok());
        jpeg.replace(frame + 5, 4, "\x20\x20\x20\x20"); // 8224 x 8224: allowed, but not there
        EXPECT_FALSE(decodeImage(bytesOf(jpeg), "large.jpg").ok());
    }
}

TEST(ImageSource, FoldersAreClassesInSortedOrder) {
    TempFolder folder;
    folder.write("set/zebra/1.png", slurp(kGolden + "rgb.png"));
    folder.write("set/äpfel/b.JPG", slurp(kGolden + "smooth.jpg"));
    folder.write("set/äpfel/a.png", slurp(kGolden + "grey.png"));
    folder.write("set/äpfel/notes.txt", "no image");
    const auto set = open(document("images", folder.path("set")), classifier({3, 8, 8}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ((*set)->classNames(), (std::vector<std::string>{"zebra", "äpfel"}));
    const auto samples = all(**set, Part::Train);
    ASSERT_TRUE(samples.ok()) << samples.error().message();
    EXPECT_EQ(samples->labels, (std::vector<std::int64_t>{0, 1, 1}));
    for (const float v : samples->x) EXPECT_TRUE(v >= 0 && v <= 1); // unit by default
    const auto grey = open(document("images", folder.path("set")), classifier({1, 4, 5}, 2));
    ASSERT_TRUE(grey.ok()) << grey.error().message();
    EXPECT_EQ(all(**grey, Part::Train)->x.size(), 60u);
    EXPECT_EQ(open(document("images", folder.path("set")), classifier({64}, 2)).error().id(), kImageShape.id);
    EXPECT_EQ(open(document("images", folder.path("set")), classifier({3, 8, 8}, 1)).error().id(), kLabelRange.id);
    EXPECT_EQ(open(document("images", folder.path("set/zebra")), classifier({3, 8, 8}, 2)).error().id(), kNoSamples.id);
    EXPECT_EQ(open(document("images", folder.path("set/zebra/1.png")), classifier({3, 8, 8}, 2)).error().id(), kNotAFolder.id);
}

TEST(ImageSizes, HeadsTellWhatDecodingDoes) {
    for (const auto* name : {"rgb.png", "grey.png", "palette.png", "smooth.jpg", "progressive.jpg"}) {
        const auto file = slurp(kGolden + name);
        const auto image = decodeImage(bytesOf(file), name);
        ASSERT_TRUE(image.ok());
        EXPECT_EQ(imageSize(bytesOf(file)), std::pair(image->width, image->height)) << name;
        for (const std::size_t size : {0u, 3u, 20u, 23u}) EXPECT_FALSE(imageSize(bytesOf(file.substr(0, size)))) << name << size;
    }
}

TEST(ImageSource, ResizedImagesAreCounted) {
    TempFolder folder;
    const auto file = slurp(kGolden + "rgb.png");
    const auto size = *imageSize(bytesOf(file));
    folder.write("set/a/1.png", file);
    folder.write("set/b/2.png", file);
    EXPECT_TRUE((*open(document("images", folder.path("set")), classifier({3, size.second, size.first}, 2)))->warnings().empty());
    const auto set = open(document("images", folder.path("set")), classifier({3, 8, 7}, 2));
    ASSERT_EQ((*set)->warnings().size(), 1u);
    EXPECT_TRUE((*set)->warnings()[0].starts_with("2 of 2 images are resized to 7x8")) << (*set)->warnings()[0];
}

TEST(ImageSource, DamagedImageNamesItsFile) {
    TempFolder folder;
    folder.write("set/a/1.png", slurp(kGolden + "rgb.png"));
    const auto bad = folder.write("set/b/2.png", slurp(kGolden + "rgb.png").substr(0, 60));
    const auto set = open(document("images", folder.path("set")), classifier({3, 5, 7}, 2));
    ASSERT_TRUE(set.ok());
    const auto samples = all(**set, Part::Train);
    ASSERT_FALSE(samples.ok());
    EXPECT_EQ(samples.error().where().file, bad);
}
