// Steps and ranges picked on a chart, its keys and its table (GUI.md C16, section 5).
#include "support/qt_main.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/plots/chart_read_out.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/chart_table.h"
#include "ui/plots/drawn_cache.h"
#include "ui/plots/line_chart.h"

#include <QAbstractItemModelTester>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QtTest>

#include <qcustomplot.h>

#include <cmath>

namespace lockstep::ui {

namespace {

/// loss = 100 - step, but NaN at 40; validation/loss is least at 60; a checkpoint at 20.
std::shared_ptr<session::RunView> run() {
    auto view = std::make_shared<session::RunView>();
    view->id = 1;
    view->name = "run";
    view->state = session::RunState::Completed;
    for (int s = 0; s <= 100; ++s) {
        view->series["loss"].append({s, 1000.0 + s, s == 40 ? std::nan("") : 100.0 - s});
        view->series["lr"].append({s, 1000.0 + s, 0.5});
        if (s % 20 == 0) view->series["validation/loss"].append({s, 1000.0 + s, 50.0 + std::abs(s - 60)});
    }
    view->events = std::make_shared<const std::vector<session::RunEvent>>(
        std::vector<session::RunEvent>{{1, 20, 1020, "checkpoint", "checkpoint saved"}});
    return view;
}

struct Shown {
    ChartStack stack;

    Shown() {
        stack.resize(1000, 900);
        stack.governor().setShare(1);
        stack.show();
        auto options = stack.options();
        options.smoothing = 0;
        stack.setOptions(options);
        stack.setRuns({run()});
        QCoreApplication::processEvents(); // the layout of what came in
        paint();
    }
    void paint() {
        for (auto* chart : stack.charts()) chart->paintImmediately();
    }
    LineChart& loss() { return *stack.chart(QStringLiteral("loss")); }
    LineChart& rate() { return *stack.chart(QStringLiteral("lr")); }
    QPoint at(double x, double y) {
        auto* plot = loss().plot();
        return {static_cast<int>(std::lround(plot->xAxis->coordToPixel(x))), static_cast<int>(std::lround(plot->yAxis->coordToPixel(y)))};
    }
    void key(int key) { QTest::keyClick(loss().plot(), static_cast<Qt::Key>(key)); }
    /// x of the step cursor, by the points it reads out.
    std::int64_t cursorStep() { return loss().findChild<ChartReadOut*>()->content().rows.at(0).step; }
};

QStringList row(const QAbstractItemModel& model, int row) {
    QStringList out;
    for (int c = 0; c < model.columnCount(); ++c) out << model.index(row, c).data().toString();
    return out;
}

} // namespace

class ChartPickingTest : public QObject {
    Q_OBJECT

private slots:
    void clickPicksTheStepInEveryChart() {
        Shown shown;
        QTest::mouseClick(shown.loss().plot(), Qt::LeftButton, {}, shown.at(30, 70));
        QCOMPARE(shown.loss().picked(), std::optional(ChartRange{30, 30}));
        QCOMPARE(shown.rate().picked(), std::optional(ChartRange{30, 30}));
        QCOMPARE(shown.loss().xRange(), (ChartRange{0, 100})); // a click is no zoom
        shown.key(Qt::Key_Escape);
        QVERIFY(!shown.loss().picked() && !shown.rate().picked());
    }

    // start, end, min, max, mean, change of a straight line with a hole.
    void ctrlDragPicksARangeAndTellsItsFigures() {
        Shown shown;
        auto* plot = shown.loss().plot();
        const auto from = shown.at(29.6, 50), to = shown.at(50.4, 55);
        QTest::mousePress(plot, Qt::LeftButton, Qt::ControlModifier, from);
        QTest::mouseMove(plot, (from + to) / 2);
        QTest::mouseMove(plot, to);
        QTest::mouseRelease(plot, Qt::LeftButton, Qt::ControlModifier, to);
        QVERIFY(shown.loss().picked());
        QVERIFY2(shown.loss().picked()->lower > 29 && shown.loss().picked()->lower < 30,
                 qPrintable(QString::number(shown.loss().picked()->lower)));
        QVERIFY(shown.loss().picked()->upper > 50 && shown.loss().picked()->upper < 51);
        shown.loss().showTable(true);
        shown.paint();
        auto& model = shown.loss().table()->range();
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 2);
        double sum = 0; // 30..50 without 40
        for (int s = 30; s <= 50; ++s) sum += s == 40 ? 0 : 100 - s;
        QCOMPARE(row(model, 0), (QStringList{QStringLiteral("run · loss"), QStringLiteral("21"), numberText(70.0), numberText(50.0),
                                             numberText(50.0), numberText(70.0), numberText(sum / 20), numberText(-20.0)}));
        QCOMPARE(row(model, 1).mid(1, 4), (QStringList{QStringLiteral("1"), numberText(70.0), numberText(70.0), numberText(70.0)}));
    }

    void tableHoldsTheStoredPoints() {
        Shown shown;
        QVERIFY(!shown.loss().isTableShown());
        shown.key(Qt::Key_T);
        QVERIFY(shown.loss().isTableShown());
        shown.paint();
        auto& model = shown.loss().table()->points();
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 101 + 6);
        QCOMPARE(model.index(3, ChartPointsModel::Step).data().toString(), QStringLiteral("3"));
        QCOMPARE(model.index(3, ChartPointsModel::Value).data().toString(), numberText(97.0));
        QCOMPARE(model.index(40, ChartPointsModel::Value).data().toString(), QStringLiteral("NaN"));
        QCOMPARE(model.index(101 + 3, ChartPointsModel::Value).data().toString(), numberText(50.0));
        shown.loss().setXRange({10, 19});
        shown.paint();
        QCOMPARE(model.rowCount(), 10); // what is on screen
        for (const auto* view : shown.loss().table()->findChildren<QTableView*>()) QVERIFY(!view->accessibleName().isEmpty());
        shown.key(Qt::Key_T);
        QVERIFY(!shown.loss().isTableShown());
    }

    void tableLeavesOutWhatAResumeRepeated() {
        ChartCurve curve;
        curve.run = QStringLiteral("r"), curve.name = QStringLiteral("loss");
        for (int s = 0; s < 6; ++s) curve.series.append({s, 1.0 + s, 9});
        curve.series.startPiece();
        for (int s = 4; s < 7; ++s) curve.series.append({s, 100.0 + s, 1});
        ChartPointsModel model(ValueFormat::Plain, nullptr);
        model.show({{curve, curve.series}}, XAxis::Step, {0, 10});
        QCOMPARE(model.rowCount(), 7);
        QCOMPARE(model.index(3, ChartPointsModel::Value).data().toString(), numberText(9.0));
        QCOMPARE(model.index(4, ChartPointsModel::Value).data().toString(), numberText(1.0));
    }

    void keyBGoesToTheBestOfValidation() {
        Shown shown;
        shown.key(Qt::Key_B);
        QCOMPARE(shown.cursorStep(), 60);
        shown.loss().setXRange({0, 10}); // it is brought into view
        shown.paint();
        shown.key(Qt::Key_B);
        QVERIFY(shown.loss().xRange().lower < 60 && shown.loss().xRange().upper > 60);
    }

    void keyNGoesThroughEventsAndNonFiniteValues() {
        Shown shown;
        shown.key(Qt::Key_N);
        QCOMPARE(shown.cursorStep(), 20); // the checkpoint
        shown.key(Qt::Key_N);
        QCOMPARE(shown.cursorStep(), 40); // the NaN
        shown.key(Qt::Key_N);
        QCOMPARE(shown.cursorStep(), 40); // no more: it stays
    }

    void keyPPutsAChartFirst() {
        Shown shown;
        QTest::keyClick(shown.rate().plot(), Qt::Key_P);
        QVERIFY(shown.rate().isPinned());
        QTRY_VERIFY(shown.rate().parentWidget()->y() < shown.loss().parentWidget()->y());
        QTest::keyClick(shown.rate().plot(), Qt::Key_P);
        QTRY_VERIFY(shown.rate().parentWidget()->y() > shown.loss().parentWidget()->y());
    }

    // A finished run sends nothing more: what was below the fold when it came must be drawn when it is scrolled to.
    void chartBelowTheFoldIsDrawnWhenScrolledTo() {
        ChartStack stack;
        stack.resize(500, 260);
        stack.show();
        stack.setRuns({run()});
        auto& rate = *stack.chart(QStringLiteral("lr"));
        QTRY_VERIFY(stack.chart(QStringLiteral("loss"))->hasPainted());
        QCoreApplication::processEvents();
        QCOMPARE(rate.plot()->graphCount(), 0);
        auto* scroll = stack.findChild<QScrollArea*>();
        scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        QTRY_COMPARE(rate.plot()->graphCount(), 1);
    }

    // Section 7: nothing is made anew for a repaint.
    void linesAreMadeOncePerRange() {
        DrawnCache cache;
        monitors::Series series;
        for (int s = 0; s < 100; ++s) series.append({s, 0, 1.0 * s});
        CurveRequest request;
        request.upper = 99;
        const auto pass = [&](const monitors::Series& of) {
            cache.beginPass();
            const auto drawn = cache.drawn(QStringLiteral("a"), of, request);
            cache.endPass();
            return drawn;
        };
        const auto first = pass(series);
        QCOMPARE(pass(monitors::Series(series)), first);
        QCOMPARE(cache.misses(), 1);
        series.append({100, 0, 5});
        QVERIFY(pass(series) != first);
        request.lower = 10;
        pass(series);
        QCOMPARE(cache.misses(), 3);
        cache.beginPass();
        cache.endPass(); // forgotten
        pass(series);
        QCOMPARE(cache.misses(), 4);
    }
};

LOCKSTEP_QT_TEST(ChartPickingTest);

} // namespace lockstep::ui

#include "chart_picking_test.moc"
