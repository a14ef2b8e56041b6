// Charts of 10 curves of a million points each.
#include "ui_bench/bench_report.h"

#include "session/run_view.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"

#include <qcustomplot.h>

#include <cmath>
#include <ctime>

namespace lockstep::ui {

namespace {

constexpr std::size_t kMillion = 1000000;

ChartSpec lossSpec() { return {QStringLiteral("loss"), QStringLiteral("Loss"), ValueFormat::Plain, false, true}; }

monitors::Series longSeries(int ordinal) {
    monitors::Series series;
    for (std::size_t i = 0; i < kMillion; ++i) {
        const auto x = static_cast<double>(i);
        series.append(
            {static_cast<std::int64_t>(i), 1e-3 * x, std::exp(-x / 3e5) + 0.1 * ordinal + 0.2 * std::sin(x * 1.7) * std::cos(x * 0.37)});
    }
    return series;
}

ChartCurve longCurve(int ordinal) {
    ChartCurve curve;
    curve.key = QString::number(ordinal);
    curve.run = QStringLiteral("run %1").arg(ordinal);
    curve.name = QStringLiteral("loss");
    curve.ordinal = ordinal;
    curve.series = longSeries(ordinal);
    return curve;
}

/// A shown chart whose worker has finished.
struct Shown {
    RepaintGovernor governor;
    LineChart chart{lossSpec(), governor};

    Shown(const std::vector<ChartCurve>& curves, const ChartOptions& options, double scale = 1) {
        governor.setShare(1);
        chart.setOptions(options);
        chart.resize(static_cast<int>(1200 * scale), static_cast<int>(600 * scale));
        chart.show();
        chart.setCurves(curves);
        waitUntil([this] { return !chart.isSmoothing(); });
        chart.paintImmediately();
    }
};

ChartOptions options(double smoothing, bool raw) {
    ChartOptions made;
    made.smoothing = smoothing;
    made.showRaw = raw;
    return made;
}

void replot(const std::vector<ChartCurve>& curves, double scale, const char* what, double budget) {
    Shown shown(curves, options(0, false), scale);
    auto& chart = shown.chart;
    report(what, leastP95(40, [&](int) { chart.plot()->replot(QCustomPlot::rpQueuedRefresh); }), "ms", budget);
    const double kept = leastP95(10, [&](int) { chart.paintImmediately(); }) / 2;
    note("lines put up again, nothing changed", kept, "ms");
    const double zoomed = leastP95(10, [&](int i) {
        chart.setXRange({1.0 * i, kMillion - 1.0 * i}); // every column has other points
        chart.paintImmediately();
    });
    note("another range: lines read from the pyramid and drawn", zoomed - kept, "ms");
}

void smoothing(const std::vector<ChartCurve>& curves, monitors::SmoothingMethod method, const char* what, double budget) {
    double least = 1e9, turn = 0, cpu = 1e9;
    for (int round = 0; round < 3; ++round) {
        Shown shown(curves, options(0, true));
        auto wanted = options(0.9, true);
        wanted.method = method;
        QElapsedTimer clock;
        const auto before = std::clock();
        clock.start();
        turn = std::max(turn, cpuMs([&] { shown.chart.setOptions(wanted); }));
        waitUntil([&] { return !shown.chart.isSmoothing(); });
        shown.chart.paintImmediately();
        cpu = std::min(cpu, 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
        least = std::min(least, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    budget > 0 ? report(what, least, "ms", budget) : note(what, least, "ms");
    note("its CPU, all threads", cpu, "ms");
    if (budget > 0) note("the window is held up by asking for it, at most", turn, "ms");
}

void smoothedReplot(const std::vector<ChartCurve>& curves) {
    Shown shown(curves, options(0.9, true));
    note("replot of 10 x 1M points, smoothed over raw, CPU p95",
         leastP95(20, [&](int) { shown.chart.plot()->replot(QCustomPlot::rpQueuedRefresh); }), "ms");
}

void finishedRun() {
    auto view = std::make_shared<session::RunView>();
    view->id = 1;
    view->name = "long";
    view->state = session::RunState::Completed;
    for (const char* name : {"loss", "lr", "grad_norm", "samples_per_s", "memory"}) view->series[name] = longSeries(0);
    double least = 1e9;
    for (int round = 0; round < 3; ++round) {
        QElapsedTimer clock;
        clock.start();
        ChartStack charts;
        charts.resize(1200, 1600);
        charts.show();
        charts.setRuns({view});
        waitUntil([&] {
            for (auto* chart : charts.charts())
                if (chart->isSmoothing() || !chart->hasPainted()) return false;
            return true;
        });
        least = std::min(least, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    report("finished run of 1M points on screen, five charts, wall", least, "ms", 500);
}

} // namespace

void benchCharts() {
    std::vector<ChartCurve> curves;
    for (int i = 0; i < 10; ++i) curves.push_back(longCurve(3 * i)); // solid ones
    replot(curves, 1, "replot of 10 x 1M points, 1200 x 600, CPU p95", 12);
    replot(curves, 2, "replot of 10 x 1M points, twice the size, CPU p95", 35);
    smoothedReplot(curves);
    smoothing(curves, monitors::SmoothingMethod::Exponential, "new smoothing of 10 x 1M points on screen, wall", 200);
    smoothing(curves, monitors::SmoothingMethod::RunningMean, "the same by running mean", 0);
    smoothing(curves, monitors::SmoothingMethod::Gaussian, "the same by Gaussian", 0);
    finishedRun();
}

} // namespace lockstep::ui
