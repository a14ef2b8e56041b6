// Values and the nodes that compute them. Only a Rewriter changes a Graph.
#pragma once

#include "ir/attributes.h"
#include "ir/op_schema.h"
#include "ir/types.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::ir {

struct Value {
    std::string name; ///< unique in the graph; of persistent values: the name in files (`fc1.weight`, `m.fc1.weight`)
    TensorType type;
    ValueKind kind = ValueKind::Scratch;
    LayoutId layout = kPlain;
    NodeId producer = kNone;
    /// The value whose memory this one is: itself, or (output of an updating node) the value that was changed.
    ValueId storage = kNone;
    bool alive = true;
};

struct Node {
    const OpSchema* op = nullptr;
    std::string name;  ///< unique: `fc1`, `fc1/wgrad`
    std::string layer; ///< plain layer it came from (`b1.conv1`); empty: of the whole step
    Phase phase = Phase::Forward;
    std::vector<ValueId> inputs; ///< kNone: an optional input left out
    std::vector<ValueId> outputs;
    Attributes attrs;
    double sequence = 0; ///< scheduling order where data flow leaves a choice
    bool alive = true;
};

/// A result that the host reads after a run.
struct Fetch {
    std::string name; ///< `loss`, `y.fc2`
    ValueId value;
};

class Graph {
public:
    explicit Graph(const OpRegistry& ops) : m_ops(&ops) {}

    const OpRegistry& ops() const { return *m_ops; }
    const Value& value(ValueId id) const { return m_values[static_cast<std::size_t>(id)]; }
    const Node& node(NodeId id) const { return m_nodes[static_cast<std::size_t>(id)]; }
    /// Ids run below these; some may be dead.
    ValueId valueEnd() const { return static_cast<ValueId>(m_values.size()); }
    NodeId nodeEnd() const { return static_cast<NodeId>(m_nodes.size()); }

    /// Live nodes so that producers precede readers, and a node that changes a storage follows all readers of the old content; ties by
    /// `sequence`.
    const std::vector<NodeId>& order() const { return m_order; }
    /// Live nodes that read exactly this value, each once, in no particular order.
    std::span<const NodeId> readers(ValueId id) const { return m_readers[static_cast<std::size_t>(id)]; }
    std::span<const Fetch> fetches() const { return m_fetches; }
    bool isFetched(ValueId id) const;

    ValueId findValue(std::string_view name) const; ///< kNone if absent
    NodeId findNode(std::string_view name) const;

    /// Types as schema functions want them.
    std::vector<InferArgs::In> inputTypes(const Node& node) const;
    std::vector<TensorType> outputTypes(const Node& node) const;
    OpCost cost(const Node& node) const;

private:
    friend class Rewriter;

    const OpRegistry* m_ops;
    std::vector<Value> m_values;
    std::vector<Node> m_nodes;
    std::vector<NodeId> m_order;
    std::vector<std::vector<NodeId>> m_readers;
    std::vector<Fetch> m_fetches;
};

} // namespace lockstep::ir
