// What an op's gradient rule sees: its forward node, the gradients of its outputs, and a way to emit nodes.
#pragma once

#include "ir/rewriter.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::ir {

class GradientContext {
public:
    GradientContext(Rewriter& rewriter, NodeId node, std::vector<ValueId> outputGradients, std::vector<bool> wanted)
        : m_rewriter(rewriter), m_node(node), m_outputGradients(std::move(outputGradients)), m_wanted(std::move(wanted)),
          m_inputGradients(m_wanted.size(), kNone) {}

    const Graph& graph() const { return m_rewriter.graph(); }
    const Node& node() const { return graph().node(m_node); }
    ValueId input(std::size_t i) const { return i < node().inputs.size() ? node().inputs[i] : kNone; }
    ValueId output(std::size_t i = 0) const { return node().outputs[i]; }
    const Shape& inputShape(std::size_t i) const { return graph().value(input(i)).type.shape; }
    const Shape& outputShape(std::size_t i = 0) const { return graph().value(output(i)).type.shape; }
    const Attributes& attrs() const { return node().attrs; }

    /// Gradient of output i; kNone if nothing depends on it.
    ValueId gradient(std::size_t i = 0) const { return m_outputGradients[i]; }
    bool wants(std::size_t i) const { return i < m_wanted.size() && m_wanted[i]; }
    /// Sets the gradient of input i (once).
    void set(std::size_t i, ValueId gradient) { m_inputGradients[i] = gradient; }
    const std::vector<ValueId>& inputGradients() const { return m_inputGradients; }

    /// Adds a backward node named `<node>/<suffix>`; layer of the forward node.
    Result<std::vector<ValueId>> emit(std::string_view op, std::string_view suffix, std::vector<ValueId> inputs, Attributes attrs = {});
    Result<ValueId> emit1(std::string_view op, std::string_view suffix, std::vector<ValueId> inputs, Attributes attrs = {});

private:
    Rewriter& m_rewriter;
    NodeId m_node;
    std::vector<ValueId> m_outputGradients;
    std::vector<bool> m_wanted;
    std::vector<ValueId> m_inputGradients;
};

} // namespace lockstep::ir
