// How timings of the window are taken and printed. The machine may be busy: CPU times of the thread, the least of several rounds.
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>

#include <functional>
#include <vector>

namespace lockstep::ui {

/// value <= budget: ok.
void report(const char* what, double value, const char* unit, double budget);
/// A figure that has no budget.
void note(const char* what, double value, const char* unit, const char* remark = "");
double percentile(std::vector<double> values, double share);
/// Thread CPU of `act`, ms.
double cpuMs(const std::function<void()>& act);
/// p95 of `times` calls, the least of three rounds.
double leastP95(int times, const std::function<void(int)>& act);
/// Runs the event loop until `done`, at most 20 s.
void waitUntil(const std::function<bool()>& done);

void benchCharts();
void benchCanvas();
void benchWindow();
void benchHeartbeat(int seconds);

} // namespace lockstep::ui
