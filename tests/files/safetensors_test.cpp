#include "files/file_errors.h"
#include "files/safetensors.h"
#include "files/temp_folder.h"
#include "numerics/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace lockstep;
using namespace lockstep::files;
using lockstep::test::slurp;
using lockstep::test::TempFolder;

static std::string golden(const std::string& name) { return LOCKSTEP_SOURCE_DIR "/tests/files/golden/" + name; }

static std::string fileWith(const std::string& header, std::size_t dataBytes) {
    std::uint64_t size = header.size();
    return std::string(reinterpret_cast<const char*>(&size), 8) + header + std::string(dataBytes, '\0');
}

TEST(Safetensors, ReadsWhatTheReferenceWrote) {
    const auto file = Safetensors::open(golden("mixed.safetensors"));
    ASSERT_TRUE(file.ok()) << file.error().message();
    EXPECT_EQ(file->metadata().at("made"), "by numpy");
    EXPECT_EQ(file->entries().size(), 4u);
    EXPECT_EQ(file->entries()[0].name, "a"); // I64 first, as SEMANTICS.md 16 orders
    EXPECT_EQ(file->tensor("a")->as<std::int64_t>()[2], 2);
    EXPECT_EQ(file->tensor("b")->shape(), Shape({2, 3}));
    EXPECT_EQ(file->tensor("b")->as<float>()[5], 1.25f);
    std::uint16_t half = 0;
    std::memcpy(&half, file->tensor("half")->data() + 10, 2);
    EXPECT_EQ(f16ToF32(half), 1.25f);
    EXPECT_EQ(file->tensor("flag")->dtype(), DType::Bool);
    EXPECT_EQ(file->tensor("none").error().id(), kNoEntry.id);
}

TEST(Safetensors, WritesByteForByteWhatTheReferenceWrites) {
    TempFolder folder;
    std::vector<std::pair<std::string, HostTensor>> tensors;
    const auto in = Safetensors::open(golden("mixed.safetensors"));
    for (const auto* name : {"b", "half", "flag", "a"}) tensors.emplace_back(name, *in->tensor(name));
    ASSERT_TRUE(writeSafetensors(folder.path("out"), tensors, in->metadata()).ok());
    EXPECT_EQ(slurp(folder.path("out")), slurp(golden("mixed.safetensors")));
    const std::int32_t four[] = {0, 1, 2, 3};
    ASSERT_TRUE(writeSafetensors(folder.path("out"), {{"test", HostTensor::of<std::int32_t>({2, 2}, four)}}).ok());
    EXPECT_EQ(slurp(folder.path("out")), slurp(golden("smallest.safetensors")));
}

TEST(Safetensors, ScalarsEmptyTensorsAndNothing) {
    TempFolder folder;
    const float one[] = {NAN};
    ASSERT_TRUE(writeSafetensors(folder.path("x"), {{"s", HostTensor::of<float>({}, one)},
                                                    {"e", HostTensor::zeros(DType::F32, {0, 4})},
                                                    {"ü\"\n", HostTensor::zeros(DType::U8, {3})}})
                    .ok());
    const auto file = Safetensors::open(folder.path("x"));
    ASSERT_TRUE(file.ok()) << file.error().message();
    EXPECT_EQ(file->tensor("s")->shape().rank(), 0u);
    EXPECT_EQ(file->tensor("e")->elements(), 0);
    EXPECT_EQ(file->tensor("ü\"\n")->elements(), 3);
    ASSERT_TRUE(writeSafetensors(folder.path("none"), {}).ok());
    EXPECT_TRUE(Safetensors::open(folder.path("none"))->entries().empty());
}

TEST(Safetensors, HeaderOfSixtyBytesAndOtherTypesAreListed) {
    TempFolder folder;
    // The format's own smallest example: unpadded, so the data are not aligned for I32.
    const auto odd = Safetensors::open(folder.write("a", fileWith(R"({"test":{"dtype":"I32","shape":[2,2],"data_offsets":[0,16]}})", 16)));
    ASSERT_TRUE(odd.ok()) << odd.error().message();
    EXPECT_EQ(odd->tensor("test")->as<std::int32_t>()[3], 0);
    const auto f4 = Safetensors::open(folder.write("b", fileWith(R"({"w":{"dtype":"F4","shape":[4],"data_offsets":[0,2]}})", 2)));
    ASSERT_TRUE(f4.ok()) << f4.error().message();
    EXPECT_EQ(f4->tensor("w").error().id(), kUnsupported.id);
}

TEST(Safetensors, RefusesBadNamesWhenWriting) {
    TempFolder folder;
    const HostTensor t = HostTensor::zeros(DType::F32, {1});
    EXPECT_FALSE(writeSafetensors(folder.path("x"), {{"a", t}, {"a", t}}).ok());
    EXPECT_FALSE(writeSafetensors(folder.path("x"), {{"__metadata__", t}}).ok());
    EXPECT_FALSE(writeSafetensors(folder.path("x"), {{"\xFF", t}}).ok());
    EXPECT_FALSE(writeSafetensors(folder.path("x"), {{"a", t}}, {{"k", "\xFF"}}).ok());
    EXPECT_EQ(folder.count(), 0u);
}

class HostileSafetensors : public testing::TestWithParam<std::pair<const char*, std::size_t>> {};

TEST_P(HostileSafetensors, IsRefusedWithThePath) {
    TempFolder folder;
    const auto path = folder.write("x.safetensors", fileWith(GetParam().first, GetParam().second));
    const auto file = Safetensors::open(path);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.error().where().file, path);
    EXPECT_FALSE(file.error().hint().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Files, HostileSafetensors,
    testing::Values(
        std::pair(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8), // hole at the start
        std::pair(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}})", 12),
        std::pair(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":[4611686018427387904,4611686018427387904],"data_offsets":[0,4]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 5),
        std::pair(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 3),
        std::pair(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,99999999999999999999]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8),
        std::pair(R"({"a":{"dtype":"X9","shape":[1],"data_offsets":[0,4]}})", 4),
        std::pair(R"({"a":{"dtype":"F4","shape":[3],"data_offsets":[0,1]}})", 1), std::pair(R"({"a":{"dtype":"F32","shape":[1]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":1,"data_offsets":[0,4]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})", 4),
        std::pair(R"({"a":{"dtype":"F32","shape":[[1]],"data_offsets":[0,4]}})", 4), std::pair(R"({"__metadata__":{"a":1}})", 0),
        std::pair(R"({"__metadata__":{"a":{}}})", 0), std::pair(R"({"a":null})", 0), std::pair(R"([])", 0), std::pair(R"({)", 0),
        std::pair(R"( {})", 0), std::pair("{\"a\xFF\":1}", 0), std::pair("", 0), std::pair(R"({"a":7})", 0),
        std::pair(R"({"__metadata__":3})", 0)));

TEST(Safetensors, RefusesLyingSizesAndDeepNesting) {
    TempFolder folder;
    for (const std::uint64_t size : {std::uint64_t{100'000'001}, ~std::uint64_t{0}, std::uint64_t{1} << 63, std::uint64_t{3}}) {
        EXPECT_FALSE(Safetensors::open(folder.write("x", std::string(reinterpret_cast<const char*>(&size), 8) + "{}")).ok()) << size;
    }
    EXPECT_FALSE(Safetensors::open(folder.write("x", "short")).ok());
    EXPECT_EQ(Safetensors::open(folder.write("x", "")).error().id(), kEmpty.id);
    EXPECT_FALSE(Safetensors::open(folder.write("x", fileWith(R"({"a":{"dtype":)" + std::string(200'000, '['), 0))).ok());
    EXPECT_FALSE(Safetensors::open(folder.write("x", fileWith(std::string("{}\0{", 4), 0))).ok());
}

TEST(Safetensors, SurvivesTornFiles) {
    TempFolder folder;
    const std::string good = slurp(golden("mixed.safetensors"));
    for (std::size_t size = 0; size < good.size(); ++size)
        ASSERT_FALSE(Safetensors::open(folder.write("t", good.substr(0, size))).ok()) << size;
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const int change : {0x01, 0x20, 0x80}) {
            std::string torn = good;
            torn[at] = static_cast<char>(torn[at] ^ change);
            const auto file = Safetensors::open(folder.write("t", torn));
            if (!file.ok()) continue;
            for (const auto& entry : file->entries()) (void)file->tensor(entry);
        }
    }
}
