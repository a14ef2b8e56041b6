#include "ir/rewriter.h"

#include <algorithm>
#include <cassert>
#include <queue>

namespace lockstep::ir {

const ErrorCode kBadNode{"ir.bad_node", "op {0}: {1}", ""};
static constexpr ErrorCode kTooLarge{"ir.tensor_too_large", "a tensor of shape {0} is too large for any memory",
                                     "Make the layer's sizes smaller."};
static constexpr std::int64_t kMostElements = std::int64_t{1} << 48; ///< far below where byte counts overflow
static constexpr ErrorCode kCycle{"ir.graph_cycle", "the graph has a cycle through {0}", ""};

Rewriter::Rewriter(Graph& graph) : m_graph(graph) {
    for (ValueId id = 0; id < graph.valueEnd(); ++id) {
        if (graph.value(id).alive) m_valueNames.emplace(graph.value(id).name, id);
    }
    for (NodeId id = 0; id < graph.nodeEnd(); ++id) {
        const Node& node = graph.node(id);
        if (node.alive) m_nodeNames.emplace(node.name, id);
        m_nextSequence = std::max(m_nextSequence, node.sequence + 1);
    }
}

ValueId Rewriter::addValue(std::string name, TensorType type, ValueKind kind) {
    assert(!m_valueNames.contains(name));
    const ValueId id = m_graph.valueEnd();
    m_valueNames.emplace(name, id);
    m_graph.m_values.push_back({std::move(name), type, kind, kPlain, kNone, id, true});
    m_graph.m_readers.emplace_back();
    return id;
}

std::string Rewriter::uniqueName(std::string base) const {
    const auto taken = [this](const std::string& name) { return m_valueNames.contains(name) || m_nodeNames.contains(name); };
    if (!taken(base)) return base;
    for (int i = 1;; ++i) {
        std::string candidate = base + "." + std::to_string(i);
        if (!taken(candidate)) return candidate;
    }
}

static std::vector<Aliasing> updatesOf(const Node& node) {
    return node.op->updatesOf ? node.op->updatesOf(node.attrs, node.inputs.size()) : node.op->updates;
}

Result<std::vector<ValueId>> Rewriter::add(std::string_view op, std::string name, std::vector<ValueId> inputs, Attributes attrs,
                                           NodeOptions options) {
    const OpSchema* schema = m_graph.ops().find(op);
    if (!schema) return Error(kBadNode, {std::string(op), "is not registered"}).inNode(std::move(name));
    const auto count = static_cast<int>(inputs.size());
    if (count < schema->minInputs || (schema->maxInputs >= 0 && count > schema->maxInputs))
        return Error(kBadNode, {std::string(op), "takes another number of inputs than " + std::to_string(count)}).inNode(std::move(name));

    Node node{schema, uniqueName(std::move(name)), options.layer, options.phase, std::move(inputs), {}, std::move(attrs), options.sequence,
              true};
    if (node.sequence < 0) node.sequence = m_nextSequence;
    m_nextSequence = std::max(m_nextSequence, node.sequence + 1);

    const auto types = m_graph.inputTypes(node);
    auto inferred = schema->infer({types, node.attrs});
    if (!inferred.ok()) return std::move(inferred).error().inLayer(options.layer.empty() ? node.name : options.layer);

    for (const TensorType& type : *inferred) {
        if (type.shape.checkedElements().value_or(kMostElements + 1) > kMostElements)
            return Error(kTooLarge, {type.shape.str()}).inLayer(options.layer.empty() ? node.name : options.layer);
    }

    const NodeId id = m_graph.nodeEnd();
    const auto updates = updatesOf(node);
    for (std::size_t k = 0; k < inferred->size(); ++k) {
        const bool named = k < options.outputNames.size() && !options.outputNames[k].empty();
        std::string valueName = uniqueName(named ? options.outputNames[k] : k == 0 ? node.name : node.name + ":" + std::to_string(k));
        const ValueId out = addValue(std::move(valueName), (*inferred)[k], ValueKind::Scratch);
        m_graph.m_values[static_cast<std::size_t>(out)].producer = id;
        node.outputs.push_back(out);
    }
    for (const auto& [output, input] : updates) {
        const ValueId changed = node.inputs[static_cast<std::size_t>(input)];
        Value& out = m_graph.m_values[static_cast<std::size_t>(node.outputs[static_cast<std::size_t>(output)])];
        out.storage = m_graph.value(changed).storage;
        out.layout = m_graph.value(changed).layout;
        out.kind = m_graph.value(changed).kind;
    }
    m_nodeNames.emplace(node.name, id);
    for (const ValueId in : node.inputs) addReader(in, id);
    auto outputs = node.outputs;
    m_graph.m_nodes.push_back(std::move(node));
    return outputs;
}

Result<ValueId> Rewriter::add1(std::string_view op, std::string name, std::vector<ValueId> inputs, Attributes attrs, NodeOptions options) {
    LOCKSTEP_ASSIGN(const auto outputs, add(op, std::move(name), std::move(inputs), std::move(attrs), std::move(options)));
    return outputs.front();
}

void Rewriter::addReader(ValueId value, NodeId node) {
    if (value == kNone) return;
    auto& readers = m_graph.m_readers[static_cast<std::size_t>(value)];
    if (std::ranges::find(readers, node) == readers.end()) readers.push_back(node);
}

void Rewriter::dropReader(ValueId value, NodeId node) {
    if (value == kNone) return;
    const auto& inputs = m_graph.node(node).inputs;
    if (m_graph.node(node).alive && std::ranges::find(inputs, value) != inputs.end()) return;
    std::erase(m_graph.m_readers[static_cast<std::size_t>(value)], node);
}

void Rewriter::setInput(NodeId node, std::size_t input, ValueId value) {
    ValueId& slot = m_graph.m_nodes[static_cast<std::size_t>(node)].inputs[input];
    const ValueId before = slot;
    slot = value;
    dropReader(before, node);
    addReader(value, node);
}

void Rewriter::replaceUses(ValueId from, ValueId to) {
    const std::vector<NodeId> readers(m_graph.readers(from).begin(), m_graph.readers(from).end());
    for (const NodeId reader : readers) {
        const auto count = m_graph.node(reader).inputs.size();
        for (std::size_t i = 0; i < count; ++i) {
            if (m_graph.node(reader).inputs[i] == from) setInput(reader, i, to);
        }
    }
    for (Fetch& f : m_graph.m_fetches) {
        if (f.value == from) f.value = to;
    }
}

void Rewriter::setAttribute(NodeId node, std::string_view name, Attribute value) {
    m_graph.m_nodes[static_cast<std::size_t>(node)].attrs.set(name, std::move(value));
}
void Rewriter::setSequence(NodeId node, double sequence) { m_graph.m_nodes[static_cast<std::size_t>(node)].sequence = sequence; }
void Rewriter::setPhase(NodeId node, Phase phase) { m_graph.m_nodes[static_cast<std::size_t>(node)].phase = phase; }
void Rewriter::setLayout(ValueId value, LayoutId layout) { m_graph.m_values[static_cast<std::size_t>(value)].layout = layout; }

void Rewriter::rename(ValueId value, std::string name) {
    assert(!m_valueNames.contains(name));
    std::string& current = m_graph.m_values[static_cast<std::size_t>(value)].name;
    m_valueNames.erase(current);
    m_valueNames.emplace(name, value);
    current = std::move(name);
}

void Rewriter::remove(NodeId id) {
    Node& node = m_graph.m_nodes[static_cast<std::size_t>(id)];
    node.alive = false;
    m_nodeNames.erase(node.name);
    for (const ValueId in : node.inputs) dropReader(in, id);
    for (const ValueId out : node.outputs) {
        assert(m_graph.readers(out).empty());
        m_valueNames.erase(m_graph.value(out).name);
        m_graph.m_values[static_cast<std::size_t>(out)].alive = false;
    }
}

void Rewriter::fetch(std::string name, ValueId value) { m_graph.m_fetches.push_back({std::move(name), value}); }
void Rewriter::moveFetch(std::string_view name, ValueId value) {
    for (Fetch& f : m_graph.m_fetches) {
        if (f.name == name) f.value = value;
    }
}

static bool isNeeded(const Graph& graph, const Node& node) {
    return std::ranges::any_of(node.outputs, [&](ValueId out) {
        const bool changesPersistent = graph.value(out).storage != out && isPersistent(graph.value(graph.value(out).storage).kind);
        return changesPersistent || !graph.readers(out).empty() || graph.isFetched(out);
    });
}

void Rewriter::removeDead() {
    std::vector<NodeId> pending;
    pending.reserve(static_cast<std::size_t>(m_graph.nodeEnd()));
    for (NodeId id = 0; id < m_graph.nodeEnd(); ++id) pending.push_back(id);
    while (!pending.empty()) {
        const NodeId id = pending.back();
        pending.pop_back();
        if (!m_graph.node(id).alive || isNeeded(m_graph, m_graph.node(id))) continue;
        remove(id);
        for (const ValueId in : m_graph.node(id).inputs) {
            if (in != kNone && m_graph.value(in).producer != kNone) pending.push_back(m_graph.value(in).producer);
        }
    }
}

/// Edges beyond data flow: whoever changes a storage comes after every other reader of the content before.
static std::vector<std::pair<NodeId, NodeId>> storageEdges(const Graph& graph) {
    std::vector<std::pair<NodeId, NodeId>> edges;
    for (NodeId id = 0; id < graph.nodeEnd(); ++id) {
        const Node& node = graph.node(id);
        if (!node.alive) continue;
        for (const auto& [output, input] : updatesOf(node)) {
            for (const NodeId reader : graph.readers(node.inputs[static_cast<std::size_t>(input)])) {
                if (reader != id) edges.emplace_back(reader, id);
            }
        }
    }
    return edges;
}

Status Rewriter::finish() {
    const auto count = static_cast<std::size_t>(m_graph.nodeEnd());
    std::vector<std::vector<NodeId>> next(count);
    std::vector<int> waiting(count, 0);
    const auto edge = [&](NodeId from, NodeId to) {
        next[static_cast<std::size_t>(from)].push_back(to);
        ++waiting[static_cast<std::size_t>(to)];
    };
    for (NodeId id = 0; id < m_graph.nodeEnd(); ++id) {
        if (!m_graph.node(id).alive) continue;
        for (const ValueId out : m_graph.node(id).outputs) {
            for (const NodeId reader : m_graph.readers(out)) edge(id, reader);
        }
    }
    for (const auto& [from, to] : storageEdges(m_graph)) edge(from, to);

    using Key = std::pair<double, NodeId>;
    std::priority_queue<Key, std::vector<Key>, std::greater<>> ready;
    std::size_t alive = 0;
    for (NodeId id = 0; id < m_graph.nodeEnd(); ++id) {
        if (!m_graph.node(id).alive) continue;
        ++alive;
        if (waiting[static_cast<std::size_t>(id)] == 0) ready.emplace(m_graph.node(id).sequence, id);
    }
    auto& order = m_graph.m_order;
    order.clear();
    while (!ready.empty()) {
        const NodeId id = ready.top().second;
        ready.pop();
        order.push_back(id);
        for (const NodeId reader : next[static_cast<std::size_t>(id)]) {
            if (--waiting[static_cast<std::size_t>(reader)] == 0) ready.emplace(m_graph.node(reader).sequence, reader);
        }
    }
    if (order.size() == alive) return {};
    for (NodeId id = 0; id < m_graph.nodeEnd(); ++id) {
        if (m_graph.node(id).alive && waiting[static_cast<std::size_t>(id)] > 0) return Error(kCycle, {m_graph.node(id).name});
    }
    return {};
}

} // namespace lockstep::ir
