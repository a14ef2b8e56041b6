// The only way to build and change a Graph.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep::ir {

extern const ErrorCode kBadNode; ///< a node that the schema refuses

struct NodeOptions {
    std::string layer;
    Phase phase = Phase::Forward;
    double sequence = -1;                 ///< < 0: after everything so far
    std::vector<std::string> outputNames; ///< else `name`, `name:1`, ..
};

/// Edits a graph; `finish()` makes the order and the reader lists true again (they are stale in between, `readers()` excepted).
class Rewriter {
public:
    explicit Rewriter(Graph& graph);

    const Graph& graph() const { return m_graph; }

    /// A value without producer: Input, Scalar or persistent.
    ValueId addValue(std::string name, TensorType type, ValueKind kind);
    /// Adds a node; types of its outputs come from the schema. Errors name the layer.
    Result<std::vector<ValueId>> add(std::string_view op, std::string name, std::vector<ValueId> inputs, Attributes attrs,
                                     NodeOptions options);
    /// add() for nodes with one output of interest.
    Result<ValueId> add1(std::string_view op, std::string name, std::vector<ValueId> inputs, Attributes attrs, NodeOptions options);

    /// Every reader (and fetch) of `from` reads `to` instead.
    void replaceUses(ValueId from, ValueId to);
    void setInput(NodeId node, std::size_t input, ValueId value);
    void setAttribute(NodeId node, std::string_view name, Attribute value);
    void setSequence(NodeId node, double sequence);
    void setPhase(NodeId node, Phase phase);
    void setLayout(ValueId value, LayoutId layout);
    void rename(ValueId value, std::string name);
    /// Removes a node whose outputs nobody reads.
    void remove(NodeId node);
    void fetch(std::string name, ValueId value);
    /// Lets a fetch read another value.
    void moveFetch(std::string_view name, ValueId value);
    /// Removes live nodes whose outputs are neither read, fetched nor storage of something persistent.
    void removeDead();

    /// A name not yet in use, made from `base`.
    std::string uniqueName(std::string base) const;

    /// Error: the graph has a cycle (a bug of the pass that made it).
    Status finish();

private:
    void addReader(ValueId value, NodeId node);
    void dropReader(ValueId value, NodeId node);

    Graph& m_graph;
    std::unordered_map<std::string, ValueId> m_valueNames;
    std::unordered_map<std::string, NodeId> m_nodeNames;
    double m_nextSequence = 0;
};

} // namespace lockstep::ir
