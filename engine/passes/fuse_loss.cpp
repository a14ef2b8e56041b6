#include "passes/fuse.h"

#include "ir/rewriter.h"

#include <optional>

namespace lockstep::passes {

using ir::Graph, ir::Node, ir::NodeId, ir::ValueId;

namespace {

/// From so many bytes of logits on it pays not to hold them: below, whole products are faster.
constexpr std::size_t kLargeLogits = std::size_t{64} << 20;

/// The nodes that become one. Absent: something else reads what would be gone.
struct HeadAndLoss {
    NodeId linear, loss, lossGrad, dgrad, wgrad;
};

const Node* producerOf(const Graph& graph, ValueId v) {
    const NodeId id = v == ir::kNone ? ir::kNone : graph.value(v).producer;
    return id == ir::kNone ? nullptr : &graph.node(id);
}

bool isOne(const Graph& graph, ValueId v) {
    const Node* node = producerOf(graph, v);
    return node && node->op->name == "fill" && node->attrs.number("value") == 1;
}

NodeId readerWith(const Graph& graph, ValueId v, std::string_view op) {
    for (const NodeId id : graph.readers(v))
        if (graph.node(id).op->name == op) return id;
    return ir::kNone;
}

bool isReadBy(const Graph& graph, ValueId v, std::size_t count) { return graph.readers(v).size() == count && !graph.isFetched(v); }

std::optional<HeadAndLoss> matchAt(const Graph& graph, NodeId id) {
    const Node& loss = graph.node(id);
    if (!loss.alive || loss.op->name != "cross_entropy") return {};
    const ValueId logits = loss.inputs[0];
    const ir::TensorType& type = graph.value(logits).type;
    const Node* linear = producerOf(graph, logits);
    const bool isHead = linear && linear->op->name == "linear" && linear->attrs.text("activation", "none") == "none";
    if (!isHead || type.bytes() < kLargeLogits || static_cast<std::size_t>(loss.attrs.integer("class_axis")) + 1 != type.shape.rank())
        return {};
    HeadAndLoss m{graph.value(logits).producer, id, readerWith(graph, logits, "cross_entropy_grad"), ir::kNone, ir::kNone};
    if (m.lossGrad == ir::kNone || !isReadBy(graph, logits, 2) || !isReadBy(graph, loss.outputs[1], 1)) return {};
    const ValueId slope = graph.node(m.lossGrad).outputs[0];
    m.dgrad = readerWith(graph, slope, "linear_dgrad"), m.wgrad = readerWith(graph, slope, "linear_wgrad");
    if (m.dgrad == ir::kNone || m.wgrad == ir::kNone || !isReadBy(graph, slope, 2)) return {};
    if (!isOne(graph, graph.node(m.lossGrad).inputs[0]) || (linear->inputs[2] != ir::kNone) != graph.node(m.wgrad).attrs.flag("bias"))
        return {};
    return m;
}

} // namespace

Status fuseLoss(Graph& graph, std::map<std::string, ValueId>* gradients) {
    ir::Rewriter rw(graph);
    const auto move = [&](ValueId from, ValueId to) {
        rw.replaceUses(from, to);
        if (!gradients) return;
        for (auto& [name, value] : *gradients)
            if (value == from) value = to;
    };
    const std::vector<NodeId> order = graph.order();
    for (const NodeId id : order) {
        const auto m = matchAt(graph, id);
        if (!m) continue;
        const Node linear = graph.node(m->linear), loss = graph.node(m->loss);
        ir::Attributes attrs;
        for (const char* name : {"label_smoothing", "ignore_index", "class_weights"})
            if (const auto* value = loss.attrs.find(name)) attrs.set(name, *value);
        LOCKSTEP_ASSIGN(const auto made, rw.add("linear_cross_entropy", linear.name + "+" + loss.name,
                                                {linear.inputs[0], linear.inputs[1], linear.inputs[2], loss.inputs[1], loss.inputs[2]},
                                                attrs, {.layer = linear.layer, .phase = linear.phase, .sequence = loss.sequence}));
        move(loss.outputs[0], made[0]);
        move(graph.node(m->dgrad).outputs[0], made[1]);
        move(graph.node(m->wgrad).outputs[0], made[2]);
        if (made.size() > 3) move(graph.node(m->wgrad).outputs[1], made[3]);
    }
    rw.removeDead();
    return rw.finish();
}

} // namespace lockstep::passes
