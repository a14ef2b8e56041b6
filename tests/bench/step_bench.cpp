// Times one training step of the standard workloads, node by node, on the cpu device: `bench_steps [model] [threads] [repetitions]`.
#include "autodiff/reverse.h"
#include "backends/cpu/cpu_device.h"
#include "bench/models.h"
#include "ops/builtin.h"
#include "passes/fuse.h"
#include "passes/layout.h"
#include "passes/optimizer.h"
#include "program/memory_plan.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <map>

using namespace lockstep;
using namespace lockstep::bench;

/// Processor time of this thread where it works alone, which other programs on the machine do not lengthen; wall time else.
struct Clock {
    static inline bool cpuTime = false;
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<Clock>;
    static constexpr bool is_steady = true;
    static time_point now() {
        timespec t{};
        clock_gettime(cpuTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
        return time_point(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
    }
};

namespace {

double msSince(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

Status differentiate(ir::Graph& graph, const Model& model) {
    ir::Rewriter rw(graph);
    LOCKSTEP_ASSIGN(const auto gradients, autodiff::reverse(rw, model.loss, model.parameters));
    passes::UpdateGroup group{
        .op = "adam_update",
        .attrs = {{"beta1", 0.9}, {"beta2", 0.999}, {"eps", 1e-8}, {"weight_decay", 0.01}, {"decoupled", true}, {"amsgrad", false}},
        .states = {"m", "v"},
        .lrScalar = "lr"};
    for (const auto& [parameter, gradient] : gradients) group.tensors.push_back({parameter, gradient});
    LOCKSTEP_TRY(rw.finish());
    return passes::addOptimizer(graph, {group}, {});
}

/// A prepared step over one block of memory.
class Step {
public:
    Step(ir::Graph& graph, backends::Device& device) : m_graph(graph) {
        for (const ir::NodeId id : graph.order()) prepare(id, device);
        plan(device);
    }
    void run() {
        for (Node& n : m_nodes) {
            const auto start = Clock::now();
            if (n.kernel) n.kernel->run(n.args);
            n.ms = std::min(n.ms, msSince(start));
        }
    }
    void print() const {
        std::map<std::string, double> byOp;
        for (const Node& n : m_nodes) {
            const ir::Node& node = m_graph.node(n.id);
            const auto cost = m_graph.cost(node);
            std::printf("  %9.1f us %7.1f GF/s %6.1f GB/s  %-22s %-14s %s\n", n.ms * 1e3, cost.flops / n.ms / 1e6, cost.bytes / n.ms / 1e6,
                        std::string(node.op->name).c_str(), n.implementation.c_str(), node.name.c_str());
            byOp[std::string(node.op->name)] += n.ms;
        }
        for (const auto& [op, ms] : byOp) std::printf("%9.1f us  %s\n", ms * 1e3, op.c_str());
    }

private:
    struct Node {
        ir::NodeId id;
        std::unique_ptr<backends::Kernel> kernel;
        std::string implementation;
        backends::KernelArgs args;
        double ms = 1e9;
    };

    void prepare(ir::NodeId id, backends::Device& device) {
        if (program::isFreeView(m_graph, m_graph.node(id))) return m_nodes.push_back({id, nullptr, "view"});
        auto choice = device.prepare(backends::viewOf(m_graph, m_graph.node(id)));
        if (!choice.ok()) std::fprintf(stderr, "%s\n", choice.error().message().c_str()), std::exit(1);
        m_nodes.push_back({id, std::move(choice->kernel), choice->implementation});
    }

    void plan(backends::Device& device) {
        std::map<ir::NodeId, std::size_t> workspace;
        for (const Node& n : m_nodes) workspace[n.id] = n.kernel ? n.kernel->workspaceBytes() : 0;
        const ir::LayoutQuery* layouts = device.layouts();
        const auto bytes = [&](const ir::Value& v) { return layouts->bytes(v.type, v.layout); };
        const auto plan = program::planMemory({&m_graph, bytes, [&](ir::NodeId id) { return workspace[id]; }});
        m_scratch = std::move(device.allocate(plan.scratchBytes)).value();
        std::size_t persistent = 0;
        std::vector<std::size_t> offsets(plan.values.size());
        for (ir::ValueId v = 0; v < m_graph.valueEnd(); ++v) {
            const ir::Value& value = m_graph.value(v);
            if (!value.alive || value.producer != ir::kNone || value.storage != v) continue;
            offsets[static_cast<std::size_t>(v)] = persistent;
            persistent += (value.type.bytes() + 63) / 64 * 64;
        }
        m_persistent = std::move(device.allocate(persistent)).value();
        fill(offsets);
        std::printf("scratch %.1f MB (lower bound %.1f), persistent and inputs %.1f MB\n", static_cast<double>(plan.scratchBytes) / 1e6,
                    static_cast<double>(plan.liveBytes) / 1e6, static_cast<double>(persistent) / 1e6);
        const auto address = [&](ir::ValueId v) -> std::byte* {
            if (v == ir::kNone) return nullptr;
            const ir::ValueId root = plan.roots[static_cast<std::size_t>(v)];
            const ir::Value& value = m_graph.value(root);
            if (value.producer == ir::kNone) return m_persistent->data() + offsets[static_cast<std::size_t>(root)];
            return m_scratch->data() + plan.values[static_cast<std::size_t>(root)].offset;
        };
        for (Node& n : m_nodes) {
            const ir::Node& node = m_graph.node(n.id);
            for (const ir::ValueId v : node.inputs) n.args.inputs.push_back(address(v));
            for (const ir::ValueId v : node.outputs) n.args.outputs.push_back(address(v));
            n.args.workspace = m_scratch->data() + plan.workspaces[static_cast<std::size_t>(n.id)].offset;
            if (n.kernel) n.kernel->bind(n.args);
        }
    }

    /// Small numbers in floats, ones in scalars, class 0 as target.
    void fill(const std::vector<std::size_t>& offsets) {
        std::memset(m_persistent->data(), 0, m_persistent->bytes());
        for (ir::ValueId v = 0; v < m_graph.valueEnd(); ++v) {
            const ir::Value& value = m_graph.value(v);
            if (!value.alive || value.producer != ir::kNone || value.storage != v) continue;
            std::byte* at = m_persistent->data() + offsets[static_cast<std::size_t>(v)];
            const std::int64_t n = value.type.shape.elements();
            if (value.type.dtype == DType::F64)
                *reinterpret_cast<double*>(at) = value.name == "lr" ? 1e-3 : value.name == "scale" ? 1.0 / 128 : 1;
            else if (value.type.dtype == DType::F32 && value.kind != ir::ValueKind::State)
                for (std::int64_t i = 0; i < n; ++i)
                    reinterpret_cast<float*>(at)[i] = static_cast<float>((i * 2654435761u >> 16) % 2001) * 5e-5f - 0.05f;
        }
    }

    ir::Graph& m_graph;
    std::vector<Node> m_nodes;
    std::unique_ptr<backends::Buffer> m_scratch, m_persistent;
};

void check(const Status& status) {
    if (!status.ok()) std::fprintf(stderr, "%s\n", status.error().message().c_str()), std::exit(1);
}

} // namespace

int main(int argc, char** argv) {
    const std::string name = argc > 1 ? argv[1] : "mlp";
    auto device = std::move(backends::makeCpuDevice({.threads = argc > 2 ? std::atoi(argv[2]) : 0})).value();
    device->enterThread();
    Clock::cpuTime = device->info().threads == 1;
    ir::Graph graph(ops::builtinOps());
    const Model model = buildModel(graph, name);
    const auto start = Clock::now();
    check(differentiate(graph, model));
    check(passes::fuseActivations(graph));
    check(passes::fuseBatchNorm(graph));
    const double graphMs = msSince(start);
    check(passes::assignLayouts(graph, *device->layouts()));
    const double layoutMs = msSince(start);
    Step step(graph, *device);
    std::printf("graph %.1f ms, layouts %.1f ms, kernels and plan %.1f ms\n", graphMs, layoutMs - graphMs, msSince(start) - layoutMs);
    std::vector<double> times;
    for (int i = 0; i < (argc > 3 ? std::atoi(argv[3]) : 20); ++i) {
        const auto from = Clock::now();
        step.run();
        times.push_back(msSince(from));
    }
    std::ranges::sort(times);
    step.print();
    std::printf("%s: least %.3f ms, median %.3f ms\n", name.c_str(), times.front(), times[times.size() / 2]);
}
