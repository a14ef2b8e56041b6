#include "ir/graph.h"

#include <algorithm>

namespace lockstep::ir {

bool Graph::isFetched(ValueId id) const {
    return std::ranges::any_of(m_fetches, [id](const Fetch& f) { return f.value == id; });
}

ValueId Graph::findValue(std::string_view name) const {
    for (ValueId id = 0; id < valueEnd(); ++id) {
        if (value(id).alive && value(id).name == name) return id;
    }
    return kNone;
}

NodeId Graph::findNode(std::string_view name) const {
    for (NodeId id = 0; id < nodeEnd(); ++id) {
        if (node(id).alive && node(id).name == name) return id;
    }
    return kNone;
}

std::vector<InferArgs::In> Graph::inputTypes(const Node& node) const {
    std::vector<InferArgs::In> out;
    out.reserve(node.inputs.size());
    for (const ValueId id : node.inputs) {
        if (id == kNone)
            out.push_back({{}, false});
        else
            out.push_back({value(id).type, true});
    }
    return out;
}

std::vector<TensorType> Graph::outputTypes(const Node& node) const {
    std::vector<TensorType> out;
    out.reserve(node.outputs.size());
    for (const ValueId id : node.outputs) out.push_back(value(id).type);
    return out;
}

OpCost Graph::cost(const Node& node) const {
    const auto inputs = inputTypes(node);
    const auto outputs = outputTypes(node);
    if (node.op->cost) return node.op->cost({inputs, outputs, node.attrs});
    OpCost cost;
    for (const auto& in : inputs) {
        if (in.present) cost.bytes += static_cast<double>(in.type.bytes());
    }
    for (const auto& out : outputs) cost.bytes += static_cast<double>(out.bytes());
    if (node.op->view) cost.bytes = 0;
    return cost;
}

} // namespace lockstep::ir
