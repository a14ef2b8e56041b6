#include "spec/graph_layout.h"

#include "base/thread.h"
#include "spec/layout_engines.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace lockstep::spec {
namespace {

constexpr std::chrono::seconds kLimit{2};
/// Beyond this dot won't make it in time.
constexpr std::size_t kMostNodes = 3000;

struct Job {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;
    std::optional<LayoutResult> result;
    bool done = false;
};

/// The one thread that calls Graphviz. A layout can't be cancelled: one that takes too long is left to finish, and until then the
/// fallback answers. The object is never destroyed, since its thread may outlive main().
class Worker {
public:
    static Worker& instance() {
        static Worker* const kWorker = new Worker;
        return *kWorker;
    }

    std::optional<LayoutResult> run(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
        const auto deadline = std::chrono::steady_clock::now() + kLimit;
        const auto job = std::make_shared<Job>(Job{nodes, edges, {}, false});
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_until(lock, deadline, [&] { return !m_job; })) return {};
        m_job = job;
        m_changed.notify_all();
        m_changed.wait_until(lock, deadline, [&] { return job->done; });
        return std::move(job->result);
    }

private:
    Worker() {
        std::thread([this] { loop(); }).detach();
    }

    void loop() {
        nameThisThread("layout");
        lowerThisThreadPriority();
        std::unique_lock lock(m_mutex);
        while (true) {
            m_changed.wait(lock, [&] { return m_job && !m_job->done; });
            const auto job = m_job;
            lock.unlock();
            auto result = dotLayout(job->nodes, job->edges);
            lock.lock();
            job->result = std::move(result);
            job->done = true;
            m_job = nullptr;
            m_changed.notify_all();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::shared_ptr<Job> m_job;
};

} // namespace

LayoutResult layoutGraph(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    if (nodes.empty()) return {};
    if (nodes.size() <= kMostNodes)
        if (auto result = Worker::instance().run(nodes, edges)) return std::move(*result);
    return layeredLayout(nodes, edges);
}

} // namespace lockstep::spec
