// The sets that come with the program: each is there, and its classes are those that it is said to have.
#include "data/resources.h"
#include "files/npz.h"
#include "spec/bundled_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace lockstep::data {
namespace {

TEST(Bundled, EverySetIsThereWithItsClasses) {
    for (const auto& set : spec::bundledSets()) {
        const std::string path = findResources() + "/data/" + std::string(set.name) + ".npz";
        EXPECT_LT(std::filesystem::file_size(path), 2'000'000u) << path;
        const auto npz = files::Npz::open(path);
        ASSERT_TRUE(npz.ok()) << npz.error().message();
        const auto x = npz->array("x"), y = npz->array("y");
        ASSERT_TRUE(x.ok() && y.ok()) << path;
        EXPECT_EQ(x->shape[0], y->shape[0]) << path;
        EXPECT_EQ(files::isFloating(y->type), set.classes.empty()) << path;
        if (set.classes.empty()) continue;
        HostTensor labels(DType::S64, y->shape);
        files::convert(y->type, y->bytes.data(), DType::S64, labels.data(), labels.elements());
        const auto ids = labels.as<std::int64_t>();
        EXPECT_EQ(std::ranges::min(ids), 0) << path;
        EXPECT_EQ(std::ranges::max(ids) + 1, static_cast<std::int64_t>(set.classes.size())) << path;
    }
    EXPECT_EQ(spec::bundledSet("tales"), nullptr);
}

TEST(Bundled, APathMayBeOfAFileThatComesWithTheProgram) {
    EXPECT_EQ(fileOf("bundled:tales.txt", "/documents", "/share"), "/share/data/tales.txt");
    EXPECT_EQ(fileOf("tales.txt", "/documents", "/share"), "/documents/tales.txt");
    EXPECT_EQ(fileOf("/tales.txt", "/documents", "/share"), "/tales.txt");
    EXPECT_EQ(fileOf("tales.txt", ".", "/share"), "tales.txt");
}

} // namespace
} // namespace lockstep::data
