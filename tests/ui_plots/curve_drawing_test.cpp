// What is drawn of a series: C9 (non-finite), C10 (decimation), C13 (resume), C4 (log axes).
#include "support/qt_main.h"

#include "monitors/series.h"
#include "ui/plots/curve_drawing.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace lockstep::ui {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

monitors::Series of(const std::vector<double>& values) {
    monitors::Series series;
    for (std::size_t i = 0; i < values.size(); ++i)
        series.append({static_cast<std::int64_t>(i), 1000.0 + 0.5 * static_cast<double>(i), values[i]});
    return series;
}

CurveRequest whole(double upper, int columns) {
    CurveRequest request;
    request.upper = upper;
    request.columns = columns;
    return request;
}

} // namespace

class CurveDrawingTest : public QObject {
    Q_OBJECT

private slots:
    void fewPointsAreAllDrawn() {
        const auto drawn = drawCurve(of({3, 1, 2}), whole(2, 100));
        QCOMPARE(drawn.pieces.size(), 1u);
        QCOMPARE(drawn.pieces[0].y, (std::vector<double>{3, 1, 2}));
        QCOMPARE(drawn.pieces[0].x, (std::vector<double>{0, 1, 2}));
    }

    void emptyDrawsNothing() {
        const auto drawn = drawCurve({}, whole(10, 100));
        QVERIFY(drawn.pieces.empty());
        QVERIFY(!drawn.anyFinite);
        QVERIFY(!nearestPoint({}, XAxis::Step, 3));
    }

    void columnsKeepEndsAndExtremes() {
        std::vector<double> values(100000);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(0.001 * static_cast<double>(i));
        values[33333] = 50; // lone spikes must not be lost
        values[66666] = -40;
        const auto drawn = drawCurve(of(values), whole(99999, 200));
        const auto& piece = drawn.pieces.at(0);
        QVERIFY(piece.x.size() <= 4 * 200);
        QCOMPARE(piece.x.front(), 0.0);
        QCOMPARE(piece.x.back(), 99999.0);
        QVERIFY(std::is_sorted(piece.x.begin(), piece.x.end()));
        QCOMPARE(*std::max_element(piece.y.begin(), piece.y.end()), 50.0);
        QCOMPARE(*std::min_element(piece.y.begin(), piece.y.end()), -40.0);
    }

    void zoomedInShowsEveryPointAndOneOnEachSide() {
        std::vector<double> values(100000, 1.0);
        auto request = whole(0, 200);
        request.lower = 500.5, request.upper = 510.5;
        const auto drawn = drawCurve(of(values), request);
        QCOMPARE(drawn.pieces.at(0).x.front(), 500.0);
        QCOMPARE(drawn.pieces.at(0).x.back(), 511.0);
        QCOMPARE(drawn.pieces.at(0).x.size(), 12u);
    }

    void eventStepsAreKept() {
        std::vector<double> values(100000);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 7);
        auto request = whole(99999, 100);
        request.keep = {12345};
        const auto drawn = drawCurve(of(values), request);
        QVERIFY(std::binary_search(drawn.pieces[0].x.begin(), drawn.pieces[0].x.end(), 12345.0));
    }

    void nonFiniteBreaksTheLineAndIsMarked() {
        const auto drawn = drawCurve(of({1, 2, kNaN, 4, kInf, 5, -kInf}), whole(6, 1000));
        QCOMPARE(drawn.marks.size(), 3u);
        QCOMPARE(drawn.marks[0].from, 2.0);
        QCOMPARE(drawn.marks[0].y, 2.0); // at the last finite value
        QVERIFY(std::isnan(drawn.marks[0].kind));
        QCOMPARE(drawn.marks[1].kind, kInf);
        QCOMPARE(drawn.marks[1].y, 4.0);
        QCOMPARE(drawn.marks[2].kind, -kInf);
        const auto& y = drawn.pieces.at(0).y;
        QCOMPARE(std::count_if(y.begin(), y.end(), [](double v) { return std::isnan(v); }), 3);
    }

    void nonFiniteNeighboursMergeIntoABand() {
        std::vector<double> values(1000, 1.0);
        for (int i = 400; i < 500; ++i) values[static_cast<std::size_t>(i)] = kNaN;
        const auto drawn = drawCurve(of(values), whole(999, 300));
        QCOMPARE(drawn.marks.size(), 1u);
        QCOMPARE(drawn.marks[0].count, 100);
        QCOMPARE(drawn.marks[0].firstStep, 400);
        QCOMPARE(drawn.marks[0].lastStep, 499);
    }

    void nonFiniteIsNeverLostInDenseData() {
        std::vector<double> values(200000, 1.0);
        values[77777] = kNaN;
        const auto drawn = drawCurve(of(values), whole(199999, 100));
        QCOMPARE(drawn.marks.size(), 1u);
        QCOMPARE(drawn.marks[0].firstStep, 77777);
    }

    void onlyNonFiniteSaysSo() {
        const auto drawn = drawCurve(of({kNaN, kNaN}), whole(1, 10));
        QVERIFY(!drawn.anyFinite);
        QVERIFY(drawn.pieces.empty());
        std::int64_t count = 0;
        for (const auto& mark : drawn.marks) count += mark.count;
        QCOMPARE(count, 2);
    }

    void logAxisCountsWhatItCantShow() {
        auto request = whole(4, 100);
        request.logY = true;
        const auto drawn = drawCurve(of({1, 0, -2, 3, 4}), request);
        QCOMPARE(drawn.nonPositiveCount, 2);
        QCOMPARE(drawn.nonPositive, (std::vector<double>{1, 2}));
        for (const double y : drawn.pieces.at(0).y) QVERIFY(std::isnan(y) || y > 0);
    }

    void resumeMakesANewPieceAndNoLineRunsBackwards() {
        auto series = of({9, 8, 7, 6, 5, 4});
        series.startPiece();
        for (int s = 3; s < 9; ++s) series.append({s, 2000.0 + s, 1.0});
        const auto drawn = drawCurve(series, whole(8, 100));
        QCOMPARE(drawn.pieces.size(), 3u);
        int superseded = 0;
        for (const auto& piece : drawn.pieces) {
            QVERIFY(std::is_sorted(piece.x.begin(), piece.x.end()));
            if (!piece.superseded) continue;
            ++superseded;
            QCOMPARE(piece.x.back(), 5.0);
            QCOMPARE(piece.x.front(), 2.0); // joined to where it left the kept line
        }
        QCOMPARE(superseded, 1);
        QCOMPARE(nearestPoint(series, XAxis::Step, 4)->y, 1.0); // the newest piece answers
        QCOMPARE(lowestPoint(series, XAxis::Step)->y, 1.0);
    }

    void timeAxes() {
        const auto series = of({1, 2, 3});
        QCOMPARE(*xExtent(series, XAxis::Elapsed), std::pair(0.0, 1.0));
        QCOMPARE(*xExtent(series, XAxis::Clock), std::pair(1000.0, 1001.0));
        QCOMPARE(nearestPoint(series, XAxis::Elapsed, 0.6)->step, 1);
        QCOMPARE(*xOfStep(series, 2, XAxis::Elapsed), 1.0);
    }
};

LOCKSTEP_QT_TEST(CurveDrawingTest);

} // namespace lockstep::ui

#include "curve_drawing_test.moc"
