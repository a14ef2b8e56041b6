#include "base/queue.h"
#include "base/result.h"
#include "base/rng.h"
#include "base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

using namespace lockstep;

static constexpr ErrorCode kExample{"example", "{0} is not {1}", "use {1}"};

TEST(Error, SaysWhatWhereAndHow) {
    const Error e = Error(kExample, {"3", "4"}).inFile("a.json").atLine(7).atPath("layers[1].args.x");
    EXPECT_EQ(e.message(), "a.json:7: layers[1].args.x: 3 is not 4");
    EXPECT_EQ(e.hint(), "use 4");
    EXPECT_EQ(e.id(), "example");
}

TEST(Error, ShowsNothingThatATerminalObeysOrJsonForbids) {
    const Error e = Error(kExample, {std::string("a\0b", 3), "\x1b[31m\n\x7f"}).inFile("f\xff\tü.json").atPath("k\r\xc2\x9b");
    EXPECT_EQ(e.message(), "f\\xff\\tü.json: k\\r\\xc2\\x9b: a\\x00b is not \\x1b[31m\\n\\x7f");
    EXPECT_EQ(e.hint(), "use \\x1b[31m\\n\\x7f");
    EXPECT_LT(Error(kExample, {std::string(1'000'000, 'x'), ""}).message().size(), 21'000u);
}

static Result<int> half(int x) {
    if (x % 2) return Error(kExample, {std::to_string(x), "even"});
    return x / 2;
}
static Result<int> quarter(int x) {
    LOCKSTEP_ASSIGN(const int h, half(x));
    return half(h);
}

TEST(Result, PassesErrorsOn) {
    EXPECT_EQ(quarter(8).value(), 2);
    EXPECT_EQ(quarter(6).error().text(), "3 is not even");
}

// Known answers of the Random123 distribution (kat_vectors, philox4x32-10).
TEST(Rng, PhiloxKnownAnswers) {
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
              (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Rng, MomentsOfNormalAndUniform) {
    const Rng rng(7, RngPurpose::Test);
    constexpr int kN = 200000;
    double sum = 0, squares = 0, uniform = 0;
    for (int i = 0; i < kN; ++i) {
        const double x = rng.normal(static_cast<std::uint64_t>(i));
        sum += x, squares += x * x;
        uniform += rng.uniform(static_cast<std::uint64_t>(i));
    }
    EXPECT_NEAR(sum / kN, 0, 5 / std::sqrt(kN));
    EXPECT_NEAR(squares / kN, 1, 5 * std::sqrt(2.0 / kN));
    EXPECT_NEAR(uniform / kN, 0.5, 5 * std::sqrt(1.0 / 12 / kN));
}

TEST(Text, ShortestNearestGlobUtf8) {
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(std::nan("")), "nan");
    EXPECT_EQ(shortest(-INFINITY), "-inf");
    constexpr std::string_view kNames[] = {"batch_size", "shuffle", "split"};
    EXPECT_EQ(nearest("bath_size", kNames), "batch_size");
    EXPECT_EQ(nearest("zzz", kNames), "");
    constexpr std::string_view kTypes[] = {"Linear", "ReLU", "Conv2d", "MaxPool2d"};
    EXPECT_EQ(nearest("relu", kTypes), "ReLU"); // the case does not count
    EXPECT_EQ(nearest("Rleu", kTypes), "ReLU"); // two letters swapped are one change
    EXPECT_EQ(nearest("LINEAR", kTypes), "Linear");
    EXPECT_EQ(nearest("maxpool", kTypes), "MaxPool2d");
    EXPECT_TRUE(globMatch("*.bias", "a.b.bias"));
    EXPECT_FALSE(globMatch("*.bias", "a.weight"));
    EXPECT_TRUE(globMatch("a*b*c", "axxbyyc"));
    EXPECT_TRUE(validUtf8("h\xC3\xA9"));
    EXPECT_FALSE(validUtf8("\xC0\x80"));
    EXPECT_FALSE(validUtf8("\xED\xA0\x80"));
    EXPECT_FALSE(validUtf8("\xE2\x82"));
}

TEST(Text, PrintableKeepsCharactersWhole) {
    EXPECT_EQ(printable("日本 é\xe2\x82"), "日本 é\\xe2\\x82");
    EXPECT_EQ(printable("ééé", 3), "éé..");
    EXPECT_EQ(printable(""), "");
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

TEST(Queue, RingKeepsOrderAndRefusesWhenFull) {
    SpscRing<int> ring(4);
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(ring.push(i));
    EXPECT_FALSE(ring.push(4));
    for (int i = 0; i < 4; ++i) EXPECT_EQ(ring.pop(), i);
    EXPECT_EQ(ring.pop(), std::nullopt);
}

TEST(Queue, BlockingHandsOverBetweenThreads) {
    BlockingQueue<int> queue(2);
    std::jthread producer([&] {
        for (int i = 0; i < 1000; ++i) queue.push(i);
        queue.close();
    });
    int expected = 0;
    while (auto item = queue.pop()) EXPECT_EQ(*item, expected++);
    EXPECT_EQ(expected, 1000);
}

TEST(Text, StarsAreTakenOver) {
    EXPECT_EQ(globReplaced("old.*.weight", "new.*.w", "old.fc1.weight"), "new.fc1.w");
    EXPECT_EQ(globReplaced("*.*", "*-*-*", "a.b.c"), "a-b.c-"); // as little as possible each; a star too many stands for nothing
    EXPECT_EQ(globReplaced("fc?.*", "*", "fc1.bias"), "bias");
    EXPECT_EQ(globReplaced("*", "x", ""), "x");
    EXPECT_EQ(globReplaced("a*b", "*", "axc"), std::nullopt);
}
