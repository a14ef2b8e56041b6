#include "autodiff/reverse.h"

#include "ir/gradient_context.h"

#include <algorithm>
#include <vector>

namespace lockstep::autodiff {

using namespace ir;

static constexpr ErrorCode kNoScalarLoss{"autodiff.loss_not_scalar", "gradients need a loss that is one floating-point number, not {0}",
                                         ""};
static constexpr ErrorCode kNotDifferentiable{"autodiff.not_differentiable", "the op {0} has no gradient", ""};

namespace {

class Reverse {
public:
    explicit Reverse(Rewriter& rewriter) : m_rewriter(rewriter), m_forwardEnd(rewriter.graph().valueEnd()) {}

    Status run(ValueId loss, std::span<const ValueId> wrt, std::string seedName) {
        LOCKSTEP_TRY(m_rewriter.finish());
        const std::vector<NodeId> order = m_rewriter.graph().order();
        markDependents(order, wrt);
        m_gradients.assign(static_cast<std::size_t>(m_forwardEnd), kNone);
        LOCKSTEP_TRY(seed(loss, std::move(seedName)));
        for (auto id = order.rbegin(); id != order.rend(); ++id) LOCKSTEP_TRY(differentiate(*id));
        return m_rewriter.finish();
    }

    ValueId gradient(ValueId value) const { return m_gradients[static_cast<std::size_t>(value)]; }

private:
    bool depends(ValueId value) const { return value != kNone && m_depends[static_cast<std::size_t>(value)]; }

    void markDependents(const std::vector<NodeId>& order, std::span<const ValueId> wrt) {
        m_depends.assign(static_cast<std::size_t>(m_forwardEnd), false);
        for (const ValueId value : wrt) m_depends[static_cast<std::size_t>(value)] = true;
        for (const NodeId id : order) {
            const Node& node = m_rewriter.graph().node(id);
            if (!std::ranges::any_of(node.inputs, [this](ValueId in) { return depends(in); })) continue;
            for (const ValueId out : node.outputs) m_depends[static_cast<std::size_t>(out)] = true;
        }
    }

    Status seed(ValueId loss, std::string name) {
        const TensorType type = m_rewriter.graph().value(loss).type;
        if (type.shape.rank() != 0 || (type.dtype != DType::F32 && type.dtype != DType::F64)) return Error(kNoScalarLoss, {type.str()});
        if (!depends(loss)) return {};
        const NodeId producer = m_rewriter.graph().value(loss).producer;
        const std::string layer = producer == kNone ? "" : m_rewriter.graph().node(producer).layer;
        LOCKSTEP_ASSIGN(
            m_gradients[static_cast<std::size_t>(loss)],
            m_rewriter.add1("fill", std::move(name), {},
                            {{"shape", std::vector<std::int64_t>()}, {"value", 1.0}, {"dtype", std::string(lockstep::name(type.dtype))}},
                            {.layer = layer, .phase = Phase::Backward, .sequence = -1, .outputNames = {}}));
        return {};
    }

    Status differentiate(NodeId id) {
        const Graph& graph = m_rewriter.graph();
        std::vector<ValueId> outputGradients;
        for (const ValueId out : graph.node(id).outputs) outputGradients.push_back(gradient(out));
        if (std::ranges::all_of(outputGradients, [](ValueId g) { return g == kNone; })) return {};
        std::vector<bool> wanted;
        for (const ValueId in : graph.node(id).inputs) wanted.push_back(depends(in));
        if (std::ranges::find(wanted, true) == wanted.end()) return {};

        if (!graph.node(id).op->gradient)
            return Error(kNotDifferentiable, {std::string(graph.node(id).op->name)}).inNode(graph.node(id).name);
        GradientContext context(m_rewriter, id, std::move(outputGradients), wanted);
        LOCKSTEP_TRY(graph.node(id).op->gradient(context));
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const ValueId contribution = context.inputGradients()[i];
            if (wanted[i] && contribution != kNone) LOCKSTEP_TRY(accumulate(graph.node(id).inputs[i], contribution, graph.node(id).layer));
        }
        return {};
    }

    /// Sums at once, so that the parts' memory is free again early.
    Status accumulate(ValueId value, ValueId contribution, std::string layer) {
        ValueId& sum = m_gradients[static_cast<std::size_t>(value)];
        if (sum == kNone) return sum = contribution, Status();
        const NodeId producer = m_rewriter.graph().value(value).producer;
        if (producer != kNone) layer = m_rewriter.graph().node(producer).layer;
        LOCKSTEP_ASSIGN(sum, m_rewriter.add1("add", m_rewriter.graph().value(value).name + "/grad_sum", {sum, contribution}, {},
                                             {.layer = std::move(layer), .phase = Phase::Backward, .sequence = -1, .outputNames = {}}));
        return {};
    }

    Rewriter& m_rewriter;
    ValueId m_forwardEnd;
    std::vector<bool> m_depends;      ///< by ValueId: lies between wrt and the loss
    std::vector<ValueId> m_gradients; ///< by ValueId of the forward graph
};

} // namespace

Result<std::map<ValueId, ValueId>> reverse(Rewriter& rewriter, ValueId loss, std::span<const ValueId> wrt, std::string seedName) {
    Reverse pass(rewriter);
    LOCKSTEP_TRY(pass.run(loss, wrt, std::move(seedName)));
    std::map<ValueId, ValueId> out;
    for (const ValueId value : wrt) out[value] = pass.gradient(value);
    return out;
}

} // namespace lockstep::autodiff
