#include "store_fixture.h"

#include <cmath>
#include <fstream>

namespace fs = std::filesystem;

namespace lockstep::store {

TEST_F(StoreTest, MakesMissingFoldersAndReopens) {
    const auto deep = path("a/ü 名/b c?#%/runs.db"); // no plain ASCII, and what a URI would misread
    RunId id = 0;
    {
        const auto store = mustOpen(deep);
        id = newRun(*store, "ähnlich 名");
        EXPECT_TRUE(fs::is_directory(store->runFolder(id)));
    }
    const auto store = mustOpen(deep, {OpenMode::ReadOnly});
    const auto row = store->run(id).value();
    EXPECT_EQ(row.name, "ähnlich 名");
    EXPECT_EQ(row.status, RunStatus::Queued);
    const auto documents = store->documents(id).value();
    EXPECT_EQ(documents.model, "{\"model\":1}");
    EXPECT_EQ(documents.run, "{\"run\":1}");
    EXPECT_EQ(documents.resolved, "{\"resolved\":1}");
    EXPECT_EQ(documents.environment, "{\"cpu\":1}");
    EXPECT_EQ(store->createRun({}).error().id(), "store.read_only");
}

TEST_F(StoreTest, IdsAndOrdinalsAreNeverReused) {
    const auto store = mustOpen(path());
    const auto a = newRun(*store), b = newRun(*store);
    EXPECT_TRUE(store->deleteRun(b).ok());
    EXPECT_FALSE(fs::exists(store->runFolder(b)));
    const auto c = newRun(*store);
    EXPECT_GT(c, b);
    EXPECT_EQ(store->run(a)->ordinal, 0);
    EXPECT_EQ(store->run(c)->ordinal, 2);
    EXPECT_EQ(store->run(b).error().id(), "store.run_unknown");
}

TEST_F(StoreTest, NeverTakesOverAFolderItDidNotMake) {
    const auto store = mustOpen(path());
    fs::create_directories(path("runs.d/run-1"));
    fs::create_directories(path("runs.d/run-9"));
    EXPECT_EQ(newRun(*store), 10);
    EXPECT_EQ(newRun(*store), 11);
    EXPECT_EQ(store->run(10)->ordinal, 0);
}

TEST_F(StoreTest, ChangesOnlyWhatIsSet) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    RunChange change;
    change.status = RunStatus::Running;
    change.lastLoss = std::nan("");
    change.bestValue = 0.1, change.bestName = "validation/loss", change.bestStep = 40;
    change.tags = {"baseline", "größer"};
    change.archived = true;
    change.resolvedDocument = "{}";
    ASSERT_TRUE(store->updateRun(id, change).ok());
    const auto row = store->run(id).value();
    EXPECT_EQ(row.name, "first");
    EXPECT_EQ(row.status, RunStatus::Running);
    ASSERT_TRUE(row.lastLoss.has_value());
    EXPECT_TRUE(std::isnan(*row.lastLoss));
    EXPECT_FALSE(row.firstLoss.has_value());
    EXPECT_EQ(row.bestValue, 0.1);
    EXPECT_EQ(row.bestStep, 40);
    EXPECT_EQ(row.tags, (std::vector<std::string>{"baseline", "größer"}));
    EXPECT_EQ(store->documents(id)->resolved, "{}");
    EXPECT_EQ(store->documents(id)->run, "{\"run\":1}");
    EXPECT_EQ(store->updateRun(99, change).error().id(), "store.run_unknown");
    RunChange lost;
    lost.noBest = true;
    ASSERT_TRUE(store->updateRun(id, lost).ok());
    EXPECT_FALSE(store->run(id)->bestValue);
    EXPECT_EQ(store->run(id)->bestStep, -1);
}

TEST_F(StoreTest, ListsFiltersAndSorts) {
    const auto store = mustOpen(path());
    const std::optional<double> losses[] = {0.5, std::nullopt, 0.25, std::nan("")};
    for (const auto& loss : losses) {
        RunChange change;
        change.lastLoss = loss;
        const auto id = newRun(*store, loss ? "with" : "without");
        ASSERT_TRUE(store->updateRun(id, change).ok());
    }
    const auto ids = [&](const RunFilter& filter) {
        std::vector<RunId> out;
        const auto rows = store->listRuns(filter);
        for (const auto& row : rows.value()) out.push_back(row.id);
        return out;
    };
    RunFilter filter;
    EXPECT_EQ(ids(filter), (std::vector<RunId>{1, 2, 3, 4}));
    filter.sort = RunSort::LastLoss;
    EXPECT_EQ(ids(filter), (std::vector<RunId>{3, 1, 4, 2})); // numbers, NaN, nothing
    filter = {};
    filter.text = "OUT";
    EXPECT_EQ(ids(filter), (std::vector<RunId>{2}));
    filter.text = "' OR 1 --";
    EXPECT_TRUE(ids(filter).empty());
    filter = {};
    filter.descending = true, filter.limit = 2, filter.offset = 1;
    EXPECT_EQ(ids(filter), (std::vector<RunId>{3, 2}));
    filter = {};
    filter.statuses = {RunStatus::Running, RunStatus::Failed};
    EXPECT_TRUE(ids(filter).empty());
    filter.archived = RunFilter::Archived::Only, filter.statuses = {};
    EXPECT_TRUE(ids(filter).empty());
}

TEST_F(StoreTest, StatusNamesAreThoseOfTheFormat) {
    for (const auto* text : {"queued", "preparing", "running", "paused", "completed", "stopped", "failed", "interrupted"})
        EXPECT_EQ(name(statusByName(text).value()), text);
    EXPECT_FALSE(statusByName("pausing"));
}

TEST_F(StoreTest, CheckpointRowsFollowFiles) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    const auto make = [&](const std::string& name, bool whole) {
        const fs::path folder = fs::path(store->runFolder(id)) / name;
        fs::create_directories(folder);
        std::ofstream(folder / "model.safetensors") << "12345";
        std::ofstream(folder / "state.safetensors") << "123";
        if (whole) std::ofstream(folder / "state.json") << "{}";
    };
    for (const auto* name : {"step-10", "step-2", "step-007", "step-9x", ".step-30.tmp", "other"}) make(name, true);
    make("step-40", false);
    ASSERT_TRUE(store->addCheckpoint({id, 2, "step-2", 10, 5.0, true, "abc"}).ok());
    ASSERT_TRUE(store->addCheckpoint({id, 3, "step-3", 10, 6.0, false, "def"}).ok());
    const auto rows = store->rescanCheckpoints(id).value();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].step, 2);
    EXPECT_EQ(rows[0].hash, "abc"); // a row that was right is left alone
    EXPECT_TRUE(rows[0].best);
    EXPECT_EQ(rows[1].step, 10);
    EXPECT_EQ(rows[1].bytes, 10);
    ASSERT_TRUE(store->addCheckpoint({id, 10, "step-10", 10, 7.0, true, "x"}).ok());
    EXPECT_FALSE(store->checkpoints(id)->at(0).best);
    ASSERT_TRUE(store->removeCheckpoint(id, 10).ok());
    EXPECT_EQ(store->checkpoints(id)->size(), 1u);
}

TEST_F(StoreTest, QueueSettingsProfilesTraces) {
    const auto store = mustOpen(path());
    const auto a = newRun(*store), b = newRun(*store);
    ASSERT_TRUE(store->enqueue(b).ok() && store->enqueue(a).ok() && store->enqueue(b).ok());
    EXPECT_EQ(store->queued().value(), (std::vector<RunId>{b, a}));
    ASSERT_TRUE(store->dequeue(b).ok());
    EXPECT_EQ(store->queued().value(), (std::vector<RunId>{a}));
    EXPECT_FALSE(store->enqueue(77).ok());
    ASSERT_TRUE(store->enqueue(b).ok());
    const auto other = mustOpen(path());
    EXPECT_EQ(store->takeQueued().value(), a);
    EXPECT_EQ(other->takeQueued().value(), b);
    EXPECT_EQ(store->takeQueued().value(), std::nullopt);
    ASSERT_TRUE(store->enqueue(a).ok());
    EXPECT_FALSE(store->setting("theme").value().has_value());
    ASSERT_TRUE(store->setSetting("theme", "dark").ok() && store->setSetting("theme", "").ok());
    EXPECT_EQ(store->setting("theme").value(), "");
    ASSERT_TRUE(store->setProfile("cpu", "{\"peak\":1}").ok());
    EXPECT_EQ(store->profile("cpu").value(), "{\"peak\":1}");
    ASSERT_TRUE(store->deleteRun(a).ok());
    EXPECT_TRUE(store->queued()->empty());
}

TEST_F(StoreTest, SamplesStayBounded) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    constexpr std::int64_t kOffered = 2 * RunStore::kMaxSamples + 2;
    for (std::int64_t i = 0; i < kOffered; ++i) ASSERT_TRUE(store->offerSample(id, {10 * i, "x"}).ok());
    EXPECT_EQ(store->sampleInterval(id).value(), 4);
    const auto samples = store->samples(id).value();
    EXPECT_LE(samples.size(), static_cast<std::size_t>(RunStore::kMaxSamples));
    for (std::size_t i = 0; i < samples.size(); ++i) EXPECT_EQ(samples[i].step, 40 * static_cast<std::int64_t>(i));
    EXPECT_EQ(samples.size(), static_cast<std::size_t>((kOffered + 3) / 4));
}

TEST_F(StoreTest, SamplesOfACommitAreOfferedLikeOthers) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    RunBatch batch;
    batch.run = id;
    batch.samples = {{0, "a"}, {5, "b"}};
    ASSERT_TRUE(store->commit(batch).ok());
    ASSERT_TRUE(store->offerSample(id, {10, "c"}).value());
    const auto samples = store->samples(id).value();
    ASSERT_EQ(samples.size(), 3u);
    EXPECT_EQ(samples[1].step, 5);
    EXPECT_EQ(samples[2].data, "c");
    batch.run = id + 1;
    EXPECT_FALSE(store->commit(batch).ok());
}

} // namespace lockstep::store
