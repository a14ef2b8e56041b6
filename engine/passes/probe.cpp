#include "passes/probe.h"

#include "ir/rewriter.h"

#include <vector>

namespace lockstep::passes {

using ir::ValueId;

/// The last forward value of each layer: where nodes were fused, the output of the group.
static std::map<std::string, ValueId> layerOutputs(const ir::Graph& graph) {
    std::map<std::string, ValueId> out;
    for (const ir::NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        const bool real = node.phase == ir::Phase::Forward && !node.layer.empty() && node.op->name != "reorder";
        if (real && isFloating(graph.value(node.outputs[0]).type.dtype)) out[node.layer] = node.outputs[0];
    }
    return out;
}

/// Kernels that gather statistics read dense rows, so a value in a blocked layout is read through its dense copy: the one that is there, or
/// one made for the probe, which nothing else reads.
static Result<ValueId> dense(ir::Graph& graph, ir::Rewriter& rw, ValueId value, double sequence) {
    if (graph.value(value).layout == ir::kPlain) return value;
    for (const ir::NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        const bool copy = node.op->name == "reorder" && node.inputs[0] == value;
        if (copy && graph.value(node.outputs[0]).layout == ir::kPlain) return node.outputs[0];
    }
    return rw.add1("reorder", graph.value(value).name + "/probed", {value}, {},
                   {.layer = {}, .phase = ir::Phase::Probe, .sequence = sequence});
}

Status addProbes(ir::Graph& graph, const std::map<std::string, ValueId>& gradients) {
    ir::Rewriter rw(graph);
    const auto probe = [&](const std::string& name, ValueId value, double sequence) -> Status {
        LOCKSTEP_ASSIGN(const ValueId read, dense(graph, rw, value, sequence));
        LOCKSTEP_ASSIGN(const ValueId stats, rw.add1("probe_stats", "probe." + name, {read}, {},
                                                     {.layer = {}, .phase = ir::Phase::Probe, .sequence = sequence}));
        rw.fetch("probe." + name, stats);
        return {};
    };
    const auto after = [&](ValueId value) {
        const ir::NodeId producer = graph.value(value).producer;
        return producer == ir::kNone ? 0.0 : graph.node(producer).sequence + 0.125;
    };
    for (const auto& [layer, value] : layerOutputs(graph)) LOCKSTEP_TRY(probe("output." + layer, value, after(value)));
    for (const auto& [parameter, gradient] : gradients) {
        LOCKSTEP_TRY(probe("weight." + parameter, graph.findValue(parameter), 0));
        if (graph.value(gradient).alive) LOCKSTEP_TRY(probe("gradient." + parameter, gradient, after(gradient)));
    }
    return rw.finish();
}

} // namespace lockstep::passes
