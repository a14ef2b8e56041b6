#include "passes/fuse.h"

#include "ir/rewriter.h"

#include <algorithm>

namespace lockstep::passes {

using ir::kNone;
using ir::NodeId;
using ir::ValueId;

namespace {

/// batch_norm -> [add residual ->] relu, with the nodes of the way back where they are there.
struct Match {
    NodeId norm = kNone, add = kNone, relu = kNone, reluGrad = kNone, normGrad = kNone;
    ValueId residual = kNone;
};

class BatchNormFuser {
public:
    BatchNormFuser(ir::Graph& graph, std::map<std::string, ValueId>* gradients) : m_graph(graph), m_rw(graph), m_gradients(gradients) {}

    Status run() {
        const std::vector<NodeId> order = m_graph.order();
        for (const NodeId id : order) {
            if (!m_graph.node(id).alive || m_graph.node(id).op->name != "relu") continue;
            if (const auto match = matchAt(id); match.norm != kNone) LOCKSTEP_TRY(replace(match));
        }
        return m_rw.finish();
    }

private:
    const ir::Node& node(NodeId id) const { return m_graph.node(id); }

    NodeId onlyReader(ValueId value) const {
        return m_graph.readers(value).size() == 1 && !m_graph.isFetched(value) ? m_graph.readers(value)[0] : kNone;
    }

    /// The batch_norm that alone feeds `reader` with this value.
    NodeId normFeeding(ValueId value, NodeId reader) const {
        const NodeId producer = m_graph.value(value).producer;
        if (producer == kNone || onlyReader(value) != reader) return kNone;
        const ir::Node& n = node(producer);
        const bool norm = n.op->name == "batch_norm" || n.op->name == "batch_norm_infer";
        return norm && value == n.outputs[0] && !n.attrs.flag("relu", false) && n.inputs.back() == kNone ? producer : kNone;
    }

    Match matchAt(NodeId relu) const {
        Match m;
        m.relu = relu;
        const ValueId before = node(relu).inputs[0];
        m.norm = normFeeding(before, relu);
        const NodeId producer = m_graph.value(before).producer;
        if (m.norm == kNone && producer != kNone && node(producer).op->name == "add" && onlyReader(before) == relu) matchAdd(m, producer);
        if (m.norm != kNone) matchBackward(m);
        return m;
    }

    void matchAdd(Match& m, NodeId add) const {
        const auto& in = node(add).inputs;
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
            const ValueId normed = in[side], other = in[1 - side];
            const NodeId norm = normFeeding(normed, add);
            if (norm == kNone || normed == other || !(m_graph.value(normed).type == m_graph.value(other).type)) continue;
            if (m.norm != kNone && node(norm).sequence < node(m.norm).sequence) continue; // the later one: the other is ready by then
            m.norm = norm;
            m.add = add;
            m.residual = other;
        }
    }

    void matchBackward(Match& m) const {
        for (const NodeId reader : m_graph.readers(node(m.relu).outputs[0])) {
            if (node(reader).op->name == "relu_grad" && node(reader).inputs[1] == node(m.relu).outputs[0]) m.reluGrad = reader;
        }
        if (m.reluGrad == kNone) return;
        for (const NodeId reader : m_graph.readers(node(m.reluGrad).outputs[0])) {
            const ir::Node& n = node(reader);
            if (n.op->name == "batch_norm_grad" && n.inputs[0] == node(m.reluGrad).outputs[0] && n.inputs[3] == node(m.norm).outputs[1])
                m.normGrad = reader;
        }
        // Without residual nobody else may want relu's gradient: it no longer exists by itself.
        const bool alone = onlyReader(node(m.reluGrad).outputs[0]) == m.normGrad;
        if (m.normGrad != kNone && m.residual == kNone && !alone) m.normGrad = kNone;
    }

    Status replace(const Match& m) {
        const ir::Node norm = node(m.norm), relu = node(m.relu);
        std::vector<ValueId> inputs = norm.inputs;
        inputs.back() = m.residual;
        ir::Attributes attrs = norm.attrs;
        attrs.set("relu", true);
        const double sequence = m.add == kNone ? norm.sequence : relu.sequence; // the residual is there by then
        LOCKSTEP_ASSIGN(const auto fused, m_rw.add(norm.op->name, norm.name + "+relu", inputs, attrs,
                                                   {.layer = norm.layer, .phase = norm.phase, .sequence = sequence}));
        if (m.normGrad != kNone) LOCKSTEP_TRY(replaceGradient(m, fused[0]));
        m_rw.replaceUses(relu.outputs[0], fused[0]);
        for (std::size_t k = 1; k < fused.size(); ++k) m_rw.replaceUses(norm.outputs[k], fused[k]);
        m_rw.remove(m.relu);
        if (m.add != kNone) m_rw.remove(m.add);
        m_rw.remove(m.norm);
        return {};
    }

    Status replaceGradient(const Match& m, ValueId y) {
        const ir::Node grad = node(m.normGrad), reluGrad = node(m.reluGrad);
        std::vector<ValueId> inputs = grad.inputs;
        inputs.resize(6, kNone);
        inputs[0] = reluGrad.inputs[0];
        inputs[5] = y;
        ir::Attributes attrs = grad.attrs;
        attrs.set("relu", true).set("residual", m.residual != kNone);
        LOCKSTEP_ASSIGN(const auto fused, m_rw.add(grad.op->name, grad.name + "+relu", inputs, attrs,
                                                   {.layer = grad.layer, .phase = grad.phase, .sequence = reluGrad.sequence}));
        for (std::size_t k = 0; k < 3; ++k) moveGradient(grad.outputs[k], fused[k]);
        m_rw.remove(m.normGrad);
        if (m.residual != kNone) m_rw.replaceUses(reluGrad.outputs[0], fused[3]);
        m_rw.remove(m.reluGrad);
        return {};
    }

    void moveGradient(ValueId from, ValueId to) {
        m_rw.replaceUses(from, to);
        if (!m_gradients) return;
        for (auto& [parameter, gradient] : *m_gradients) {
            if (gradient == from) gradient = to;
        }
    }

    ir::Graph& m_graph;
    ir::Rewriter m_rw;
    std::map<std::string, ValueId>* m_gradients;
};

} // namespace

Status fuseBatchNorm(ir::Graph& graph, std::map<std::string, ValueId>* gradients) { return BatchNormFuser(graph, gradients).run(); }

} // namespace lockstep::passes
