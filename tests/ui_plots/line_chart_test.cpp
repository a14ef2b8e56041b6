// The chart as people see and touch it.
#include "support/qt_main.h"

#include "monitors/series.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/plots/repaint_governor.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <qcustomplot.h>

#include <cmath>

namespace lockstep::ui {

namespace {

ChartCurve curveOf(const std::vector<double>& values, int ordinal = 0) {
    ChartCurve curve;
    curve.key = QStringLiteral("run%1/loss").arg(ordinal);
    curve.run = QStringLiteral("run %1").arg(ordinal);
    curve.name = QStringLiteral("loss");
    curve.ordinal = ordinal;
    for (std::size_t i = 0; i < values.size(); ++i)
        curve.series.append({static_cast<std::int64_t>(i), 0.01 * static_cast<double>(i), values[i]});
    return curve;
}

std::vector<double> noisy(std::size_t count) {
    std::vector<double> values(count);
    std::uint64_t seed = 7;
    double walk = 0;
    for (std::size_t i = 0; i < count; ++i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        walk += static_cast<double>(seed >> 40) / (1 << 24) - 0.5;
        values[i] = walk + 30 * std::sin(0.0005 * static_cast<double>(i)) + (i % 5000 == 17 ? 60 : 0);
    }
    return values;
}

ChartOptions unsmoothed() {
    ChartOptions options;
    options.smoothing = 0;
    return options;
}

/// Pixels that are nearer to `color` than to the ground.
QImage inked(const QImage& image, const QColor& color) {
    QImage out(image.size(), QImage::Format_Grayscale8);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            const int off = std::abs(c.red() - color.red()) + std::abs(c.green() - color.green()) + std::abs(c.blue() - color.blue());
            out.scanLine(y)[x] = off < 60 ? 255 : 0;
        }
    return out;
}

/// Ink of `a` that has none of `b` within one pixel.
int strayInk(const QImage& a, const QImage& b) {
    int stray = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            if (!a.constScanLine(y)[x]) continue;
            bool near = false;
            for (int dy = -1; dy <= 1 && !near; ++dy)
                for (int dx = -1; dx <= 1 && !near; ++dx) {
                    const int u = x + dx, v = y + dy;
                    near = u >= 0 && v >= 0 && u < b.width() && v < b.height() && b.constScanLine(v)[u];
                }
            stray += !near;
        }
    return stray;
}

struct Shown {
    RepaintGovernor governor;
    LineChart chart{{QStringLiteral("loss"), QStringLiteral("Loss"), ValueFormat::Plain, false, true}, governor};

    explicit Shown(std::vector<ChartCurve> curves, ChartOptions options = unsmoothed()) {
        governor.setShare(1);
        chart.setOptions(options);
        chart.setCurves(std::move(curves));
        chart.resize(700, 420);
        chart.show();
        chart.paintImmediately();
    }
    QPoint centre() const { return chart.plot()->axisRect()->rect().center(); }
};

} // namespace

class LineChartTest : public QObject {
    Q_OBJECT

private slots:
    void decimatedEqualsFullDrawing_data() {
        QTest::addColumn<double>("lower");
        QTest::addColumn<double>("upper");
        QTest::newRow("all") << 0.0 << 49999.0;
        QTest::newRow("zoomed") << 12000.0 << 31000.0;
        QTest::newRow("close") << 400.0 << 900.0;
    }

    // C10: the picture equals that of all points within one pixel.
    void decimatedEqualsFullDrawing() {
        QFETCH(double, lower);
        QFETCH(double, upper);
        const auto values = noisy(50000);
        Shown shown({curveOf(values)});
        shown.chart.setXRange({lower, upper});
        shown.chart.paintImmediately();
        auto* plot = shown.chart.plot();
        const QColor color = Theme::instance().runColor(0);
        const auto decimated = inked(plot->toPixmap().toImage(), color);
        const auto range = plot->yAxis->range();

        const auto pen = plot->graph(0)->pen();
        plot->clearPlottables();
        auto* full = plot->addGraph();
        full->setAdaptiveSampling(false);
        full->setAntialiased(false);
        full->setPen(pen);
        for (std::size_t i = 0; i < values.size(); ++i) full->addData(static_cast<double>(i), values[i]);
        plot->yAxis->setRange(range);
        const auto whole = inked(plot->toPixmap().toImage(), color);
        QImage blank(whole.size(), QImage::Format_Grayscale8);
        blank.fill(0);
        QVERIFY(strayInk(whole, blank) > 500); // there is something to compare
        QCOMPARE(strayInk(decimated, whole), 0);
        QCOMPARE(strayInk(whole, decimated), 0);
    }

    // N19: no refresh changes a range the user chose.
    void refreshKeepsTheChosenRange() {
        auto values = noisy(1000);
        Shown shown({curveOf(values)});
        shown.chart.zoomTo({100, 200}, {-5, 5});
        for (int i = 0; i < 3; ++i) {
            values.resize(values.size() + 500, 3.0);
            shown.chart.setCurves({curveOf(values)});
            shown.chart.paintImmediately();
        }
        QCOMPARE(shown.chart.xRange(), (ChartRange{100, 200}));
        QCOMPARE(shown.chart.yRange(), (ChartRange{-5, 5}));
        shown.chart.fit();
        shown.chart.paintImmediately();
        QCOMPARE(shown.chart.xRange(), (ChartRange{0, 2499}));
    }

    void followsNewStepsUntilZoomed() {
        Shown shown({curveOf(noisy(100))});
        QCOMPARE(shown.chart.xRange(), (ChartRange{0, 99}));
        shown.chart.setCurves({curveOf(noisy(200))});
        shown.chart.paintImmediately();
        QCOMPARE(shown.chart.xRange(), (ChartRange{0, 199}));
    }

    void dragZoomsToTheBox() {
        Shown shown({curveOf(noisy(1000))});
        auto* plot = shown.chart.plot();
        const auto area = plot->axisRect()->rect();
        const QPoint from(area.left() + area.width() / 4, area.top() + 10), to(area.left() + area.width() / 2, area.bottom() - 10);
        const double lower = plot->xAxis->pixelToCoord(from.x()), upper = plot->xAxis->pixelToCoord(to.x());
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(plot, (from + to) / 2);
        QTest::mouseMove(plot, to);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, to);
        QVERIFY(std::abs(shown.chart.xRange().lower - lower) < 5);
        QVERIFY(std::abs(shown.chart.xRange().upper - upper) < 5);
        QTest::mouseDClick(plot, Qt::LeftButton, {}, shown.centre());
        shown.chart.paintImmediately();
        QCOMPARE(shown.chart.xRange(), (ChartRange{0, 999}));
    }

    void wheelRules() {
        Shown shown({curveOf(noisy(1000))});
        auto* plot = shown.chart.plot();
        QSignalSpy hint(&shown.chart, &LineChart::wheelHint);
        const auto before = shown.chart.xRange();
        const auto roll = [&](QPoint at, Qt::KeyboardModifiers keys) {
            QWheelEvent event(at, plot->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(plot, &event);
            return event.isAccepted();
        };
        QVERIFY(!roll(shown.centre(), {})); // left to the page
        QCOMPARE(hint.count(), 1);
        QCOMPARE(shown.chart.xRange(), before);
        QVERIFY(roll(shown.centre(), Qt::ControlModifier));
        QVERIFY(shown.chart.xRange().size() < before.size());
        const auto y = shown.chart.yRange();
        const auto x = shown.chart.xRange();
        QVERIFY(roll({shown.centre().x(), plot->axisRect()->rect().bottom() + 8}, {}));
        QVERIFY(shown.chart.xRange().size() < x.size());
        QCOMPARE(shown.chart.yRange(), y);
    }

    void nonFiniteNeverReachesTheRange() {
        const double inf = std::numeric_limits<double>::infinity();
        Shown shown({curveOf({1, 2, inf, std::nan(""), -inf, 3})});
        QVERIFY(shown.chart.yRange().lower > 0 && shown.chart.yRange().upper < 4);
        Shown nothing({curveOf({inf, inf})});
        QVERIFY(std::isfinite(nothing.chart.yRange().upper));
        Shown empty({});
        QVERIFY(empty.chart.xRange().size() > 0);
    }

    void constantHasAHeight() {
        Shown shown({curveOf(std::vector<double>(50, 0.25))});
        QVERIFY(shown.chart.yRange().lower < 0.25 && shown.chart.yRange().upper > 0.25);
    }

    void logKeyAsksAndLogAxisCountsZeros() {
        Shown shown({curveOf({0, 1, 10, 100})});
        QSignalSpy asked(&shown.chart, &LineChart::optionsChosen);
        QTest::keyClick(shown.chart.plot(), Qt::Key_L);
        QCOMPARE(asked.count(), 1);
        QVERIFY(asked[0][0].value<ChartOptions>().logY);
        auto options = unsmoothed();
        options.logY = options.logX = true;
        shown.chart.setOptions(options);
        shown.chart.paintImmediately();
        QCOMPARE(shown.chart.plot()->yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(shown.chart.yRange().lower > 0);
    }

    // C13: the repeated steps of the older piece are drawn paler; C9: marks are painted.
    void pieceOfAResumeIsPaler() {
        auto curve = curveOf({9, 8, 7, 6, 5});
        curve.series.startPiece();
        for (int s = 2; s < 8; ++s) curve.series.append({s, 1.0 + s, 4.0});
        Shown shown({curve});
        const auto* plot = shown.chart.plot();
        QCOMPARE(plot->graphCount(), 3);
        const QColor strong = Theme::instance().runColor(0);
        int pale = 0;
        for (int i = 0; i < plot->graphCount(); ++i) pale += plot->graph(i)->pen().color() != strong;
        QCOMPARE(pale, 1);
    }

    void smoothedLineHasTheRawBehind() {
        ChartOptions options;
        options.smoothing = 0.9;
        Shown shown({curveOf(noisy(300))}, options);
        QCOMPARE(shown.chart.plot()->graphCount(), 2);
        QVERIFY(shown.chart.plot()->graph(0)->pen().color() != shown.chart.plot()->graph(1)->pen().color());
        options.showRaw = false;
        shown.chart.setOptions(options);
        shown.chart.paintImmediately();
        QCOMPARE(shown.chart.plot()->graphCount(), 1);
    }

    void longCurvesAreSmoothedOffTheGuiThread() {
        ChartOptions options;
        options.smoothing = 0.9;
        Shown shown({curveOf(std::vector<double>(60000, 2.5))}, options);
        QTRY_COMPARE(shown.chart.plot()->graphCount(), 2);
    }

    void hoverShowsRows() {
        Shown shown({curveOf(std::vector<double>(100, 1.0), 0), curveOf(std::vector<double>(100, 5.0), 1)});
        QSignalSpy hovered(&shown.chart, &LineChart::hovered);
        auto* plot = shown.chart.plot();
        const QPoint nearUpper(shown.centre().x(), static_cast<int>(plot->yAxis->coordToPixel(5.0)) + 2);
        QMouseEvent move(QEvent::MouseMove, nearUpper, plot->mapToGlobal(nearUpper), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(plot, &move);
        QVERIFY(hovered.count() > 0);
        QCOMPARE(hovered.last()[0].toInt(), 1);
    }

    void exportsHoldTheStoredPoints() {
        Shown shown({curveOf({0.1, std::nan(""), 3})});
        QCOMPARE(shown.chart.csv(),
                 QStringLiteral("run,name,step,wall_s,value\nrun 0,loss,0,0,0.1\nrun 0,loss,1,0.01,nan\nrun 0,loss,2,0.02,3\n"));
        QTemporaryDir dir;
        QVERIFY(shown.chart.savePng(dir.filePath(QStringLiteral("größe.png"))));
        QVERIFY(shown.chart.saveSvg(dir.filePath(QStringLiteral("a.svg"))));
        QVERIFY(QImage(dir.filePath(QStringLiteral("größe.png"))).width() >= 2 * shown.chart.plot()->width());
        QFile svg(dir.filePath(QStringLiteral("a.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("<svg"));
        QVERIFY(!shown.chart.saveSvg(QStringLiteral("/nowhere/at/all.svg")));
    }

    void coloursFollowTheTheme() {
        Shown shown({curveOf(noisy(50))});
        Theme::instance().setMode(Theme::Mode::Dark);
        shown.chart.paintImmediately();
        QCOMPARE(shown.chart.plot()->graph(0)->pen().color(), Theme::instance().runColor(0));
        QCOMPARE(shown.chart.plot()->toPixmap().toImage().pixelColor(1, 1), darkColors().surface);
        Theme::instance().setMode(Theme::Mode::Light);
    }
};

LOCKSTEP_QT_TEST(LineChartTest);

} // namespace lockstep::ui

#include "line_chart_test.moc"
