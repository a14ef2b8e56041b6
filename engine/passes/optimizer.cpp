#include "passes/optimizer.h"

#include "ir/rewriter.h"

#include <algorithm>
#include <map>

namespace lockstep::passes {

using ir::ValueId;

namespace {

class OptimizerBuilder {
public:
    OptimizerBuilder(ir::Graph& graph, const OptimizerPassOptions& options) : m_graph(graph), m_options(options), m_rw(graph) {}

    Status build(const std::vector<UpdateGroup>& groups) {
        if (m_options.clipNorm) LOCKSTEP_TRY(addClipping(groups));
        m_t = scalar("scalar/t");
        for (const auto& group : groups) LOCKSTEP_TRY(addGroup(group));
        if (m_options.emaDecay) LOCKSTEP_TRY(addAverages());
        if (!m_options.clipNorm) LOCKSTEP_TRY(addTotal());
        return m_rw.finish();
    }

private:
    bool isSmall(const UpdateGroup::Tensor& t) const { return m_graph.value(t.parameter).type.shape.elements() < m_options.smallTensor; }

    ValueId scalar(const std::string& name) {
        const ValueId known = m_graph.findValue(name);
        return known != ir::kNone ? known : m_rw.addValue(name, {DType::F64, {}}, ir::ValueKind::Scalar);
    }

    /// Clipping needs the norm before the first update. Small tensors share a norm node; large ones have one each, right after their
    /// gradient, while it is in the cache.
    Status addClipping(const std::vector<UpdateGroup>& groups) {
        std::vector<ValueId> small;
        for (const auto& group : groups) {
            for (const auto& t : group.tensors) {
                if (isSmall(t)) {
                    small.push_back(t.gradient);
                    continue;
                }
                LOCKSTEP_ASSIGN(const ValueId norm,
                                add("grad_norm", m_graph.value(t.parameter).name + "/norm", {t.gradient}, {}, after(t.gradient)));
                m_norms.push_back(norm);
            }
        }
        if (!small.empty()) {
            LOCKSTEP_ASSIGN(const ValueId norm, add("grad_norm", "small/norm", small, {}, -1));
            m_norms.push_back(norm);
        }
        LOCKSTEP_TRY(addTotal());
        if (m_total == ir::kNone) return {};
        LOCKSTEP_ASSIGN(m_coefficient, add("clip_coefficient", "clip", {m_total}, ir::Attributes{{"max", *m_options.clipNorm}}, -1));
        return {};
    }

    Status addTotal() {
        if (m_norms.empty()) return {};
        m_total = m_norms.front();
        if (m_norms.size() > 1) { LOCKSTEP_ASSIGN(m_total, add("grad_norm", "grad_norm", m_norms, {}, -1)); }
        m_rw.fetch("grad_norm", m_total);
        return {};
    }

    double after(ValueId value) const {
        const ir::NodeId producer = m_graph.value(value).producer;
        return producer == ir::kNone ? -1 : m_graph.node(producer).sequence + 0.25;
    }

    Result<ValueId> add(std::string_view op, std::string name, std::vector<ValueId> inputs, ir::Attributes attrs, double sequence) {
        return m_rw.add1(op, std::move(name), std::move(inputs), std::move(attrs),
                         {.layer = {}, .phase = ir::Phase::Optimizer, .sequence = sequence});
    }

    Status addGroup(const UpdateGroup& group) {
        std::vector<UpdateGroup::Tensor> together;
        for (const auto& t : group.tensors) {
            if (m_options.clipNorm || isSmall(t))
                together.push_back(t);
            else
                LOCKSTEP_TRY(addUpdate(group, {t}, after(t.gradient) + 0.25));
        }
        return together.empty() ? Status{} : addUpdate(group, together, -1);
    }

    Status addUpdate(const UpdateGroup& group, const std::vector<UpdateGroup::Tensor>& tensors, double sequence) {
        std::vector<ValueId> inputs{scalar(group.lrScalar), m_t, m_coefficient};
        for (const auto& t : tensors) inputs.push_back(t.parameter);
        for (const auto& t : tensors) inputs.push_back(t.gradient);
        for (const auto& prefix : group.states) {
            for (const auto& t : tensors) {
                const ir::Value& p = m_graph.value(t.parameter);
                const ir::TensorType type{DType::F32, p.type.shape}; // before addValue moves the values
                inputs.push_back(m_rw.addValue(prefix + "/" + p.name, type, ir::ValueKind::State));
            }
        }
        ir::Attributes attrs = group.attrs;
        attrs.set("count", static_cast<std::int64_t>(tensors.size()));
        const bool norm = !m_options.clipNorm;
        if (norm) attrs.set("norm", true);
        const std::string first = m_graph.value(tensors.front().parameter).name;
        const std::string name = tensors.size() == 1 ? first + "/update" : "update." + group.lrScalar;
        LOCKSTEP_ASSIGN(const auto outputs, m_rw.add(group.op, name, std::move(inputs), std::move(attrs),
                                                     {.layer = {}, .phase = ir::Phase::Optimizer, .sequence = sequence}));
        if (norm) m_norms.push_back(outputs.back());
        for (std::size_t i = 0; i < tensors.size(); ++i) m_updated[tensors[i].parameter] = outputs[i];
        return {};
    }

    /// Large ones right after their update, small ones together.
    Status addAverages() {
        std::vector<ValueId> together;
        for (const ValueId p : m_options.averaged) {
            const auto updated = m_updated.find(p);
            if (isSmall({p, p}) || updated == m_updated.end())
                together.push_back(p);
            else
                LOCKSTEP_TRY(addAverage({p}, after(updated->second) + 0.25));
        }
        return together.empty() ? Status{} : addAverage(together, -1);
    }

    Status addAverage(const std::vector<ValueId>& parameters, double sequence) {
        std::vector<ValueId> inputs;
        for (const ValueId p : parameters) {
            const ir::TensorType type{DType::F32, m_graph.value(p).type.shape};
            inputs.push_back(m_rw.addValue("ema/" + m_graph.value(p).name, type, ir::ValueKind::State));
        }
        for (const ValueId p : parameters) inputs.push_back(m_updated.contains(p) ? m_updated.at(p) : p);
        const std::string name = parameters.size() == 1 ? m_graph.value(parameters[0]).name + "/ema" : std::string("ema");
        const ir::Attributes attrs{{"count", static_cast<std::int64_t>(parameters.size())}, {"decay", *m_options.emaDecay}};
        LOCKSTEP_TRY(
            m_rw.add("ema_update", name, std::move(inputs), attrs, {.layer = {}, .phase = ir::Phase::Optimizer, .sequence = sequence}));
        return {};
    }

    ir::Graph& m_graph;
    const OptimizerPassOptions& m_options;
    ir::Rewriter m_rw;
    ValueId m_t = ir::kNone, m_coefficient = ir::kNone, m_total = ir::kNone;
    std::vector<ValueId> m_norms;
    std::map<ValueId, ValueId> m_updated; ///< parameter: what its update makes of it
};

} // namespace

Status addOptimizer(ir::Graph& graph, const std::vector<UpdateGroup>& groups, const OptimizerPassOptions& options) {
    return OptimizerBuilder(graph, options).build(groups);
}

} // namespace lockstep::passes
