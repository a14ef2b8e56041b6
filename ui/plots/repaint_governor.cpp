#include "ui/plots/repaint_governor.h"

#include "base/clock.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace lockstep::ui {

namespace {

constexpr double kLongestWaitMs = 2000; ///< a long gesture must not silence the charts after it

double nowMs() { return static_cast<double>(monotonicNs()) * 1e-6; }

void addOnce(std::deque<QPointer<Repaintable>>& queue, Repaintable* chart) {
    if (std::find(queue.begin(), queue.end(), chart) == queue.end()) queue.emplace_back(chart);
}

} // namespace

RepaintGovernor::RepaintGovernor(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &RepaintGovernor::turn);
}

void RepaintGovernor::request(Repaintable* chart) {
    addOnce(m_waiting, chart);
    arm();
}

void RepaintGovernor::requestNow(Repaintable* chart) {
    std::erase(m_waiting, chart);
    addOnce(m_urgent, chart);
    m_timer.start(0);
}

void RepaintGovernor::spent(double cpuMs) {
    m_spentMs += cpuMs;
    const double now = nowMs();
    m_freeAtMs = std::min(std::max(m_freeAtMs, now) + cpuMs / m_share, now + kLongestWaitMs);
}

void RepaintGovernor::arm() {
    if (m_timer.isActive()) return;
    const double wait = m_urgent.empty() ? std::max(0.0, m_freeAtMs - nowMs()) : 0;
    m_timer.start(static_cast<int>(std::ceil(wait)));
}

void RepaintGovernor::turn() {
    // What the paint before really took is known only now: its replot came after the timer was set.
    if (m_urgent.empty() && nowMs() < m_freeAtMs) return arm();
    auto& queue = m_urgent.empty() ? m_waiting : m_urgent;
    while (!queue.empty()) {
        const auto chart = queue.front();
        queue.pop_front();
        if (!chart || !chart->wantsPaint()) continue;
        chart->paintNow();
        break;
    }
    if (!m_urgent.empty() || !m_waiting.empty()) arm();
}

double RepaintGovernor::threadCpuMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

} // namespace lockstep::ui
