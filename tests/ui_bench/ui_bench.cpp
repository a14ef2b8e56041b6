// GUI.md section 7, the rows that exist, measured and printed. Timings, not a test: bench_ui [SECONDS OF HEARTBEAT]
#include "support/fake_session.h"

#include "session/run_view.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/runs_feed.h"
#include "ui/models/runs_model.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/plots/plot_registry.h"
#include "ui/plots/repaint_governor.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTableView>
#include <QTimer>

#include <qcustomplot.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <thread>

namespace lockstep::ui {

namespace {

constexpr std::size_t kMillion = 1000000;

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void report(const char* what, double value, const char* unit, double budget) {
    std::printf("%-58s %10.2f %-4s budget %7.1f  %s\n", what, value, unit, budget, value <= budget ? "ok" : "OVER");
    std::fflush(stdout);
}

ChartCurve longCurve(int ordinal) {
    ChartCurve curve;
    curve.key = QString::number(ordinal);
    curve.run = QStringLiteral("run %1").arg(ordinal);
    curve.name = QStringLiteral("loss");
    curve.ordinal = ordinal;
    for (std::size_t i = 0; i < kMillion; ++i) {
        const auto x = static_cast<double>(i);
        curve.series.append(
            {static_cast<std::int64_t>(i), 1e-3 * x, std::exp(-x / 3e5) + 0.1 * ordinal + 0.2 * std::sin(x * 1.7) * std::cos(x * 0.37)});
    }
    return curve;
}

void replot(std::vector<ChartCurve> curves, double smoothing, double scale, const char* what, double budget) {
    RepaintGovernor governor;
    LineChart chart({QStringLiteral("loss"), QStringLiteral("Loss"), ValueFormat::Plain, false, true}, governor);
    ChartOptions options;
    options.smoothing = smoothing;
    options.showRaw = false;
    chart.setOptions(options);
    chart.resize(static_cast<int>(1200 * scale), static_cast<int>(600 * scale));
    chart.show();
    chart.setCurves(std::move(curves));
    QElapsedTimer wait;
    wait.start();
    chart.paintImmediately();
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) {
        const double start = RepaintGovernor::threadCpuMs();
        chart.plot()->replot(QCustomPlot::rpQueuedRefresh);
        times.push_back(RepaintGovernor::threadCpuMs() - start);
    }
    report(what, percentile(times, 0.95), "ms", budget);
    const double start = RepaintGovernor::threadCpuMs();
    chart.paintImmediately(); // lines made twice, painted twice
    std::printf("%-58s %10.2f ms\n", "  the same with its points read from the pyramid", (RepaintGovernor::threadCpuMs() - start) / 2);
}

void smoothing(const std::vector<ChartCurve>& curves) {
    RepaintGovernor governor;
    LineChart chart({QStringLiteral("loss"), QStringLiteral("Loss"), ValueFormat::Plain, false, true}, governor);
    governor.setShare(1);
    ChartOptions options;
    options.smoothing = 0;
    chart.setOptions(options);
    chart.resize(1200, 600);
    chart.show();
    chart.setCurves(curves);
    chart.paintImmediately();
    QElapsedTimer clock;
    clock.start();
    options.smoothing = 0.9;
    chart.setOptions(options);
    while (chart.isSmoothing() && clock.elapsed() < 20000) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    chart.paintImmediately();
    report("new smoothing of 10 x 1M points on screen, wall", static_cast<double>(clock.elapsed()), "ms", 200);
}

void list() {
    lockstep::testing::FakeSession session({false, {}});
    session.addRows(10000);
    EngineBridge bridge(session);
    RunsModel model;
    RunsFeed feed(bridge, model);
    QTableView table;
    table.setModel(&model);
    table.resize(1200, 800);
    table.show();
    QElapsedTimer clock;
    clock.start();
    feed.refresh();
    while (model.rowCount() < 10000 && clock.elapsed() < 20000) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    table.repaint();
    report("list of 10,000 runs on screen, wall", static_cast<double>(clock.elapsed()), "ms", 300);
}

/// A live run with eight charts, every core busy, and a timer that notes how late it comes.
void heartbeat(int seconds) {
    lockstep::testing::FakeSession session({true, std::chrono::microseconds(1000)});
    EngineBridge bridge(session);
    ChartStack charts;
    charts.resize(1200, 1600);
    charts.show();
    session::RunId run = 0;
    QObject context;
    bridge.submit(session::StartRun{{R"({"name":"busy","steps":1000000})", "", "", {}}}, &context,
                  [&](const EngineBridge::Outcome& o) { run = o.value(); });
    QTimer figures;
    QObject::connect(&figures, &QTimer::timeout, &context, [&] {
        if (auto view = bridge.view(run)) charts.setRuns({view});
    });
    figures.start(250);
    std::atomic<bool> stop{false};
    std::vector<std::thread> engine;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
        engine.emplace_back([&] {
            nice(5);
            volatile double x = 1;
            while (!stop.load(std::memory_order_relaxed)) x = x * 1.0000001;
        });
    std::vector<double> gaps;
    QElapsedTimer beat;
    QTimer heart;
    heart.setTimerType(Qt::PreciseTimer);
    QObject::connect(&heart, &QTimer::timeout, &context,
                     [&] { gaps.push_back(static_cast<double>(beat.nsecsElapsed()) * 1e-6), beat.start(); });
    beat.start();
    heart.start(5);
    const double cpu = RepaintGovernor::threadCpuMs();
    QTimer::singleShot(seconds * 1000, &context, [] { QApplication::quit(); });
    QApplication::exec();
    stop = true;
    for (auto& thread : engine) thread.join();
    report("heartbeat with a live run: p99.9", percentile(gaps, 0.999), "ms", 16);
    report("heartbeat with a live run: longest", *std::max_element(gaps.begin(), gaps.end()), "ms", 50);
    std::printf("%-58s %10.2f %%    (all of it: events, charts, labels)\n", "  thread CPU of the window",
                (RepaintGovernor::threadCpuMs() - cpu) / seconds / 10);
}

} // namespace

} // namespace lockstep::ui

int main(int argc, char** argv) {
    using namespace lockstep::ui;
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    std::vector<ChartCurve> curves;
    for (int i = 0; i < 10; ++i) curves.push_back(longCurve(3 * i)); // solid ones
    replot(curves, 0, 1, "replot of 10 x 1M points, 1200 x 600, CPU p95", 12);
    replot(curves, 0, 2, "replot of 10 x 1M points, twice the size, CPU p95", 35);
    smoothing(curves);
    list();
    heartbeat(argc > 1 ? std::atoi(argv[1]) : 10);
}
