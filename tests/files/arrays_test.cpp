#include "files/file_errors.h"
#include "files/npy.h"
#include "files/npz.h"
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

TEST(Npy, ReadsWhatNumpyWrote) {
    const auto array = openNpy(golden("f4.npy"));
    ASSERT_TRUE(array.ok()) << array.error().message();
    const HostTensor t = toHostTensor(*array);
    ASSERT_EQ(t.shape(), Shape({2, 3}));
    for (int i = 0; i < 6; ++i) EXPECT_EQ(t.as<float>()[static_cast<std::size_t>(i)], static_cast<float>(i) / 4);
    EXPECT_EQ(toHostTensor(*openNpy(golden("scalar.npy"))).as<double>()[0], 2.5);
    EXPECT_EQ(openNpy(golden("empty.npy"))->shape, Shape({0, 3}));
    for (const auto* name : {"v2.npy", "v3.npy"}) {
        const HostTensor small = toHostTensor(*openNpy(golden(name)));
        ASSERT_EQ(small.dtype(), DType::S32);
        EXPECT_EQ(small.as<std::int32_t>()[0], -1);
        EXPECT_EQ(small.as<std::int32_t>()[1], 7);
    }
}

TEST(Npy, RefusesLayoutsItCannotRead) {
    for (const auto* name : {"fortran.npy", "big_endian.npy", "structured.npy"}) {
        const auto array = openNpy(golden(name));
        ASSERT_FALSE(array.ok()) << name;
        EXPECT_EQ(array.error().id(), kUnsupported.id);
        EXPECT_FALSE(array.error().hint().empty());
    }
}

TEST(Npy, HeaderIsByteForByteNumpys) {
    const auto head = [](const char* name) { return slurp(golden(name)).substr(0, 128); };
    EXPECT_EQ(npyHeader(DType::F32, {2, 3}), head("f4.npy"));
    EXPECT_EQ(npyHeader(DType::F64, {}), head("scalar.npy"));
    EXPECT_EQ(npyHeader(DType::S32, {0, 3}), head("empty.npy"));
}

static std::string npyWith(const std::string& dictionary, std::string_view data = {}) {
    std::string out("\x93NUMPY\x01\x00", 8);
    out += {static_cast<char>(dictionary.size() & 0xFF), static_cast<char>(dictionary.size() >> 8)};
    return out + dictionary + std::string(data);
}

TEST(Npy, RefusesLyingHeaders) {
    TempFolder folder;
    for (const std::string dictionary :
         {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999,), }",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1), }",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)", "{'descr': '<f4', 'shape': (2,), }",
          "{'descr': '<f4', 'descr': '<f4', 'shape': (2,), }", "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }",
          "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,), }",
          "{'descr': '<f4", "", "{", "[]", "{'x': 1}", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } 1"}) {
        EXPECT_FALSE(openNpy(folder.write("bad.npy", npyWith(dictionary, std::string(8, '\0')))).ok()) << dictionary;
    }
    const std::string fine = "{'descr': '<f4', 'fortran_order': False, 'shape': (2L,), }\n";
    EXPECT_TRUE(openNpy(folder.write("fine.npy", npyWith(fine, std::string(8, '\0')))).ok());
    EXPECT_EQ(openNpy(folder.write("short.npy", npyWith(fine, std::string(7, '\0')))).error().id(), kTruncated.id);
    EXPECT_EQ(openNpy(folder.write("long.npy", npyWith(fine, std::string(9, '\0')))).error().id(), kSurplus.id);
    EXPECT_EQ(openNpy(folder.write("empty.npy", "")).error().id(), kEmpty.id);
}

/// Every prefix must be refused, and no single changed byte may crash or hang the reader.
template <class Open> static void tear(const std::string& good, Open open) {
    TempFolder folder;
    for (std::size_t size = 0; size < good.size(); ++size) ASSERT_FALSE(open(folder.write("torn", good.substr(0, size)))) << size;
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const int change : {0x01, 0x80, 0xFF}) {
            std::string torn = good;
            torn[at] = static_cast<char>(torn[at] ^ change);
            (void)open(folder.write("torn", torn));
        }
    }
}

TEST(Npy, SurvivesTornFiles) {
    tear(slurp(golden("f4.npy")), [](const std::string& path) { return openNpy(path).ok(); });
}

TEST(Npz, ReadsEveryTypeWithoutLoss) {
    const auto npz = Npz::open(golden("kinds.npz"));
    ASSERT_TRUE(npz.ok()) << npz.error().message();
    EXPECT_EQ(npz->names().size(), 12u);
    for (const auto& name : npz->names()) {
        const auto array = npz->array(name);
        ASSERT_TRUE(array.ok()) << array.error().message();
        const HostTensor t = toHostTensor(*array);
        double values[3];
        convert(elementOf(t.dtype()), t.data(), DType::F64, reinterpret_cast<std::byte*>(values), 3);
        EXPECT_EQ(values[1], 1.0) << name;
        EXPECT_EQ(values[2], name == "b1" ? 1.0 : 100.0) << name;
    }
    EXPECT_EQ(npz->array("none").error().id(), kNoEntry.id);
    TempFolder folder;
    NamedTensors many;
    for (int i = 0; i < 1000; ++i) many.emplace_back(std::string(500, 'n') + std::to_string(i), HostTensor::zeros(DType::F32, {0}));
    ASSERT_TRUE(writeNpz(folder.path("many.npz"), many).ok());
    EXPECT_LT(Npz::open(folder.path("many.npz"))->array("x").error().message().size(), 3000u);
}

TEST(Npz, UnpacksInMemoryAndToTheCacheAlike) {
    TempFolder folder;
    const auto inMemory = Npz::open(golden("packed.npz"));
    const auto cached = Npz::open(golden("packed.npz"), {.cacheDirectory = folder.path("cache"), .inMemoryBytes = 100});
    for (const std::string name : {"x", "y"}) {
        const auto a = inMemory->array(name), b = cached->array(name), again = cached->array(name);
        ASSERT_TRUE(a.ok() && b.ok() && again.ok());
        EXPECT_TRUE(std::ranges::equal(a->bytes, b->bytes));
        EXPECT_TRUE(std::ranges::equal(a->bytes, again->bytes));
        EXPECT_EQ(a->shape, Shape({1000}));
    }
    EXPECT_EQ(toHostTensor(*inMemory->array("x")).as<float>()[999], 999.0f);
    const auto unwritable = Npz::open(golden("packed.npz"), {.cacheDirectory = "/proc/none", .inMemoryBytes = 100});
    EXPECT_TRUE(unwritable->array("x").ok());
}

TEST(Npz, RoundTripInBothForms) {
    TempFolder folder;
    const float values[] = {1.5f, NAN, -0.0f, INFINITY};
    HostTensor half(DType::BF16, {2});
    const std::uint16_t codes[] = {f32ToBf16(3.0f), f32ToBf16(-2.0f)};
    std::memcpy(half.data(), codes, 4);
    const NamedTensors arrays{{"y", HostTensor::of<float>({2, 2}, values)}, {"y.out", HostTensor::zeros(DType::S64, {0})}, {"b", half}};
    for (const std::uint64_t from : {std::uint64_t{0xFFFFFFFF}, std::uint64_t{200}, std::uint64_t{0}}) {
        const auto path = folder.path("o.npz");
        ASSERT_TRUE(writeNpz(path, arrays, FileSystem::real(), from).ok());
        const auto npz = Npz::open(path);
        ASSERT_TRUE(npz.ok()) << npz.error().message();
        EXPECT_EQ(npz->names(), (std::vector<std::string>{"y", "y.out", "b"}));
        const HostTensor y = toHostTensor(*npz->array("y"));
        EXPECT_EQ(std::memcmp(y.data(), values, sizeof values), 0);
        EXPECT_EQ(npz->array("y.out")->shape, Shape({0}));
        EXPECT_EQ(toHostTensor(*npz->array("b")).as<float>()[1], -2.0f);
    }
}

/// Megabytes of zeros behind a header that calls for 16 bytes are refused before they are unpacked.
TEST(Npz, UnpacksNoMoreThanTheHeaderCallsFor) {
    TempFolder folder;
    const auto npz = Npz::open(golden("bomb.npz"), {.cacheDirectory = folder.path("cache"), .inMemoryBytes = 100});
    ASSERT_TRUE(npz.ok());
    const auto array = npz->array("x");
    ASSERT_FALSE(array.ok());
    EXPECT_EQ(array.error().id(), kSurplus.id);
    EXPECT_FALSE(std::filesystem::exists(folder.path("cache")));
}

TEST(Npz, SurvivesTornFiles) {
    TempFolder folder;
    const auto all = [](const std::string& path) {
        const auto npz = Npz::open(path);
        if (!npz.ok()) return false;
        bool ok = true;
        for (const auto& name : npz->names()) ok = npz->array(name).ok() && ok;
        return ok;
    };
    const float value[] = {1.0f};
    ASSERT_TRUE(writeNpz(folder.path("small.npz"), {{"x", HostTensor::of<float>({1}, value)}}).ok());
    tear(slurp(folder.path("small.npz")), all);
    std::string packed = slurp(golden("packed.npz"));
    packed[60] ^= 0x40; // inside the deflated data
    EXPECT_FALSE(all(folder.write("p.npz", packed)));
}

TEST(RawArray, ConvertsAsDocumented) {
    const float values[] = {1.9f, -1.9f, NAN, INFINITY, 1e30f, -0.0f};
    std::int64_t whole[6];
    convert(Element::F32, reinterpret_cast<const std::byte*>(values), DType::S64, reinterpret_cast<std::byte*>(whole), 6);
    EXPECT_EQ(std::vector(whole, whole + 6), (std::vector<std::int64_t>{1, -1, 0, 0, 0, 0}));
    const std::uint16_t u16[] = {65535};
    float out = 0;
    convert(Element::U16, reinterpret_cast<const std::byte*>(u16), DType::F32, reinterpret_cast<std::byte*>(&out), 1);
    EXPECT_EQ(out, 65535.0f);
}
