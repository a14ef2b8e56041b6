// A compiled step: ordered nodes over values whose types and offsets are all known. Immutable; executor, simulator and reports read it.
#pragma once

#include "base/result.h"
#include "ir/graph.h"
#include "program/memory_plan.h"
#include "program/persistent_layout.h"

#include <string>
#include <vector>

namespace lockstep::program {

/// What was chosen to run a node, and why better ones were not.
struct Choice {
    std::string implementation;
    std::vector<std::pair<std::string, std::string>> refused; ///< implementation, reason
};

class Program {
public:
    Program(std::string name, ir::Graph graph, MemoryPlan plan, std::vector<Choice> choices);

    const std::string& name() const { return m_name; }
    const ir::Graph& graph() const { return m_graph; }
    const std::vector<ir::NodeId>& schedule() const { return m_graph.order(); }
    const MemoryPlan& plan() const { return m_plan; }
    const Placement& placement(ir::ValueId value) const { return m_plan.values[static_cast<std::size_t>(value)]; }
    const Choice& choice(ir::NodeId node) const { return m_choices[static_cast<std::size_t>(node)]; }

    /// Values that the host fills before a run, in order of addition.
    const std::vector<ir::ValueId>& inputs() const { return m_inputs; }
    const std::vector<ir::ValueId>& scalars() const { return m_scalars; }

    /// Model FLOPs of one run (matmuls and convolutions; multiply-add = 2).
    double modelFlops() const { return m_modelFlops; }
    std::size_t scratchBytes() const { return m_plan.scratchBytes; }

private:
    std::string m_name;
    ir::Graph m_graph;
    MemoryPlan m_plan;
    std::vector<Choice> m_choices; ///< by NodeId
    std::vector<ir::ValueId> m_inputs, m_scalars;
    double m_modelFlops = 0;
};

} // namespace lockstep::program
