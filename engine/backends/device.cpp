#include "backends/device.h"

#include <algorithm>

namespace lockstep::backends {

bool NodeView::allPlain() const {
    const auto plain = [](const ValueView& v) { return !v.present || v.layout == ir::kPlain; };
    return std::ranges::all_of(inputs, plain) && std::ranges::all_of(outputs, plain);
}

NodeView viewOf(const ir::Graph& graph, const ir::Node& node) {
    const auto view = [&graph](ir::ValueId id) -> ValueView {
        if (id == ir::kNone) return {{}, ir::kPlain, false};
        return {graph.value(id).type, graph.value(id).layout, true};
    };
    NodeView out{&node, {}, {}};
    for (const ir::ValueId id : node.inputs) out.inputs.push_back(view(id));
    for (const ir::ValueId id : node.outputs) out.outputs.push_back(view(id));
    return out;
}

} // namespace lockstep::backends
