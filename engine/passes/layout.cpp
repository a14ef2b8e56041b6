#include "passes/layout.h"

#include "ir/rewriter.h"

#include <map>
#include <utility>

namespace lockstep::passes {

using ir::kNone;
using ir::LayoutId;
using ir::NodeId;
using ir::ValueId;

namespace {

class LayoutAssigner {
public:
    LayoutAssigner(ir::Graph& graph, const ir::LayoutQuery& query) : m_graph(graph), m_query(query), m_rw(graph) {}

    Status run() {
        const std::vector<NodeId> order = m_graph.order();
        for (const NodeId id : order) LOCKSTEP_TRY(assign(id));
        for (const ir::Fetch& fetch : std::vector<ir::Fetch>(m_graph.fetches().begin(), m_graph.fetches().end()))
            LOCKSTEP_TRY(makeFetchPlain(fetch));
        return m_rw.finish();
    }

private:
    Status assign(NodeId id) {
        const ir::Node node = m_graph.node(id);
        std::vector<LayoutId> now;
        for (const ValueId in : node.inputs) now.push_back(in == kNone ? ir::kPlain : m_graph.value(in).layout);
        auto chosen = m_query.choose(m_graph, node, now);
        if (!chosen)
            chosen = {std::vector<LayoutId>(node.inputs.size(), ir::kPlain), std::vector<LayoutId>(node.outputs.size(), ir::kPlain)};
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            if (node.inputs[i] == kNone || chosen->inputs[i] == now[i]) continue;
            LOCKSTEP_ASSIGN(const ValueId moved, inLayout(node.inputs[i], chosen->inputs[i], node));
            m_rw.setInput(id, i, moved);
        }
        for (std::size_t k = 0; k < node.outputs.size(); ++k) {
            const ValueId out = node.outputs[k];
            if (m_graph.value(out).storage == out) m_rw.setLayout(out, chosen->outputs[k]);
        }
        return {};
    }

    Result<ValueId> inLayout(ValueId value, LayoutId layout, const ir::Node& reader) {
        const ValueId source = m_original.contains(value) ? m_original[value] : value;
        if (m_graph.value(source).layout == layout) return source;
        const auto key = std::pair(source, layout);
        if (const auto known = m_moved.find(key); known != m_moved.end()) return known->second;
        const std::string name = m_graph.value(source).name + "/as-" + m_query.layoutName(layout);
        LOCKSTEP_ASSIGN(const ValueId moved, m_rw.add1("reorder", name, {source}, {},
                                                       {.layer = reader.layer, .phase = reader.phase, .sequence = reader.sequence}));
        m_rw.setLayout(moved, layout);
        m_moved[key] = moved;
        m_original[moved] = source;
        return moved;
    }

    Status makeFetchPlain(const ir::Fetch& fetch) {
        if (m_graph.value(fetch.value).layout == ir::kPlain) return {};
        const ir::Node producer = m_graph.node(m_graph.value(fetch.value).producer);
        LOCKSTEP_ASSIGN(const ValueId plain, inLayout(fetch.value, ir::kPlain, producer));
        m_rw.moveFetch(fetch.name, plain);
        return {};
    }

    ir::Graph& m_graph;
    const ir::LayoutQuery& m_query;
    ir::Rewriter m_rw;
    std::map<std::pair<ValueId, LayoutId>, ValueId> m_moved;
    std::map<ValueId, ValueId> m_original; ///< a moved value -> what it was made from
};

} // namespace

Status assignLayouts(ir::Graph& graph, const ir::LayoutQuery& query) { return LayoutAssigner(graph, query).run(); }

} // namespace lockstep::passes
