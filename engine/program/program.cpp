#include "program/program.h"

namespace lockstep::program {

Program::Program(std::string name, ir::Graph graph, MemoryPlan plan, std::vector<Choice> choices)
    : m_name(std::move(name)), m_graph(std::move(graph)), m_plan(std::move(plan)), m_choices(std::move(choices)) {
    for (ir::ValueId id = 0; id < m_graph.valueEnd(); ++id) {
        const ir::Value& value = m_graph.value(id);
        if (!value.alive || value.producer != ir::kNone) continue;
        // An update alone reads no model input: nobody has to fill it then.
        const bool used = !m_graph.readers(id).empty() || m_graph.isFetched(id);
        if (value.kind == ir::ValueKind::Input && used) m_inputs.push_back(id);
        if (value.kind == ir::ValueKind::Scalar) m_scalars.push_back(id);
    }
    for (const ir::NodeId id : m_graph.order()) {
        if (m_graph.node(id).op->modelFlops && m_graph.node(id).phase != ir::Phase::Recompute)
            m_modelFlops += m_graph.cost(m_graph.node(id)).flops;
    }
}

} // namespace lockstep::program
