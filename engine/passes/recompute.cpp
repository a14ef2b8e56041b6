#include "passes/recompute.h"

#include "base/text.h"
#include "ir/rewriter.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace lockstep::passes {

using ir::Graph, ir::Node, ir::NodeId, ir::Phase, ir::ValueId;

static constexpr ErrorCode kDoesNotFit{"passes.does_not_fit",
                                       LOCKSTEP_TR("error", "with all that can be recomputed the training takes {0}, and {1} are allowed"),
                                       LOCKSTEP_TR("error", "allow more, take a smaller data.batch_size, or set accumulate")};

namespace {

constexpr std::string_view kBatchNorm = "batch_norm";

std::size_t index(std::int32_t id) { return static_cast<std::size_t>(id); }

/// `blocks.3.attn.q` is of block `blocks.3`, `b1.conv1` of `b1`, `fc` of itself.
std::string blockOf(const std::string& layer) {
    const auto first = layer.find('.');
    if (first == std::string::npos) return layer;
    const auto second = std::min(layer.find('.', first + 1), layer.size());
    const std::string_view turn = std::string_view(layer).substr(first + 1, second - first - 1);
    const bool repeated = !turn.empty() && std::ranges::all_of(turn, [](char c) { return c >= '0' && c <= '9'; });
    return layer.substr(0, repeated ? second : first);
}

/// The forward pass as recomputation sees it: who made a value, who reads it, which segment it belongs to.
class ForwardPass {
public:
    explicit ForwardPass(const Graph& graph) : m_graph(graph), m_segment(index(graph.nodeEnd()), -1) {
        std::map<std::string, int> segments;
        for (const NodeId id : graph.order()) {
            const Node& node = graph.node(id);
            if (node.phase != Phase::Forward) continue;
            m_nodes.push_back(id);
            if (!node.layer.empty())
                m_segment[index(id)] = segments.emplace(blockOf(node.layer), static_cast<int>(segments.size())).first->second;
        }
        m_segments = static_cast<int>(segments.size());
    }

    const Graph& graph() const { return m_graph; }
    const std::vector<NodeId>& nodes() const { return m_nodes; } ///< in order
    int segments() const { return m_segments; }
    /// -1: of no layer. `merged` neighbouring ones count as one.
    int segment(NodeId id, int merged) const { return m_segment[index(id)] < 0 ? -1 : m_segment[index(id)] / merged; }

    bool isMade(ValueId v) const {
        const NodeId producer = m_graph.value(v).producer;
        return producer != ir::kNone && m_graph.node(producer).phase == Phase::Forward && !isPersistent(m_graph.value(v).kind);
    }
    /// Small beside what the node makes else: a mean, a logarithm of a sum. Always kept.
    bool isStatistic(ValueId v) const {
        const Node& node = m_graph.node(m_graph.value(v).producer);
        if (v == node.outputs[0]) return false;
        return node.op->name == kBatchNorm || m_graph.value(v).type.bytes() * 8 <= m_graph.value(node.outputs[0]).type.bytes();
    }
    /// Read (itself, or bytes that it shares) by what is not of the forward pass.
    bool isReadLater(ValueId v) const {
        return std::ranges::any_of(m_graph.readers(v), [&](NodeId reader) {
            const Node& node = m_graph.node(reader);
            if (node.phase != Phase::Forward) return true;
            return node.op->view && isReadLater(node.outputs[0]);
        });
    }
    bool leaves(ValueId v, int merged) const {
        const int own = segment(m_graph.value(v).producer, merged);
        return own < 0 || m_graph.isFetched(v) || std::ranges::any_of(m_graph.readers(v), [&](NodeId reader) {
                   return m_graph.node(reader).phase == Phase::Forward && segment(reader, merged) != own;
               });
    }

private:
    const Graph& m_graph;
    std::vector<NodeId> m_nodes;
    std::vector<int> m_segment; // by NodeId
    int m_segments = 0;
};

/// Which values are not kept: those that allowed nodes made and that can be made again from kept ones. By ValueId.
std::vector<bool> droppable(const ForwardPass& pass, const std::vector<bool>& allowed, int merged) {
    const Graph& graph = pass.graph();
    std::vector<bool> drop(index(graph.valueEnd()), false);
    const auto isThere = [&](ValueId v) {
        return v == ir::kNone || !pass.isMade(v) || drop[index(v)] || pass.isStatistic(v) || pass.isReadLater(v) || pass.leaves(v, merged);
    };
    for (const NodeId id : pass.nodes()) {
        const Node& node = graph.node(id);
        if (!allowed[index(id)] && !node.op->view) continue;
        if (!std::ranges::all_of(node.inputs, isThere)) continue;
        // A view of kept bytes costs nothing, so it is kept with them.
        if (node.op->view && !drop[index(node.inputs[0])]) continue;
        for (const ValueId v : node.outputs) drop[index(v)] = pass.isMade(v) && !pass.isStatistic(v) && !pass.leaves(v, merged);
    }
    return drop;
}

/// Makes dropped values again before their first reader outside the forward pass.
class Again {
public:
    Again(Graph& graph, const std::vector<bool>& drop) : m_rw(graph), m_drop(drop) {}

    Status run() {
        const Graph& graph = m_rw.graph();
        const std::vector<NodeId> order = graph.order();
        for (const NodeId id : order) {
            if (graph.node(id).phase == Phase::Forward) continue;
            for (std::size_t i = 0; i < graph.node(id).inputs.size(); ++i) {
                const ValueId v = graph.node(id).inputs[i];
                if (v == ir::kNone || !isDropped(v)) continue;
                LOCKSTEP_ASSIGN(const ValueId made, again(v));
                m_rw.setInput(id, i, made);
            }
        }
        setSequences();
        m_rw.removeDead();
        return m_rw.finish();
    }

private:
    bool isDropped(ValueId v) const { return index(v) < m_drop.size() && m_drop[index(v)]; }

    Result<ValueId> again(ValueId v) {
        if (v == ir::kNone || !isDropped(v)) return v;
        if (const auto known = m_made.find(v); known != m_made.end()) return known->second;
        const Node node = m_rw.graph().node(m_rw.graph().value(v).producer);
        std::vector<ValueId> inputs;
        for (const ValueId in : node.inputs) {
            LOCKSTEP_ASSIGN(const ValueId made, again(in));
            inputs.push_back(made);
        }
        std::string_view op = node.op->name;
        if (op == kBatchNorm) { // the running statistics have had this batch
            op = "batch_norm_again";
            inputs.erase(inputs.begin() + 3, inputs.begin() + 6);
        }
        LOCKSTEP_ASSIGN(const auto outputs, m_rw.add(op, node.name + "/again", std::move(inputs), node.attrs,
                                                     {.layer = node.layer, .phase = Phase::Recompute, .sequence = 0}));
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            m_rw.setLayout(outputs[k], m_rw.graph().value(node.outputs[k]).layout);
            m_made[node.outputs[k]] = outputs[k];
        }
        m_order.push_back(m_rw.graph().value(outputs[0]).producer);
        return m_made.at(v);
    }

    /// As late as their first reader allows.
    void setSequences() {
        constexpr double kJustBefore = 1e-6;
        for (auto id = m_order.rbegin(); id != m_order.rend(); ++id) {
            double first = 0;
            bool any = false;
            for (const ValueId out : m_rw.graph().node(*id).outputs) {
                for (const NodeId reader : m_rw.graph().readers(out)) {
                    const double at = m_rw.graph().node(reader).sequence;
                    first = any ? std::min(first, at) : at;
                    any = true;
                }
            }
            m_rw.setSequence(*id, first - kJustBefore);
        }
    }

    ir::Rewriter m_rw;
    const std::vector<bool>& m_drop;
    std::map<ValueId, ValueId> m_made;
    std::vector<NodeId> m_order; // producers first
};

/// Looks for the cheapest nodes whose values need not be kept.
class Fitting {
public:
    Fitting(const Graph& graph, const RecomputeOptions& options) : m_graph(graph), m_options(options), m_pass(graph) {}

    /// By ValueId: what to drop.
    Result<std::vector<bool>> find() {
        const std::vector<bool> none(index(m_graph.valueEnd()), false);
        LOCKSTEP_ASSIGN(m_least, m_options.plan(m_graph));
        if (m_least <= m_options.fitBytes) return none;
        for (int merged = 1;; merged *= 2) {
            LOCKSTEP_ASSIGN(const bool fits, findWith(merged));
            if (fits) return m_best;
            if (merged >= m_pass.segments()) break;
        }
        return Error(kDoesNotFit, {humanBytes(static_cast<double>(m_least)), humanBytes(static_cast<double>(m_options.fitBytes))})
            .atPath("recompute.fit_bytes");
    }

private:
    Result<bool> fits(const std::vector<NodeId>& nodes, int merged) {
        std::vector<bool> allowed(index(m_graph.nodeEnd()), false);
        for (const NodeId id : nodes) allowed[index(id)] = true;
        auto drop = droppable(m_pass, allowed, merged);
        Graph trial = m_graph;
        LOCKSTEP_TRY(Again(trial, drop).run());
        LOCKSTEP_ASSIGN(const std::size_t bytes, m_options.plan(trial));
        m_least = std::min(m_least, bytes);
        if (bytes > m_options.fitBytes) return false;
        m_best = std::move(drop);
        return true;
    }

    /// Seconds a byte, cheapest first; what frees nothing by itself may be needed by others, so it stays among them.
    std::vector<NodeId> candidates() const {
        std::vector<NodeId> nodes = m_pass.nodes();
        const auto price = [&](NodeId id) {
            double bytes = 1;
            for (const ValueId v : m_graph.node(id).outputs) bytes += static_cast<double>(m_graph.value(v).type.bytes());
            return m_options.seconds(id) / bytes;
        };
        std::ranges::stable_sort(nodes, {}, price);
        return nodes;
    }

    Result<bool> findWith(int merged) {
        std::vector<NodeId> nodes = candidates();
        LOCKSTEP_ASSIGN(const bool all, fits(nodes, merged));
        if (!all) return false;
        std::size_t enough = nodes.size(), tooFew = 0; // of the cheapest
        while (enough - tooFew > 1) {
            const std::size_t middle = (enough + tooFew) / 2;
            LOCKSTEP_ASSIGN(const bool good, fits({nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(middle)}, merged));
            (good ? enough : tooFew) = middle;
        }
        nodes.resize(enough);
        return thinOut(std::move(nodes), merged);
    }

    /// The dearest are kept after all where it fits without them.
    Result<bool> thinOut(std::vector<NodeId> nodes, int merged) {
        constexpr int kTrials = 16;
        std::vector<NodeId> byCost = nodes;
        std::ranges::stable_sort(byCost, std::greater<>(), m_options.seconds);
        for (int i = 0; i < kTrials && i < static_cast<int>(byCost.size()); ++i) {
            std::vector<NodeId> fewer = nodes;
            std::erase(fewer, byCost[static_cast<std::size_t>(i)]);
            LOCKSTEP_ASSIGN(const bool good, fits(fewer, merged));
            if (good) nodes = std::move(fewer);
        }
        return fits(nodes, merged);
    }

    const Graph& m_graph;
    const RecomputeOptions& m_options;
    ForwardPass m_pass;
    std::vector<bool> m_best;
    std::size_t m_least = 0;
};

/// So small that the node costs more than its memory is worth.
constexpr std::size_t kSmall = 1 << 20;

bool isAllowed(const Graph& graph, const Node& node, RecomputeOptions::What what) {
    using What = RecomputeOptions::What;
    if (what == What::Full) return true;
    if (what == What::Selective) return !node.op->modelFlops || node.op->name == "attention";
    const bool activation = node.op->name == "gelu" || node.op->name == "formula";
    return activation && graph.value(node.outputs[0]).type.bytes() >= kSmall;
}

std::vector<bool> allowedNodes(const Graph& graph, RecomputeOptions::What what) {
    std::vector<bool> allowed(index(graph.nodeEnd()));
    for (NodeId id = 0; id < graph.nodeEnd(); ++id) allowed[index(id)] = isAllowed(graph, graph.node(id), what);
    return allowed;
}

} // namespace

Status recompute(Graph& graph, const RecomputeOptions& options) {
    if (options.what == RecomputeOptions::What::Fit) {
        LOCKSTEP_ASSIGN(const auto drop, Fitting(graph, options).find());
        return Again(graph, drop).run();
    }
    const ForwardPass pass(graph);
    // What needs no product is recomputed across all layers; else a block's inputs are kept.
    const int merged = options.what == RecomputeOptions::What::Full ? 1 : std::max(pass.segments(), 1);
    return Again(graph, droppable(pass, allowedNodes(graph, options.what), merged)).run();
}

} // namespace lockstep::passes
