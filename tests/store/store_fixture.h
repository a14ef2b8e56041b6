// A fresh folder with a store for each test.
#pragma once

#include "store/run_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <unistd.h>

namespace lockstep::store {

class StoreTest : public ::testing::Test {
protected:
    StoreTest() {
        std::string pattern = (std::filesystem::temp_directory_path() / "lockstep-store-XXXXXX").string();
        m_folder = mkdtemp(pattern.data());
    }
    ~StoreTest() override {
        std::error_code ec;
        std::filesystem::permissions(m_folder, std::filesystem::perms::owner_all, ec);
        std::filesystem::remove_all(m_folder, ec);
    }

    std::string path(const std::string& name = "runs.db") const { return (m_folder / name).string(); }

    static std::unique_ptr<RunStore> mustOpen(const std::string& path, const OpenOptions& options = {}) {
        auto store = RunStore::open(path, options);
        if (!store.ok()) throw std::runtime_error(store.error().message());
        return std::move(store).value();
    }
    static std::string openError(const std::string& path, const OpenOptions& options = {}) {
        const auto store = RunStore::open(path, options);
        return store.ok() ? "opened" : std::string(store.error().id());
    }
    static RunId newRun(RunStore& store, const std::string& name = "first") {
        NewRun run;
        run.name = name;
        run.documents = {"{\"model\":1}", "{\"run\":1}", "{\"resolved\":1}", "{\"cpu\":1}"};
        return store.createRun(run).value();
    }
    static RunBatch lossBatch(RunId run, std::int64_t first, std::int64_t count, int piece = 0) {
        RunBatch batch;
        batch.run = run, batch.piece = piece;
        batch.series.push_back({"loss", {}});
        for (std::int64_t s = first; s < first + count; ++s)
            batch.series[0].points.push_back({s, 0.25 * static_cast<double>(s), 1.0 / static_cast<double>(s + 3)});
        return batch;
    }

    std::filesystem::path m_folder;
};

} // namespace lockstep::store
