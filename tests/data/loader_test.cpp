#include "data/loader.h"
#include "data_support.h"
#include "files/file_errors.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace lockstep;
using namespace lockstep::data;
using namespace lockstep::test;

namespace {

std::shared_ptr<const Dataset> images(const TempFolder& folder, std::int64_t n) {
    return *open(document("npz", countingNpz(folder, n, 12, 3)), classifier({1, 3, 4}, 3));
}

LoaderOptions options(std::int64_t workers) {
    LoaderOptions out;
    out.batchSize = 7;
    out.shuffle = true;
    out.seed = 9;
    out.workers = workers;
    out.endBatch = 25;
    out.augment = {{AugmentKind::Flip, 0.5, 0}, {AugmentKind::Crop, 0, 1}, {AugmentKind::Cutout, 0, 2}};
    return out;
}

/// Everything that comes out, byte for byte.
std::vector<std::string> drain(Loader& loader) {
    std::vector<std::string> out;
    for (;;) {
        const auto batch = loader.next();
        if (!batch.ok()) return {"error: " + batch.error().message()};
        if (!*batch) return out;
        std::string bytes =
            std::to_string((*batch)->number) + "/" + std::to_string((*batch)->epoch) + "/" + std::to_string((*batch)->size) + ":";
        for (const auto* tensors : {&(*batch)->inputs, &(*batch)->targets}) {
            for (const auto& t : *tensors) {
                if (t.shape()[0] != (*batch)->size) return {"wrong shape"};
                bytes.append(reinterpret_cast<const char*>(t.data()), t.bytes());
            }
        }
        out.push_back(bytes);
    }
}

} // namespace

TEST(Loader, SameBytesForAnyNumberOfWorkers) {
    TempFolder folder;
    const auto set = images(folder, 40); // batches of 7: the last of an epoch has 5
    Loader inlined(set, options(0));
    const auto expected = drain(inlined);
    ASSERT_EQ(expected.size(), 25u);
    for (const std::int64_t workers : {1, 2, 3, 8}) {
        Loader loader(set, options(workers));
        EXPECT_EQ(drain(loader), expected) << workers;
    }
}

TEST(Loader, ResumesAtAnyBatch) {
    TempFolder folder;
    const auto set = images(folder, 40);
    Loader whole(set, options(2));
    const auto expected = drain(whole);
    for (const std::int64_t first : {1, 5, 6, 17, 25}) {
        auto from = options(2);
        from.firstBatch = first;
        Loader loader(set, from);
        EXPECT_EQ(drain(loader), std::vector(expected.begin() + first, expected.end()));
    }
}

TEST(Loader, OnePassCoversThePartInOrder) {
    TempFolder folder;
    auto doc = document("npz", countingNpz(folder, 10, 2, 3));
    doc.split = split(0, 0.5);
    const auto set = *open(doc, classifier({2}, 3));
    Loader loader(set, onePass(*set, Part::Test, 3, 2));
    std::vector<std::int64_t> sizes;
    std::vector<float> seen;
    for (auto batch = loader.next(); batch.ok() && *batch; batch = loader.next()) {
        sizes.push_back((*batch)->size);
        for (const float v : (*batch)->inputs[0].as<float>()) seen.push_back(v);
    }
    EXPECT_EQ(sizes, (std::vector<std::int64_t>{3, 2}));
    for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], static_cast<float>(10 + i));
    Loader none(set, onePass(*set, Part::Validation, 3, 2));
    EXPECT_EQ(*none.next(), nullptr);
}

TEST(Loader, BatchLargerThanTheData) {
    TempFolder folder;
    const auto set = images(folder, 3);
    auto large = options(1);
    large.batchSize = 1'000'000; // memory follows the data
    large.endBatch = 2;
    Loader loader(set, large);
    EXPECT_EQ((*loader.next())->size, 3);
    EXPECT_EQ((*loader.next())->size, 3);
    EXPECT_EQ(*loader.next(), nullptr);
}

TEST(Loader, ErrorsArriveInOrderAndStay) {
    TempFolder folder;
    auto doc = document("npy");
    HostTensor x = HostTensor::zeros(DType::F32, {100, 12}), y = HostTensor::zeros(DType::S64, {100});
    ASSERT_TRUE(files::writeNpz(folder.path("a.npz"), {{"x", x}, {"y", y}}).ok());
    const auto set = *open(document("npz", folder.path("a.npz")), classifier({1, 3, 4}, 3));
    auto endless = options(3);
    endless.endBatch = 1'000'000;
    Loader loader(set, endless);
    ASSERT_TRUE(loader.next().ok());
    std::filesystem::resize_file(folder.path("a.npz"), 100);
    bool failed = false;
    for (int i = 0; i < 100 && !failed; ++i) failed = !loader.next().ok();
    EXPECT_TRUE(failed);
    EXPECT_EQ(loader.next().error().id(), files::kChanged.id);
    EXPECT_EQ(loader.next().error().id(), files::kChanged.id);
}

TEST(Loader, StopsAndEndsAtAnyMoment) {
    TempFolder folder;
    const auto set = images(folder, 40);
    auto endless = options(4);
    endless.endBatch = 1'000'000'000;
    for (int used = 0; used < 12; ++used) {
        Loader loader(set, endless);
        for (int i = 0; i < used; ++i) ASSERT_TRUE(loader.next().ok());
    }
    Loader loader(set, endless);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(*loader.next(stop.get_token()), nullptr);
    EXPECT_NE(*loader.next(), nullptr);
}
