// Following a run: only what is new is read, and it comes to the same as reading all.
#include "session/series_io.h"

#include "session_fixture.h"
#include "store/run_store.h"

#include <gtest/gtest.h>

namespace lockstep::session {
namespace {

class SeriesIo : public ::testing::Test {
protected:
    void SetUp() override {
        m_store = *store::RunStore::open(testing::newStore());
        m_run = *m_store->createRun({});
    }
    void add(const std::string& name, int piece, std::int64_t from, std::int64_t count) {
        store::RunBatch batch;
        batch.run = m_run;
        batch.piece = piece;
        batch.series.push_back({name, {}});
        for (std::int64_t s = from; s < from + count; ++s)
            batch.series[0].points.push_back({s, 0.5 * static_cast<double>(s), 1.0 / static_cast<double>(s + 1)});
        ASSERT_TRUE(m_store->commit(batch).ok());
    }
    void expectEqualToAll(const std::map<std::string, monitors::Series>& series) {
        const auto all = readAllSeries(*m_store, m_run, 100).value();
        ASSERT_EQ(series.size(), all.size());
        for (const auto& [name, one] : all) {
            std::vector<monitors::SeriesPoint> a, b;
            forEachPoint(one, [&](const auto& p) { a.push_back(p); });
            forEachPoint(series.at(name), [&](const auto& p) { b.push_back(p); });
            ASSERT_EQ(a.size(), b.size()) << name;
            for (std::size_t i = 0; i < a.size(); ++i) {
                ASSERT_EQ(a[i].step, b[i].step);
                ASSERT_EQ(a[i].wall, b[i].wall);
                ASSERT_EQ(a[i].value, b[i].value);
            }
        }
    }
    std::unique_ptr<store::RunStore> m_store;
    RunId m_run = 0;
};

TEST_F(SeriesIo, ExtendingEqualsReadingAllAtAnyPlaceInAChunk) {
    std::map<std::string, monitors::Series> series;
    std::int64_t at = 0;
    for (const std::int64_t count : {1, 4094, 1, 1, 4096, 0, 9000}) {
        add("loss", 0, at, count);
        at += count;
        ASSERT_TRUE(extendSeries(*m_store, m_run, 100, series).value());
        expectEqualToAll(series);
    }
    add("validation/loss", 0, 7, 2); // one that was not there before
    ASSERT_TRUE(extendSeries(*m_store, m_run, 100, series).value());
    expectEqualToAll(series);
}

TEST_F(SeriesIo, AnOlderSnapshotStaysAsItWas) {
    add("loss", 0, 0, 10);
    std::map<std::string, monitors::Series> series;
    ASSERT_TRUE(extendSeries(*m_store, m_run, 100, series).value());
    const auto before = series;
    add("loss", 0, 10, 5);
    ASSERT_TRUE(extendSeries(*m_store, m_run, 100, series).value());
    EXPECT_EQ(before.at("loss").size(), 10u);
    EXPECT_EQ(series.at("loss").size(), 15u);
}

TEST_F(SeriesIo, ANewPieceAsksForAllAnew) {
    add("loss", 0, 0, 10);
    auto series = readAllSeries(*m_store, m_run, 100).value();
    add("loss", 1, 5, 10);
    EXPECT_FALSE(extendSeries(*m_store, m_run, 100, series).value());
    EXPECT_EQ(series.at("loss").size(), 10u);
    series = readAllSeries(*m_store, m_run, 100).value();
    add("loss", 1, 15, 10);
    EXPECT_TRUE(extendSeries(*m_store, m_run, 100, series).value());
    expectEqualToAll(series);
}

} // namespace
} // namespace lockstep::session
