// From documents to the finished graph of one Program: the order of passes stands here and nowhere else.
#pragma once

#include "compile/lower/lower.h"
#include "compile/program_set.h"
#include "ir/capability.h"
#include "ir/graph.h"
#include "passes/pipeline.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lockstep::compile {

class StepBuilder {
public:
    /// All references outlive the builder. `layouts` may be nullptr; `plan` is asked where recomputation is to fit.
    StepBuilder(const spec::RunDoc& run, ProgramKey key, Purpose purpose, const ir::LayoutQuery* layouts, ir::PlanFn plan)
        : m_run(run), m_key(key), m_purpose(purpose), m_layouts(layouts), m_plan(std::move(plan)) {}

    /// The passes for this kind of program, in order, ready to run over an empty graph.
    passes::Pipeline pipeline();

    const ModelInfo& model() const { return m_lowered.info; }
    const std::vector<OptimizerGroup>& groups() const { return m_groups; }

private:
    bool isFrozen(const std::string& parameter) const;
    std::function<bool(const std::string&)> averaged() const;
    bool trains() const { return m_key.kind != ProgramKind::Evaluate && m_key.kind != ProgramKind::Predict; }
    Status lower(ir::Graph& graph);
    Status differentiate(ir::Graph& graph);
    Status keepGradients(ir::Graph& graph);
    Status declareGradients(ir::Graph& graph);
    Status optimize(ir::Graph& graph);
    Status recompute(ir::Graph& graph) const;

    const spec::RunDoc& m_run;
    ProgramKey m_key;
    Purpose m_purpose;
    const ir::LayoutQuery* m_layouts;
    ir::PlanFn m_plan;
    LoweredModel m_lowered;
    std::vector<OptimizerGroup> m_groups;
    ir::ValueId m_loss = ir::kNone;
    std::map<std::string, ir::ValueId> m_gradients; ///< by parameter; absent: the loss does not depend on it
};

/// First match wins; a group that matches nothing is an error.
Result<std::vector<OptimizerGroup>> optimizerGroups(const spec::RunDoc& run, const ModelInfo& model);

} // namespace lockstep::compile
