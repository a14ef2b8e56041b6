#include "passes/fuse.h"

#include "ir/rewriter.h"

#include <string>

namespace lockstep::passes {

using ir::NodeId;
using ir::ValueId;

/// Name of the fused activation, empty if the node is none.
static std::string activationOf(const ir::Node& node) {
    const auto op = node.op->name;
    if (op == "relu" || op == "tanh" || op == "sigmoid") return std::string(op);
    if (op == "gelu") return node.attrs.flag("tanh") ? "gelu_tanh" : "gelu";
    return {};
}

static bool takesActivation(const ir::Node& node) {
    return (node.op->name == "linear" || node.op->name == "conv2d") && node.attrs.text("activation", "none") == "none";
}

Status fuseActivations(ir::Graph& graph) {
    ir::Rewriter rw(graph);
    const std::vector<NodeId> order = graph.order();
    for (const NodeId id : order) {
        const ir::Node& activation = graph.node(id);
        const std::string name = activationOf(activation);
        if (!activation.alive || name.empty()) continue;
        const ValueId before = activation.inputs[0], after = activation.outputs[0];
        const NodeId producer = graph.value(before).producer;
        if (producer == ir::kNone || !takesActivation(graph.node(producer))) continue;
        if (graph.readers(before).size() != 1 || graph.isFetched(before)) continue;

        const ir::Node& source = graph.node(producer); // like `activation` of no use once add1() has grown the nodes
        ir::Attributes attrs = source.attrs;
        attrs.set("activation", name);
        LOCKSTEP_ASSIGN(const ValueId fused, rw.add1(source.op->name, source.name + "+" + std::string(activation.op->name), source.inputs,
                                                     attrs, {.layer = source.layer, .phase = source.phase, .sequence = source.sequence}));
        rw.replaceUses(after, fused);
        rw.remove(id);
        rw.remove(producer);
    }
    return rw.finish();
}

} // namespace lockstep::passes
