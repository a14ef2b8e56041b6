#include "program/memory_plan.h"

#include <algorithm>
#include <limits>

namespace lockstep::program {

bool isFreeView(const ir::Graph& graph, const ir::Node& node) {
    return node.op->view && graph.value(node.inputs[0]).layout == ir::kPlain && graph.value(node.outputs[0]).layout == ir::kPlain;
}

namespace {

/// Memory that is needed from one position of the schedule to another, both included.
struct Interval {
    int from, to;
    std::size_t bytes;
    std::size_t* offset; ///< where the answer goes
};

/// Gives every value the value whose memory it shares, and every such root its lifetime.
class Sharing {
public:
    explicit Sharing(const PlanRequest& request)
        : m_request(request), m_graph(*request.graph), m_roots(static_cast<std::size_t>(m_graph.valueEnd()), ir::kNone),
          m_first(m_roots.size(), 0), m_last(m_roots.size(), -1), m_lastRead(m_roots.size(), -1) {
        findLastReads();
        for (ir::ValueId id = 0; id < m_graph.valueEnd(); ++id) {
            if (m_graph.value(id).alive && m_graph.value(id).producer == ir::kNone) join(id, id, -1);
        }
        int position = 0;
        for (const ir::NodeId id : m_graph.order()) place(m_graph.node(id), position++);
    }

    const std::vector<ir::ValueId>& roots() const { return m_roots; }
    int first(ir::ValueId root) const { return m_first[index(root)]; }
    int last(ir::ValueId root) const { return m_last[index(root)]; }

private:
    static std::size_t index(ir::ValueId id) { return static_cast<std::size_t>(id); }

    void findLastReads() {
        int position = 0;
        for (const ir::NodeId id : m_graph.order()) {
            for (const ir::ValueId in : m_graph.node(id).inputs) {
                if (in != ir::kNone) m_lastRead[index(in)] = position;
            }
            ++position;
        }
        for (const auto& fetch : m_graph.fetches()) m_lastRead[index(fetch.value)] = position;
    }

    void join(ir::ValueId value, ir::ValueId root, int position) {
        m_roots[index(value)] = root;
        if (value == root) m_first[index(root)] = position;
        m_last[index(root)] = std::max({m_last[index(root)], m_lastRead[index(value)], position});
    }

    void place(const ir::Node& node, int position) {
        std::vector<ir::ValueId> taken;
        for (std::size_t k = 0; k < node.outputs.size(); ++k) {
            const ir::ValueId out = node.outputs[k];
            ir::ValueId root = out;
            if (m_graph.value(out).storage != out) {
                root = m_roots[index(m_graph.value(out).storage)];
            } else if (k == 0 && isFreeView(m_graph, node)) {
                root = m_roots[index(node.inputs[0])];
            } else if (const ir::ValueId reused = inPlaceRoot(node, static_cast<int>(k), position); reused != ir::kNone) {
                if (std::ranges::find(taken, reused) == taken.end()) root = reused;
            }
            taken.push_back(root);
            join(out, root, position);
        }
    }

    ir::ValueId inPlaceRoot(const ir::Node& node, int output, int position) const {
        const ir::Value& out = m_graph.value(node.outputs[static_cast<std::size_t>(output)]);
        for (const auto& [o, i] : node.op->inPlace) {
            if (o != output || static_cast<std::size_t>(i) >= node.inputs.size()) continue;
            const ir::ValueId in = node.inputs[static_cast<std::size_t>(i)];
            if (in == ir::kNone) continue;
            const ir::Value& value = m_graph.value(in);
            const ir::ValueId root = m_roots[index(in)];
            const ir::ValueKind kind = m_graph.value(root).kind;
            const bool scratch = kind == ir::ValueKind::Scratch || kind == ir::ValueKind::Input;
            if (!scratch || m_last[index(root)] != position) continue;
            if (value.type.dtype != out.type.dtype || value.layout != out.layout) continue;
            if (m_request.valueBytes(value) != m_request.valueBytes(out) ||
                m_request.valueBytes(m_graph.value(root)) != m_request.valueBytes(out))
                continue;
            if (readElsewhere(node, static_cast<std::size_t>(i), root)) continue;
            return root;
        }
        return ir::kNone;
    }

    /// Whether another input of the node, of another shape, lies in the same memory.
    bool readElsewhere(const ir::Node& node, std::size_t except, ir::ValueId root) const {
        for (std::size_t j = 0; j < node.inputs.size(); ++j) {
            if (j == except || node.inputs[j] == ir::kNone || m_roots[index(node.inputs[j])] != root) continue;
            if (!(m_graph.value(node.inputs[j]).type == m_graph.value(node.inputs[except]).type)) return true;
        }
        return false;
    }

    const PlanRequest& m_request;
    const ir::Graph& m_graph;
    std::vector<ir::ValueId> m_roots;
    std::vector<int> m_first, m_last, m_lastRead;
};

bool meet(const Interval& a, const Interval& b) { return a.from <= b.to && b.from <= a.to; }

/// Puts each interval, in the given order, into the smallest gap that holds it between those already placed. Returns the end of the arena.
std::size_t placeAll(const std::vector<Interval*>& order, std::vector<std::size_t>& offsets, const std::vector<Interval>& all) {
    std::vector<const Interval*> placed; // by offset
    std::size_t end = 0;
    const auto offsetOf = [&](const Interval* i) -> std::size_t& { return offsets[static_cast<std::size_t>(i - all.data())]; };
    for (const Interval* item : order) {
        std::size_t best = 0, bestGap = std::numeric_limits<std::size_t>::max(), cursor = 0;
        bool found = false;
        for (const Interval* other : placed) {
            if (!meet(*item, *other)) continue;
            const std::size_t start = offsetOf(other);
            if (start > cursor && start - cursor >= item->bytes && start - cursor < bestGap)
                best = cursor, bestGap = start - cursor, found = true;
            cursor = std::max(cursor, start + other->bytes);
        }
        offsetOf(item) = found ? best : cursor;
        end = std::max(end, offsetOf(item) + item->bytes);
        const auto at = std::ranges::upper_bound(placed, offsetOf(item), {}, [&](const Interval* i) { return offsetOf(i); });
        placed.insert(at, item);
    }
    return end;
}

/// Tries two orders (largest first; longest-lived first) and keeps the smaller arena.
std::size_t assignOffsets(std::vector<Interval>& intervals) {
    const auto orderBy = [&](auto less) {
        std::vector<Interval*> order;
        order.reserve(intervals.size());
        for (auto& i : intervals) order.push_back(&i);
        std::ranges::stable_sort(order, less);
        return order;
    };
    const auto bySize = orderBy([](const Interval* a, const Interval* b) { return a->bytes > b->bytes; });
    const auto byLife = orderBy([](const Interval* a, const Interval* b) {
        const auto area = [](const Interval* i) { return static_cast<double>(i->bytes) * (i->to - i->from + 1); };
        return area(a) > area(b);
    });
    std::vector<std::size_t> first(intervals.size()), second(intervals.size());
    const std::size_t a = placeAll(bySize, first, intervals), b = placeAll(byLife, second, intervals);
    const auto& chosen = a <= b ? first : second;
    for (std::size_t i = 0; i < intervals.size(); ++i) *intervals[i].offset = chosen[i];
    return std::min(a, b);
}

std::size_t largestSum(const std::vector<Interval>& intervals, int positions) {
    std::vector<std::int64_t> change(static_cast<std::size_t>(positions) + 3, 0);
    for (const auto& i : intervals) {
        change[static_cast<std::size_t>(i.from) + 1] += static_cast<std::int64_t>(i.bytes);
        change[static_cast<std::size_t>(i.to) + 2] -= static_cast<std::int64_t>(i.bytes);
    }
    std::int64_t now = 0, most = 0;
    for (const auto c : change) most = std::max(most, now += c);
    return static_cast<std::size_t>(most);
}

std::size_t aligned(std::size_t bytes) { return (std::max<std::size_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment; }

} // namespace

MemoryPlan planMemory(const PlanRequest& request) {
    const ir::Graph& graph = *request.graph;
    const Sharing sharing(request);
    MemoryPlan plan;
    plan.values.resize(static_cast<std::size_t>(graph.valueEnd()));
    plan.workspaces.resize(static_cast<std::size_t>(graph.nodeEnd()));
    plan.roots = sharing.roots();

    std::vector<Interval> intervals;
    for (ir::ValueId id = 0; id < graph.valueEnd(); ++id) {
        const ir::Value& value = graph.value(id);
        if (!value.alive) continue;
        Placement& placement = plan.values[static_cast<std::size_t>(id)];
        placement.bytes = request.valueBytes(value);
        const ir::ValueId root = plan.roots[static_cast<std::size_t>(id)];
        placement.region = ir::isPersistent(graph.value(root).kind) ? Region::Persistent : Region::Scratch;
        if (root == id && placement.region == Region::Scratch)
            intervals.push_back({sharing.first(id), sharing.last(id), aligned(placement.bytes), &placement.offset});
    }
    int position = 0;
    for (const ir::NodeId id : graph.order()) {
        if (const std::size_t bytes = request.workspaceBytes(id)) {
            Placement& placement = plan.workspaces[static_cast<std::size_t>(id)];
            placement = {Region::Scratch, 0, bytes};
            intervals.push_back({position, position, aligned(bytes), &placement.offset});
        }
        ++position;
    }
    plan.scratchBytes = assignOffsets(intervals);
    plan.liveBytes = largestSum(intervals, position);
    for (ir::ValueId id = 0; id < graph.valueEnd(); ++id) {
        if (!graph.value(id).alive) continue;
        const auto root = static_cast<std::size_t>(plan.roots[static_cast<std::size_t>(id)]);
        plan.values[static_cast<std::size_t>(id)].offset = plan.values[root].offset;
    }
    return plan;
}

} // namespace lockstep::program
