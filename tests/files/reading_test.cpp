#include "files/file_errors.h"
#include "files/hash.h"
#include "files/inflate.h"
#include "files/mapped_file.h"
#include "files/temp_folder.h"
#include "files/text.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

using namespace lockstep;
using namespace lockstep::files;
using lockstep::test::TempFolder;

static std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

/// `printf hello | gzip -n`
static const std::string kHello("\x1f\x8b\x08\0\0\0\0\0\0\x03\xcbH\xcd\xc9\xc9\x07\0\x86\xa6\x10\x36\x05\0\0\0", 25);

TEST(Gzip, DecodesWhatGzipWrote) {
    const auto out = gunzip(bytesOf(kHello), 100, "x.gz");
    ASSERT_TRUE(out.ok()) << out.error().message();
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(out->data()), out->size()), "hello");
}

TEST(Gzip, MembersAndPaddingAreOneStream) {
    const std::string two = kHello + kHello + std::string(512, '\0');
    const auto out = gunzip(bytesOf(two), 100, "x.gz");
    ASSERT_TRUE(out.ok()) << out.error().message();
    EXPECT_EQ(out->size(), 10u);
}

TEST(Gzip, RefusesWhatIsCutDamagedOrTooLarge) {
    for (std::size_t size = 0; size < kHello.size(); ++size) EXPECT_FALSE(gunzip(bytesOf(kHello).first(size), 100, "x.gz").ok()) << size;
    for (std::size_t at = 10; at < kHello.size(); ++at) {
        std::string torn = kHello;
        torn[at] = static_cast<char>(torn[at] ^ 0x01);
        EXPECT_FALSE(gunzip(bytesOf(torn), 100, "x.gz").ok()) << at;
    }
    EXPECT_EQ(gunzip(bytesOf(kHello), 4, "x.gz").error().id(), kTooLarge.id);
    EXPECT_TRUE(gunzip(bytesOf(kHello), 5, "x.gz").ok());
    EXPECT_FALSE(gunzip(bytesOf(kHello + "rubbish"), 100, "x.gz").ok());
}

TEST(MappedFile, SeesBytesAndNotices) {
    TempFolder folder;
    const auto path = folder.write("ä", "0123456789");
    const auto file = MappedFile::open(path);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ((*file)->bytes().size(), 10u);
    EXPECT_EQ((*file)->bytes()[3], std::byte{'3'});
    EXPECT_TRUE((*file)->checkUnchanged().ok());
    std::filesystem::resize_file(path, 4);
    EXPECT_EQ((*file)->checkUnchanged().error().id(), kChanged.id);
}

TEST(MappedFile, RefusesWhatIsNoFile) {
    TempFolder folder;
    EXPECT_EQ(MappedFile::open(folder.path()).error().id(), kNotAFile.id);
    EXPECT_EQ(MappedFile::open(folder.path("none")).error().id(), kNotFound.id);
    EXPECT_EQ(MappedFile::open("/dev/zero").error().id(), kNotAFile.id);
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    EXPECT_EQ(MappedFile::open(folder.path("pipe")).error().id(), kNotAFile.id);
    const auto empty = MappedFile::open(folder.write("empty", ""));
    ASSERT_TRUE(empty.ok());
    EXPECT_TRUE((*empty)->bytes().empty());
}

// Sums of nothing and of short texts as xxHash's own documentation and test program give them.
TEST(Hash, MatchesPublishedSums) {
    EXPECT_EQ(xxh3({}), 0x2D06800538D394C2u);
    EXPECT_EQ(xxh3Hex({}), "99aa06d3014798d86001c324468d497f");
    TempFolder folder;
    const std::string large(3'000'001, 'q');
    EXPECT_EQ(*xxh3HexOfFile(folder.write("large", large)), xxh3Hex(bytesOf(large)));
    EXPECT_EQ(xxh3HexOfFile(folder.path("none")).error().id(), kNotFound.id);
    EXPECT_FALSE(xxh3HexOfFile(folder.path()).ok());
}

TEST(Text, ReadsUtf8AndNamesTheLine) {
    TempFolder folder;
    EXPECT_EQ(*readText(folder.write("ok", "\xEF\xBB\xBFzwei\nzeilen ü")), "zwei\nzeilen ü");
    EXPECT_EQ(*readText(folder.write("empty", "")), "");
    const auto bad = readText(folder.write("bad", "one\ntwo\nth\xFFree"));
    ASSERT_FALSE(bad.ok());
    EXPECT_EQ(bad.error().id(), kNotUtf8.id);
    EXPECT_EQ(bad.error().where().line, 3);
    EXPECT_EQ(readText(folder.write("big", "12345"), 4).error().id(), kTooLarge.id);
}
