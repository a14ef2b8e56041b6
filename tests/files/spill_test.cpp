#include "files/spill.h"

#include "files/file_errors.h"
#include "files/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace lockstep::files {
namespace {

std::vector<std::byte> counting(std::size_t size) {
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
    return bytes;
}

TEST(Spill, FewBytesStayInMemoryManyGoToANamelessFile) {
    const test::TempFolder folder;
    for (const std::size_t size : {std::size_t{0}, std::size_t{100}, std::size_t{101}, std::size_t{5'000'000}}) {
        const auto cache = folder.path("ü" + std::to_string(size));
        const auto bytes = counting(size);
        Spill spill({cache, 100});
        for (std::size_t at = 0; at < size; at += 1009)
            ASSERT_TRUE(spill.append(std::span(bytes).subspan(at, std::min<std::size_t>(1009, size - at))).ok());
        EXPECT_EQ(spill.size(), size);
        const auto kept = spill.finish();
        ASSERT_TRUE(kept.ok()) << kept.error().message();
        EXPECT_TRUE(std::equal(kept->bytes.begin(), kept->bytes.end(), bytes.begin(), bytes.end()));
        EXPECT_EQ(kept->file != nullptr, size > 100);
        if (size > 100) { EXPECT_TRUE(std::filesystem::is_empty(cache)); }
    }
}

TEST(Spill, AFolderThatCanNotBeWrittenIsAnError) {
    const test::TempFolder folder;
    std::ofstream(folder.path("file")) << "no folder";
    Spill spill({folder.path("file"), 1});
    EXPECT_FALSE(spill.append(counting(2)).ok());
}

TEST(MappedFile, AFileThatWasCutIsAnErrorWhenRead) {
    const test::TempFolder folder;
    std::ofstream(folder.path("data")) << std::string(10'000, 'x');
    const auto file = MappedFile::open(folder.path("data")).value();
    std::vector<std::byte> out(100);
    ASSERT_TRUE(file->readAt(9'900, out).ok());
    EXPECT_EQ(out[99], std::byte{'x'});
    std::filesystem::resize_file(folder.path("data"), 9'950);
    const auto cut = file->readAt(9'900, out);
    ASSERT_FALSE(cut.ok());
    EXPECT_EQ(cut.error().id(), kChanged.id);
}

} // namespace
} // namespace lockstep::files
