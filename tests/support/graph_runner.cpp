#include "support/graph_runner.h"

#include <gtest/gtest.h>

namespace lockstep::test {

using namespace ir;
using namespace backends;

Result<GraphRunner> GraphRunner::make(const Graph& graph, Device& device) {
    GraphRunner runner(graph, device);
    device.enterThread();
    LOCKSTEP_TRY(runner.allocate());
    for (const NodeId id : graph.order()) LOCKSTEP_TRY(runner.prepare(id));
    return runner;
}

Status GraphRunner::allocate() {
    m_buffers.resize(static_cast<std::size_t>(m_graph->valueEnd()));
    for (ValueId id = 0; id < m_graph->valueEnd(); ++id) {
        const Value& value = m_graph->value(id);
        if (!value.alive || value.storage != id) continue;
        const bool blocked = value.layout != kPlain && m_device->layouts();
        const std::size_t bytes = blocked ? m_device->layouts()->bytes(value.type, value.layout) : value.type.bytes();
        LOCKSTEP_ASSIGN(m_buffers[static_cast<std::size_t>(id)], m_device->allocate(bytes));
    }
    return {};
}

std::byte* GraphRunner::address(ValueId id) const {
    return id == kNone ? nullptr : m_buffers[static_cast<std::size_t>(m_graph->value(id).storage)]->data();
}

Status GraphRunner::prepare(NodeId id) {
    const Node& node = m_graph->node(id);
    LOCKSTEP_ASSIGN(KernelChoice choice, m_device->prepare(viewOf(*m_graph, node)));
    Step step{std::move(choice.kernel), nullptr, {}};
    for (const ValueId in : node.inputs) step.args.inputs.push_back(address(in));
    for (const ValueId out : node.outputs) step.args.outputs.push_back(address(out));
    if (step.kernel->workspaceBytes() > 0) {
        LOCKSTEP_ASSIGN(step.workspace, m_device->allocate(step.kernel->workspaceBytes()));
        step.args.workspace = step.workspace->data();
    }
    step.kernel->bind(step.args);
    m_implementations[node.name] = choice.implementation;
    m_steps.push_back(std::move(step));
    return {};
}

HostTensor GraphRunner::read(ValueId id) const {
    const Value& value = m_graph->value(id);
    HostTensor out(value.type.dtype, value.type.shape);
    m_device->download(out.data(), address(id), out.bytes());
    return out;
}

Tensors GraphRunner::run(const Tensors& inputs) {
    for (ValueId id = 0; id < m_graph->valueEnd(); ++id) {
        const Value& value = m_graph->value(id);
        if (!value.alive || value.producer != kNone) continue;
        const auto given = inputs.find(value.name);
        if (given == inputs.end() || given->second.dtype() != value.type.dtype || given->second.shape() != value.type.shape) {
            ADD_FAILURE() << "no fitting tensor is given for " << value.name;
            continue;
        }
        m_device->upload(address(id), given->second.data(), given->second.bytes());
    }
    for (Step& step : m_steps) {
        m_device->beginKernel();
        step.kernel->run(step.args);
        m_device->endKernel();
    }
    Tensors out;
    for (ValueId id = 0; id < m_graph->valueEnd(); ++id) {
        const Value& value = m_graph->value(id);
        if (value.alive && value.storage != id) out[m_graph->value(value.storage).name] = read(value.storage);
    }
    for (const Fetch& fetch : m_graph->fetches()) out[fetch.name] = read(fetch.value);
    return out;
}

Result<Tensors> runGraph(const Graph& graph, Device& device, const Tensors& inputs) {
    LOCKSTEP_ASSIGN(GraphRunner runner, GraphRunner::make(graph, device));
    return runner.run(inputs);
}

} // namespace lockstep::test
