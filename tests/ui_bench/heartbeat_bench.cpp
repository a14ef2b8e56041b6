// A live run with eight charts, every core busy, and a timer in the window's thread that notes how late it comes.
#include "ui_bench/bench_report.h"

#include "support/fake_session.h"

#include "session/run_view.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/repaint_governor.h"

#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <thread>
#include <unistd.h>

namespace lockstep::ui {

namespace {

constexpr int kBeatMs = 5, kFiguresMs = 250;

/// Busy as an engine is, a little less urgent than the window.
class Engine {
public:
    Engine() {
        for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
            m_threads.emplace_back([this](std::stop_token stop) {
                [[maybe_unused]] const int nicer = nice(5);
                while (!stop.stop_requested()) m_work.fetch_add(1, std::memory_order_relaxed);
            });
    }

private:
    std::atomic<unsigned long> m_work{0};
    std::vector<std::jthread> m_threads;
};

/// Gaps between beats, and the thread CPU from one beat to the next: no handler in between took more.
struct Beats {
    std::vector<double> gaps, busy;

    void listen(int seconds) {
        QElapsedTimer clock;
        double cpu = RepaintGovernor::threadCpuMs();
        QTimer heart;
        heart.setTimerType(Qt::PreciseTimer);
        QObject::connect(&heart, &QTimer::timeout, &heart, [&] {
            gaps.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            clock.start();
            const double now = RepaintGovernor::threadCpuMs();
            busy.push_back(now - cpu);
            cpu = now;
        });
        clock.start();
        heart.start(kBeatMs);
        QEventLoop loop; // the application's own would close the windows at its end
        QTimer::singleShot(seconds * 1000, &loop, &QEventLoop::quit);
        loop.exec();
    }
    double longest() const { return *std::max_element(gaps.begin(), gaps.end()); }
};

} // namespace

void benchHeartbeat(int seconds) {
    const Engine engine;
    Beats empty;
    empty.listen(std::max(1, seconds / 2));
    note("heartbeat without a window, this machine now: p99.9", percentile(empty.gaps, 0.999), "ms");
    note("heartbeat without a window: longest", empty.longest(), "ms");

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
    figures.start(kFiguresMs);
    Beats{}.listen(1); // the first paints of all charts are not the run's
    const double cpu = RepaintGovernor::threadCpuMs(), painted = charts.governor().spentMs();
    Beats beats;
    beats.listen(seconds);
    report("heartbeat with a live run: p99.9, wall", percentile(beats.gaps, 0.999), "ms", 16);
    report("heartbeat with a live run: longest, wall", beats.longest(), "ms", 50);
    report("longest stretch of work between two beats, CPU", *std::max_element(beats.busy.begin(), beats.busy.end()), "ms", 8);
    report("all live painting, share of the wall clock", (charts.governor().spentMs() - painted) / seconds / 10, "%", 1.5);
    note("thread CPU of the window: events, charts, labels", (RepaintGovernor::threadCpuMs() - cpu) / seconds / 10, "%");
}

} // namespace lockstep::ui
