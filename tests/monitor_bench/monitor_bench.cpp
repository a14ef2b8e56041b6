// What watching a run costs: training steps of a workload in short blocks, with and without the control thread that makes series, health
// rules, snapshots and store commits of every step; then with and without probes. `bench_monitors [workload] [threads] [pairs]`.
#include "backends/cpu/cpu_device.h"
#include "base/clock.h"
#include "base/queue.h"
#include "session/run_record.h"
#include "session/run_store.h"
#include "spec/templates.h"
#include "train/initializer.h"
#include "train/step_runner.h"
#include "train/weights.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <thread>
#include <unistd.h>

using namespace lockstep;

namespace {

constexpr std::int64_t kPublishNs = 33'000'000, kCommitNs = 1'000'000'000; // as the session's

template <class T> T must(Result<T> result) {
    if (result.ok()) return *std::move(result);
    std::fprintf(stderr, "%s\n", result.error().message().c_str());
    std::exit(1);
}
void must(const Status& status) {
    if (status.ok()) return;
    std::fprintf(stderr, "%s\n", status.error().message().c_str());
    std::exit(1);
}

/// Training steps on data in memory.
class Steps {
public:
    Steps(const std::string& workload, int threads) : m_device(must(backends::makeCpuDevice({.threads = threads}))) {
        spec::ReadRunOptions options;
        options.sets = {"probe.every_steps=1"};
        m_run = must(spec::readRun(must(spec::templateRun(workload)), options));
        m_set = must(compile::ProgramSet::create(m_run, *m_device));
        m_executor = must(exec::Executor::create(*m_device, m_set->persistent()));
        m_runner.emplace(m_run, *m_set, *m_executor);
        must(train::initialise(m_set->model(), m_run.seed, *m_executor));
        const auto size = m_run.data.batchSize;
        m_batch.size = size;
        for (const auto& input : m_run.model.inputs) m_batch.inputs.push_back(HostTensor::zeros(input.dtype, input.shape.withBatch(size)));
        for (const auto& output : m_set->model().outputs)
            m_batch.targets.push_back(HostTensor::zeros(output.targetDtype, output.targetShape.withBatch(size)));
        for (const auto& group : m_set->groups()) m_settings.rates.push_back(group.settings.lr);
        must(m_runner->prepare(size));
        m_flops = must(m_runner->flops(size));
    }

    train::StepSample step(bool probe, train::StepResult* result = nullptr) {
        const auto start = monotonicNs();
        m_settings.probe = probe;
        auto done = must(m_runner->train(m_batch, m_settings, nullptr));
        train::StepSample s;
        s.step = m_settings.step++;
        s.wall = wallSeconds();
        s.loss = done.loss, s.gradNorm = done.gradNorm, s.lr = m_settings.rates.at(0), s.flops = m_flops;
        s.samples = s.items = m_batch.size;
        s.transferNs = done.times.transfer, s.computeNs = done.times.compute, s.optimizerNs = done.times.optimizer;
        s.wallNs = monotonicNs() - start;
        if (result) *result = std::move(done);
        return s;
    }

private:
    std::unique_ptr<backends::Device> m_device;
    spec::RunDoc m_run;
    std::unique_ptr<compile::ProgramSet> m_set;
    std::unique_ptr<exec::Executor> m_executor;
    std::optional<train::StepRunner> m_runner;
    train::BatchView m_batch;
    train::StepSettings m_settings;
    double m_flops = 0;
};

/// A control thread as the session's, on a store of its own.
class Watch {
public:
    explicit Watch(const std::string& folder)
        : m_store(must(session::RunStore::open(folder + "/runs.db"))), m_run(must(m_store->insert({}))), m_record(load()) {
        m_thread = std::jthread([this](std::stop_token stop) { work(stop); });
    }
    void push(const train::StepSample& sample) {
        while (!m_samples.push(sample)) std::this_thread::yield();
    }
    /// Processor time of the thread so far.
    double seconds() const { return static_cast<double>(m_cpuNs.load()) * 1e-9; }

private:
    session::RunView load() {
        must(m_store->claim(m_run));
        return *must(m_store->load(m_run));
    }
    void work(std::stop_token stop) {
        m_record.setPeak(1e11);
        m_record.setState(session::RunState::Running);
        std::int64_t published = 0, committed = 0;
        while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::nanoseconds(kPublishNs));
            while (const auto sample = m_samples.pop()) m_record.add(*sample);
            const auto now = monotonicNs();
            if (now - committed >= kCommitNs) must(m_store->commit(m_record.takeDelta())), committed = now;
            if (now - published >= kPublishNs) m_view = m_record.snapshot(), published = now;
            timespec t{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
            m_cpuNs = t.tv_sec * 1'000'000'000 + t.tv_nsec;
        }
    }

    std::unique_ptr<session::RunStore> m_store;
    session::RunId m_run;
    session::RunRecord m_record;
    std::shared_ptr<const session::RunView> m_view;
    SpscRing<train::StepSample> m_samples{std::size_t{1} << 14};
    std::atomic<std::int64_t> m_cpuNs{0};
    std::jthread m_thread; ///< last: joins first
};

/// Of all threads of this process.
double processorSeconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

/// Median ms of a step in a block of about `ms`.
template <class Step> double block(double ms, Step step) {
    std::vector<double> times;
    const auto start = monotonicNs();
    do {
        const auto from = monotonicNs();
        step();
        times.push_back(static_cast<double>(monotonicNs() - from) * 1e-6);
    } while (static_cast<double>(monotonicNs() - start) * 1e-6 < ms);
    return median(times);
}

/// Median ratio of blocks that take turns.
template <class A, class B> void compare(const char* what, int pairs, A plain, B watched) {
    std::vector<double> ratios, base;
    for (int i = 0; i < pairs; ++i) {
        const double a = block(400, plain), b = block(400, watched);
        ratios.push_back(b / a);
        base.push_back(a);
    }
    std::printf("%-28s %9.3f ms a step without, ratio with %.4f (%+.2f %%)\n", what, median(base), median(ratios),
                100 * (median(ratios) - 1));
}

} // namespace

int main(int argc, char** argv) {
    const std::string workload = argc > 1 ? argv[1] : "lenet";
    const int threads = argc > 2 ? std::atoi(argv[2]) : 0, pairs = argc > 3 ? std::atoi(argv[3]) : 15;
    const auto folder = std::filesystem::temp_directory_path() / ("lockstep-monitors-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    {
        Steps steps(workload, threads);
        for (int i = 0; i < 5; ++i) steps.step(i % 2 == 1);
        Watch watch(folder.string());
        compare(
            "monitors", pairs, [&] { steps.step(false); }, [&] { watch.push(steps.step(false)); });
        const double control = watch.seconds(), process = processorSeconds();
        int count = 0;
        for (int i = 0; i < 8; ++i) block(500, [&] { watch.push(steps.step(false)), ++count; });
        const double watched = watch.seconds() - control, all = processorSeconds() - process;
        std::printf("%-28s %.1f us of processor time a step, %.2f %% of the %.1f ms of all else (whatever else the machine does)\n",
                    "the control thread takes", 1e6 * watched / count, 100 * watched / (all - watched), 1e3 * (all - watched) / count);
        train::StepResult probed;
        compare(
            "probes at every step", pairs, [&] { steps.step(false); }, [&] { steps.step(true, &probed); });
        std::printf("%-28s %zu rows a sample\n", "a probed step gives", probed.probes.size());
    }
    std::filesystem::remove_all(folder);
    return 0;
}
