// GUI.md section 7, the rows that exist, measured and printed. Timings, not a test: bench_ui [SECONDS OF HEARTBEAT
// [charts|canvas|window|heartbeat]]
#include "ui_bench/bench_report.h"

#include "ui/plots/repaint_governor.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QStandardPaths>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>

namespace lockstep::ui {

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void report(const char* what, double value, const char* unit, double budget) {
    std::printf("%-62s %9.2f %-3s budget %6.1f  %s\n", what, value, unit, budget, value <= budget ? "ok" : "OVER");
    std::fflush(stdout);
}

void note(const char* what, double value, const char* unit, const char* remark) {
    std::printf("  %-60s %9.2f %-3s %s\n", what, value, unit, remark);
    std::fflush(stdout);
}

double cpuMs(const std::function<void()>& act) {
    const double start = RepaintGovernor::threadCpuMs();
    act();
    return RepaintGovernor::threadCpuMs() - start;
}

double leastP95(int times, const std::function<void(int)>& act) {
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 3; ++round) {
        std::vector<double> taken;
        for (int i = 0; i < times; ++i) taken.push_back(cpuMs([&] { act(i); }));
        least = std::min(least, percentile(taken, 0.95));
    }
    return least;
}

void waitUntil(const std::function<bool()>& done) {
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < 20000) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
}

} // namespace lockstep::ui

int main(int argc, char** argv) {
    using namespace lockstep::ui;
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    auto* theme = new Theme(&app);
    theme->setMode(Theme::Mode::Light);
    const std::string part = argc > 2 ? argv[2] : "";
    const auto wanted = [&](const char* name) { return part.empty() || part == name; };
    if (wanted("charts")) benchCharts();
    if (wanted("canvas")) benchCanvas();
    if (wanted("window")) benchWindow();
    if (wanted("heartbeat")) benchHeartbeat(argc > 1 ? std::atoi(argv[1]) : 10);
}
