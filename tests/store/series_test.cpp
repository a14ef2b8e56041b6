#include "store/chunk_codec.h"
#include "store_fixture.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lockstep::store {

static std::vector<SeriesPoint> flat(const SeriesPiece& piece) {
    std::vector<SeriesPoint> out;
    for (const auto& chunk : piece.chunks)
        for (std::size_t i = 0; i < chunk->size(); ++i) out.push_back(chunk->at(i));
    return out;
}

static bool same(const SeriesPoint& a, const SeriesPoint& b) {
    return a.step == b.step && a.wallS == b.wallS && std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

TEST(ChunkCodec, KeepsEveryBitAndRefusesAnyOtherLength) {
    SeriesChunk chunk;
    const double values[] = {0.1, -0.0, std::nan("7"), INFINITY, -INFINITY, 1e308, std::numeric_limits<double>::denorm_min(), -1e-300};
    std::int64_t step = std::numeric_limits<std::int64_t>::min();
    for (const double v : values) chunk.append({step, v / 3, v}), step += 1'000'000'007;
    chunk.append({std::numeric_limits<std::int64_t>::max(), 1, 2});
    const auto bytes = encodeChunk(chunk);
    const auto back = decodeChunk(bytes.data(), bytes.size(), chunk.min, chunk.max);
    ASSERT_TRUE(back);
    ASSERT_EQ(back->size(), chunk.size());
    for (std::size_t i = 0; i < chunk.size(); ++i) {
        EXPECT_EQ(back->steps[i], chunk.steps[i]);
        EXPECT_EQ(std::bit_cast<std::uint64_t>(back->values[i]), std::bit_cast<std::uint64_t>(chunk.values[i])) << i;
        EXPECT_EQ(std::bit_cast<std::uint64_t>(back->wallS[i]), std::bit_cast<std::uint64_t>(chunk.wallS[i])) << i;
    }
    EXPECT_EQ(chunk.max, 1e308);
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) EXPECT_FALSE(decodeChunk(bytes.data(), cut, 0, 0)) << cut;
    const auto longer = bytes + "x";
    EXPECT_FALSE(decodeChunk(longer.data(), longer.size(), 0, 0));
}

TEST(ChunkCodec, RefusesAHugeCount) {
    std::string bytes = encodeChunk({});
    bytes[7] = '\x7f'; // count 0x7f000000
    EXPECT_FALSE(decodeChunk(bytes.data(), bytes.size(), 0, 0));
}

TEST(ChunkCodec, EvenStepsAndSingleValuesAreSmall) {
    SeriesChunk chunk;
    for (int i = 0; i < 1000; ++i) chunk.append({10 + 5 * i, 0.1 * i, static_cast<double>(0.1f * static_cast<float>(i))});
    const auto bytes = encodeChunk(chunk);
    EXPECT_EQ(bytes.size(), 8u + 16u + 1000u * 12u);
    const auto back = decodeChunk(bytes.data(), bytes.size(), chunk.min, chunk.max);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->steps, chunk.steps);
    EXPECT_EQ(back->values, chunk.values);
}

TEST_F(StoreTest, AMillionPointsRoundTrip) {
    constexpr std::int64_t kN = 1'000'000;
    RunId id = 0;
    {
        const auto store = mustOpen(path());
        id = newRun(*store);
        for (std::int64_t s = 0; s < kN; s += 10'007)
            ASSERT_TRUE(store->commit(lossBatch(id, s, std::min<std::int64_t>(10'007, kN - s))).ok());
    }
    const auto store = mustOpen(path());
    const auto pieces = store->readSeries(id, "loss").value();
    ASSERT_EQ(pieces.size(), 1u);
    for (std::size_t i = 0; i + 1 < pieces[0].chunks.size(); ++i) ASSERT_TRUE(pieces[0].chunks[i]->full());
    const auto points = flat(pieces[0]);
    const auto want = lossBatch(id, 0, kN).series[0].points;
    ASSERT_EQ(points.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) ASSERT_TRUE(same(points[i], want[i])) << i;
    EXPECT_EQ(store->series(id)->at(0).pieces.at(0).points, kN);
    EXPECT_EQ(pieces[0].chunks[0]->max, 1.0 / 3);
    EXPECT_EQ(pieces[0].chunks[0]->min, 1.0 / (4095 + 3));
}

TEST_F(StoreTest, AResumeOpensANewPieceAndAnotherConnectionGoesOnWithTheOldOne) {
    const auto first = mustOpen(path()), second = mustOpen(path());
    const auto id = newRun(*first);
    EXPECT_EQ(first->openPiece(id).value(), 0);
    ASSERT_TRUE(first->commit(lossBatch(id, 0, 100, 0)).ok());
    EXPECT_EQ(second->openPiece(id).value(), 1);
    ASSERT_TRUE(second->commit(lossBatch(id, 50, 10, 1)).ok());
    ASSERT_TRUE(second->commit(lossBatch(id, 100, 5, 0)).ok()); // its open chunk was written by the other connection
    const auto pieces = first->readSeries(id, "loss").value();
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_EQ(flat(pieces[0]).size(), 105u);
    EXPECT_EQ(flat(pieces[1]).front().step, 50);
    EXPECT_EQ(first->openPiece(99).error().id(), "store.run_unknown");
}

TEST_F(StoreTest, AFollowerReadsOnlyWhatIsNew) {
    const auto writer = mustOpen(path());
    const auto reader = mustOpen(path(), {OpenMode::ReadOnly});
    const auto id = newRun(*writer);
    const auto before = reader->dataVersion().value();
    ASSERT_TRUE(writer->commit(lossBatch(id, 0, 5000)).ok());
    EXPECT_NE(reader->dataVersion().value(), before);
    EXPECT_EQ(reader->dataVersion().value(), reader->dataVersion().value());
    const auto pieces = reader->readSeries(id, "loss", 0, 1).value();
    ASSERT_EQ(pieces.size(), 1u);
    EXPECT_EQ(pieces[0].firstIndex, 1);
    EXPECT_EQ(pieces[0].chunks.at(0)->steps.front(), 4096);
    EXPECT_TRUE(reader->readSeries(id, "loss", 1, 0)->empty());
    EXPECT_TRUE(reader->readSeries(id, "no such")->empty());
}

TEST_F(StoreTest, ACommitIsAllOrNothing) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    auto batch = lossBatch(id, 0, 10);
    batch.events = {{0, 1.5, 3, "pause", "{}"}, {0, 2.5, 3, "resume", "{\"a\":1}"}};
    batch.change.steps = 10;
    ASSERT_TRUE(store->commit(batch).ok());
    ASSERT_TRUE(store->commit(batch).ok());
    const auto events = store->events(id, 1).value();
    ASSERT_EQ(events.size(), 3u);
    EXPECT_EQ(events[0].seq, 2);
    EXPECT_EQ(events[0].payload, "{\"a\":1}");
    EXPECT_EQ(events[2].seq, 4);
    EXPECT_EQ(store->events(id, 0, 2)->size(), 2u);
    EXPECT_GT(store->run(id)->lastBeatS, 0);
    batch.run = 99;
    EXPECT_EQ(store->commit(batch).error().id(), "store.run_unknown");
    EXPECT_EQ(store->listRuns()->size(), 1u);
    EXPECT_EQ(store->run(id)->steps, 10);
}

TEST_F(StoreTest, NonFiniteValuesComeBackAndStayOutOfTheRange) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    RunBatch batch;
    batch.run = id;
    batch.series = {{"loss", {{0, 0, NAN}, {1, 1, INFINITY}, {2, 2, -INFINITY}}}, {"empty", {}}};
    ASSERT_TRUE(store->commit(batch).ok());
    const auto other = mustOpen(path());
    batch.series = {{"loss", {{3, 3, 7.0}}}};
    ASSERT_TRUE(other->commit(batch).ok()); // goes on with the stored chunk
    const auto chunk = store->readSeries(id, "loss")->at(0).chunks.at(0);
    ASSERT_EQ(chunk->size(), 4u);
    EXPECT_TRUE(std::isnan(chunk->values[0]));
    EXPECT_EQ(chunk->values[2], -INFINITY);
    EXPECT_EQ(chunk->min, 7.0);
    EXPECT_EQ(chunk->max, 7.0);
    EXPECT_EQ(store->series(id)->size(), 1u);
}

} // namespace lockstep::store
