#include "cli/profile.h"

#include "backends/device.h"
#include "cli/context.h"
#include "cost/roofline.h"
#include "train/bench.h"

#include <algorithm>
#include <cstdio>

namespace lockstep::cli {

using spec::Json;

namespace {

constexpr std::int64_t kSteps = 10;
constexpr double kSeconds = 0.5; // a step of microseconds is measured more often

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Times of all runs of one program.
struct Samples {
    std::shared_ptr<const program::Program> program;
    std::vector<double> wall;
    std::map<ir::NodeId, std::vector<double>> nodes;

    void add(const program::Trace& trace) {
        wall.push_back(static_cast<double>(trace.wallNs) * 1e-9);
        for (const auto& span : trace.spans) nodes[span.node].push_back(static_cast<double>(span.endNs - span.startNs) * 1e-9);
    }
};

NodeProfile rate(const ir::Graph& graph, ir::NodeId id, double seconds, const cost::DeviceProfile& peaks) {
    const auto work = cost::workOf(graph, graph.node(id));
    NodeProfile out;
    out.node = id;
    out.seconds = seconds;
    if (seconds <= 0) return out;
    out.flopsPerSecond = work.flops / seconds;
    out.bytesPerSecond = work.bytes / seconds;
    const double peak = peaks.peakFlops(DType::F32), bandwidth = peaks.memoryBytesPerSecond;
    const double compute = peak > 0 ? work.modelFlops / peak : 0, traffic = bandwidth > 0 ? work.bytes / bandwidth : 0;
    out.matmulRoof = compute > traffic;
    out.share = std::max(compute, traffic) / seconds;
    return out;
}

ProgramProfile summary(const Samples& samples, const cost::DeviceProfile& peaks) {
    ProgramProfile out{samples.program, static_cast<std::int64_t>(samples.wall.size()), median(samples.wall), {}};
    for (const ir::NodeId id : samples.program->schedule()) {
        const auto found = samples.nodes.find(id);
        if (found != samples.nodes.end()) out.nodes.push_back(rate(samples.program->graph(), id, median(found->second), peaks));
    }
    return out;
}

std::string line(const ProgramProfile& program, const NodeProfile& n) {
    const ir::Node& node = program.program->graph().node(n.node);
    char text[400];
    std::snprintf(text, sizeof text, "%-36s %-20s %-22s %10.4f ms %5.1f %% %9.2f GFLOP/s %8.2f GB/s", node.name.c_str(),
                  std::string(node.op->name).c_str(), program.program->choice(n.node).implementation.c_str(), n.seconds * 1e3,
                  program.wallSeconds > 0 ? 100 * n.seconds / program.wallSeconds : 0, n.flopsPerSecond * 1e-9, n.bytesPerSecond * 1e-9);
    std::string out = text;
    if (n.share > 0) {
        std::snprintf(text, sizeof text, "  %6.1f %% of %s", 100 * n.share, n.matmulRoof ? "matmul" : "memory");
        out += text;
    }
    return out + "\n";
}

} // namespace

Result<std::vector<ProgramProfile>> profile(const spec::RunDoc& run, backends::Device& device, const cost::DeviceProfile& peaks) {
    std::map<const program::Program*, std::size_t> index;
    std::vector<Samples> samples; // programs in the order of their first run
    const auto observe = [&](const compile::CompiledProgram& compiled, const program::Trace& trace) {
        const auto [known, fresh] = index.emplace(compiled.program.get(), samples.size());
        if (fresh) samples.push_back({compiled.program, {}, {}});
        samples[known->second].add(trace);
    };
    LOCKSTEP_TRY(train::bench(run, device, false, kSteps, kSeconds, observe));
    std::vector<ProgramProfile> out;
    out.reserve(samples.size());
    for (const auto& s : samples) out.push_back(summary(s, peaks));
    return out;
}

std::string profileText(const std::vector<ProgramProfile>& programs) {
    std::string out;
    for (const auto& program : programs) {
        char head[200];
        std::snprintf(head, sizeof head, "program %s: median of %ld runs %.4f ms; share of the step, then of the roof that binds\n",
                      program.program->name().c_str(), static_cast<long>(program.runs), program.wallSeconds * 1e3);
        out += (out.empty() ? "" : "\n") + std::string(head);
        for (const auto& node : program.nodes) out += line(program, node);
    }
    return out;
}

std::map<ir::NodeId, Json> profileJson(const ProgramProfile& program) {
    std::map<ir::NodeId, Json> out;
    for (const auto& n : program.nodes) {
        Json json = Json::object();
        json.set("seconds", number(n.seconds));
        json.set("flops_per_s", number(n.flopsPerSecond));
        json.set("bytes_per_s", number(n.bytesPerSecond));
        json.set("roof", n.share > 0 ? text(n.matmulRoof ? "matmul" : "memory") : Json());
        json.set("roof_share", n.share > 0 ? number(n.share) : Json());
        out.emplace(n.node, std::move(json));
    }
    return out;
}

} // namespace lockstep::cli
