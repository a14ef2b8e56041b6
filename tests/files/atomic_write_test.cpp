#include "files/atomic_write.h"
#include "files/file_errors.h"
#include "files/temp_folder.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>

using namespace lockstep;
using namespace lockstep::files;
using lockstep::test::slurp;
using lockstep::test::TempFolder;

namespace {

/// A disk with room for `room` bytes that takes at most `piece` at a time.
class FullDisk : public FileSystem {
public:
    FullDisk(std::int64_t room, std::size_t piece) : m_room(room), m_piece(piece) {}
    std::int64_t write(int file, std::span<const std::byte> bytes) override {
        const auto size = std::min({bytes.size(), m_piece, static_cast<std::size_t>(m_room)});
        if (size == 0) return errno = ENOSPC, -1;
        m_room -= static_cast<std::int64_t>(size);
        return FileSystem::write(file, bytes.first(size));
    }

private:
    std::int64_t m_room;
    std::size_t m_piece;
};

struct FailingSync : FileSystem {
    int sync(int) override { return errno = EIO, -1; }
};
struct FailingRename : FileSystem {
    int rename(const std::string&, const std::string&) override { return errno = EROFS, -1; }
};
struct ReadOnly : FileSystem {
    int create(const std::string&) override { return errno = EROFS, -1; }
};

void expectUntouched(FileSystem& system, const ErrorCode& code) {
    TempFolder folder;
    const auto path = folder.write("größe.bin", "old");
    const auto status = writeWhole(path, std::string(1'000'000, 'x'), system);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().id(), code.id);
    EXPECT_EQ(status.error().where().file, path);
    EXPECT_FALSE(status.error().hint().empty());
    EXPECT_EQ(slurp(path), "old");
    EXPECT_EQ(folder.count(), 1u) << "something was left beside";
}

} // namespace

TEST(AtomicWrite, NeverReplacesADeviceOrALink) {
    TempFolder folder;
    const auto pipe = folder.path("pipe"), link = folder.path("link"), file = folder.write("file", "old");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    for (const auto& path : {pipe, std::string("/dev/null"), folder.path(".")}) {
        const auto status = writeWhole(path, "new");
        ASSERT_FALSE(status.ok()) << path;
        EXPECT_EQ(status.error().id(), kNotAFile.id);
    }
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
    std::filesystem::create_symlink("file", link);
    ASSERT_TRUE(writeWhole(link, "new").ok());
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(slurp(file), "new");
}

TEST(AtomicWrite, ReplacesTheWholeFile) {
    TempFolder folder;
    const auto path = folder.write("a", "a longer old text");
    ASSERT_TRUE(writeWhole(path, "new").ok());
    EXPECT_EQ(slurp(path), "new");
    ASSERT_TRUE(writeWhole(path, "").ok());
    EXPECT_EQ(slurp(path), "");
    EXPECT_EQ(folder.count(), 1u);
}

TEST(AtomicWrite, ShortWritesLoseNothing) {
    TempFolder folder;
    FullDisk disk(10'000'000, 1000);
    std::string text(1'000'003, '\0');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * 7);
    ASSERT_TRUE(writeWhole(folder.path("x"), text, disk).ok());
    EXPECT_EQ(slurp(folder.path("x")), text);
}

TEST(AtomicWrite, FullDiskLeavesTheOldFile) {
    FullDisk disk(600'000, 100'000), none(0, 1);
    expectUntouched(disk, kDiskFull);
    expectUntouched(none, kDiskFull);
}

TEST(AtomicWrite, FailingCallsLeaveTheOldFile) {
    FailingSync sync;
    expectUntouched(sync, kIo);
    FailingRename rename;
    expectUntouched(rename, kReadOnlyDisk);
    ReadOnly readOnly;
    expectUntouched(readOnly, kReadOnlyDisk);
}

TEST(AtomicWrite, MissingFolderIsAnError) {
    TempFolder folder;
    const auto status = writeWhole(folder.path("no/such/file"), "x");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().id(), kNotFound.id);
}

TEST(AtomicWrite, WithoutCommitNothingHappens) {
    TempFolder folder;
    {
        auto file = AtomicFile::create(folder.path("x"));
        ASSERT_TRUE(file.ok());
        ASSERT_TRUE(file->write("half").ok());
        EXPECT_EQ(file->position(), 4u);
    }
    EXPECT_EQ(folder.count(), 0u);
}
