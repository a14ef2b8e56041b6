#include "cost/roofline.h"

#include <algorithm>

namespace lockstep::cost {

Work workOf(const ir::Graph& graph, const ir::Node& node) {
    if (node.op->view) return {};
    const ir::OpCost cost = graph.cost(node);
    return {node.op->modelFlops ? cost.flops : 0, cost.flops, cost.bytes};
}

Work workOf(const ir::Graph& graph) {
    Work sum;
    for (const ir::NodeId id : graph.order()) {
        const Work w = workOf(graph, graph.node(id));
        if (graph.node(id).phase != ir::Phase::Recompute) sum.modelFlops += w.modelFlops;
        sum.flops += w.flops, sum.bytes += w.bytes;
    }
    return sum;
}

static double over(double amount, double rate) { return rate > 0 ? amount / rate : 0; }

double nodeSeconds(const ir::Graph& graph, const ir::Node& node, const DeviceProfile& profile) {
    if (node.op->view) return 0;
    const Work work = workOf(graph, node);
    const DType dtype = node.inputs.empty() || node.inputs[0] == ir::kNone ? DType::F32 : graph.value(node.inputs[0]).type.dtype;
    const double compute = over(work.modelFlops, profile.matmulFlops(dtype, work.modelFlops));
    return std::max(compute, over(work.bytes, profile.memoryBytesPerSecond)) + profile.launchSeconds;
}

double graphSeconds(const ir::Graph& graph, const DeviceProfile& profile) {
    double sum = 0;
    for (const ir::NodeId id : graph.order()) sum += nodeSeconds(graph, graph.node(id), profile);
    return sum;
}

} // namespace lockstep::cost
