// Data larger than the memory that may be had: csv and gzipped idx are unpacked to a file of the cache folder.
#include "data/data_errors.h"
#include "data_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>

namespace lockstep::data {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true; // these take memory of their own
#else
constexpr bool kSanitized = false;
#endif

/// While it lives, this process may have only `more` bytes of private memory beyond what it has.
class MemoryLimit {
public:
    explicit MemoryLimit(std::size_t more) {
        getrlimit(RLIMIT_DATA, &m_before);
        auto limit = m_before;
        limit.rlim_cur = dataBytes() + more;
        setrlimit(RLIMIT_DATA, &limit);
    }
    ~MemoryLimit() { setrlimit(RLIMIT_DATA, &m_before); }

private:
    static std::size_t dataBytes() {
        std::ifstream status("/proc/self/status");
        std::string line;
        while (std::getline(status, line)) {
            if (line.starts_with("VmData:")) return std::stoull(line.substr(7)) * 1024;
        }
        return 0;
    }
    rlimit m_before{};
};

OpenOptions optionsIn(const test::TempFolder& folder) {
    OpenOptions options;
    options.resourceDirectory = LOCKSTEP_SOURCE_DIR "/resources";
    options.cacheDirectory = folder.path("cache");
    options.inMemoryBytes = 1 << 20;
    return options;
}

constexpr std::size_t kAllowed = std::size_t{24} << 20;

TEST(BoundedMemory, ACsvLargerThanTheMemoryIsRead) {
    if (kSanitized) GTEST_SKIP() << "memory can't be limited under a sanitizer";
    constexpr std::int64_t kRows = 160'000, kColumns = 60; // 38 MB as floats
    const test::TempFolder folder;
    {
        std::ofstream file(folder.path("big.csv"));
        for (std::int64_t r = 0; r < kRows; ++r) {
            for (std::int64_t c = 0; c < kColumns; ++c) file << (r + c) % 10 << ',';
            file << r % 3 << '\n';
        }
    }
    auto doc = test::document("csv", folder.path("big.csv"));
    doc.normalize = "none";
    const MemoryLimit limit(kAllowed);
    const auto set = openDataset(doc, test::classifier({kColumns}, 3), optionsIn(folder));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ((*set)->samples(Part::Train), kRows);
    auto inputs = (*set)->makeInputs(1), targets = (*set)->makeTargets(1);
    std::vector<std::byte> scratch;
    for (const std::int64_t r : {std::int64_t{0}, std::int64_t{77'777}, kRows - 1}) {
        ASSERT_TRUE((*set)->read(Part::Train, std::span(&r, 1), inputs, targets, scratch).ok());
        for (std::int64_t c = 0; c < kColumns; ++c)
            EXPECT_EQ(inputs[0].as<float>()[static_cast<std::size_t>(c)], static_cast<float>((r + c) % 10));
        EXPECT_EQ(targets[0].as<std::int64_t>()[0], r % 3);
    }
    EXPECT_EQ((*set)->view(Part::Train).source->where(77'777).line, 77'778);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path("cache"))) << "nothing is left behind";
}

/// Members one after the other are one stream.
void writeGzip(const std::string& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary);
    for (std::size_t at = 0; at < bytes.size(); at += 65'535) file << test::gzip(bytes.substr(at, 65'535));
}

TEST(BoundedMemory, AGzippedIdxLargerThanTheMemoryIsRead) {
    if (kSanitized) GTEST_SKIP() << "memory can't be limited under a sanitizer";
    constexpr std::uint32_t kImages = 60'000, kEdge = 28; // 47 MB
    const test::TempFolder folder;
    std::filesystem::create_directories(folder.path("idx"));
    {
        std::string pixels(std::size_t{kImages} * kEdge * kEdge, '\0'), labels(kImages, '\0');
        for (std::uint32_t i = 0; i < kImages; ++i) {
            pixels[std::size_t{i} * kEdge * kEdge] = static_cast<char>(i % 256);
            labels[i] = static_cast<char>(i % 10);
        }
        writeGzip(folder.path("idx/train-images-idx3-ubyte.gz"), test::idx(0x08, {kImages, kEdge, kEdge}, pixels));
        writeGzip(folder.path("idx/train-labels-idx1-ubyte.gz"), test::idx(0x08, {kImages}, labels));
    }
    auto doc = test::document("idx", folder.path("idx"));
    doc.normalize = "none";
    const MemoryLimit limit(kAllowed);
    const auto set = openDataset(doc, test::classifier({1, kEdge, kEdge}, 10), optionsIn(folder));
    ASSERT_TRUE(set.ok()) << set.error().message();
    auto inputs = (*set)->makeInputs(1), targets = (*set)->makeTargets(1);
    std::vector<std::byte> scratch;
    for (const std::int64_t i : {0, 12'345, 59'999}) {
        ASSERT_TRUE((*set)->read(Part::Train, std::span(&i, 1), inputs, targets, scratch).ok());
        EXPECT_EQ(inputs[0].as<float>()[0], static_cast<float>(i % 256));
        EXPECT_EQ(targets[0].as<std::int64_t>()[0], i % 10);
    }
}

TEST(BoundedMemory, WithoutRoomForTheCacheTheErrorNamesTheFolder) {
    const test::TempFolder folder;
    std::ofstream(folder.path("cache")) << "a file where the folder should be";
    {
        std::ofstream file(folder.path("t.csv"));
        for (int r = 0; r < 300'000; ++r) file << r << ',' << r % 2 << '\n';
    }
    const auto set = openDataset(test::document("csv", folder.path("t.csv")), test::classifier({1}, 2), optionsIn(folder));
    ASSERT_FALSE(set.ok());
    EXPECT_NE(set.error().where().file.find("cache"), std::string::npos) << set.error().message();
}

TEST(BoundedMemory, AFileCutBetweenTwoReadsIsAnError) {
    const test::TempFolder folder;
    const auto x = HostTensor::zeros(DType::F32, {4, 20'000}), y = HostTensor::zeros(DType::S64, {4}); // samples of 80 KB
    ASSERT_TRUE(files::writeNpz(folder.path("d.npz"), {{"x", x}, {"y", y}}).ok());
    const auto set = openDataset(test::document("npz", folder.path("d.npz")), test::classifier({20'000}, 2), optionsIn(folder));
    ASSERT_TRUE(set.ok()) << set.error().message();
    std::filesystem::resize_file(folder.path("d.npz"), 100'000);
    auto inputs = (*set)->makeInputs(1), targets = (*set)->makeTargets(1);
    std::vector<std::byte> scratch;
    const std::int64_t last = 3;
    EXPECT_FALSE((*set)->read(Part::Train, std::span(&last, 1), inputs, targets, scratch).ok());
}

} // namespace
} // namespace lockstep::data
