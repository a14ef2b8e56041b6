// What passes may ask of a device: answers are data, so that passes need no backend.
#pragma once

#include "ir/graph.h"

#include "base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::ir {

/// Layouts that a node is to run with; as long as the node's inputs and outputs (absent inputs: kPlain).
struct NodeLayouts {
    std::vector<LayoutId> inputs, outputs;
};

class LayoutQuery {
public:
    virtual ~LayoutQuery() = default;
    /// The fastest layouts for this node, given the layouts that its inputs have now; nothing: everything plain.
    virtual std::optional<NodeLayouts> choose(const Graph& graph, const Node& node, const std::vector<LayoutId>& inputLayouts) const = 0;
    /// Bytes of a value in that layout (padding included).
    virtual std::size_t bytes(const TensorType& type, LayoutId layout) const = 0;
    virtual std::string layoutName(LayoutId layout) const = 0;
};

/// Bytes that a program of this graph would take in all: what is persistent and its scratch.
using PlanFn = std::function<Result<std::size_t>(const Graph&)>;

} // namespace lockstep::ir
