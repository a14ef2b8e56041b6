#include "spec/layout_engines.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace lockstep::spec {
namespace {

using Indices = std::vector<std::size_t>;

/// Layers from the longest path; long edges hold a place in each layer that they cross, so that skip connections pass beside the layers.
class Layered {
public:
    Layered(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) : m_nodes(nodes) {
        for (std::size_t i = 0; i < nodes.size(); ++i) m_index.emplace(nodes[i].id, i);
        m_count = nodes.size();
        m_width.resize(m_count);
        for (std::size_t i = 0; i < m_count; ++i) m_width[i] = nodes[i].width;
        m_down.resize(m_count);
        for (const auto& edge : edges) {
            const auto from = m_index.find(edge.from), to = m_index.find(edge.to);
            if (from != m_index.end() && to != m_index.end() && from->second != to->second) m_down[from->second].push_back(to->second);
        }
    }

    LayoutResult run() {
        breakCycles();
        assignRanks();
        splitLongEdges();
        fillLayers();
        for (int sweep = 0; sweep < 8; ++sweep) orderBy(sweep % 2 == 0);
        for (int sweep = 0; sweep < 8; ++sweep) placeBy(sweep % 2 == 0);
        return result();
    }

private:
    /// Depth first without recursion; an edge back to a node in progress is turned round.
    void breakCycles() {
        enum : char { New, Open, Done };
        std::vector<char> state(m_count, New);
        std::vector<std::pair<std::size_t, std::size_t>> turned;
        for (std::size_t root = 0; root < m_count; ++root) {
            if (state[root] != New) continue;
            std::vector<std::pair<std::size_t, std::size_t>> stack{{root, 0}};
            state[root] = Open;
            while (!stack.empty()) {
                auto& [node, next] = stack.back();
                if (next == m_down[node].size()) {
                    state[node] = Done;
                    stack.pop_back();
                    continue;
                }
                const std::size_t to = m_down[node][next];
                if (state[to] == Open) {
                    turned.emplace_back(to, node);
                    m_down[node].erase(m_down[node].begin() + static_cast<std::ptrdiff_t>(next));
                    continue;
                }
                ++next;
                if (state[to] == New) {
                    state[to] = Open;
                    stack.emplace_back(to, 0);
                }
            }
        }
        for (const auto& [from, to] : turned) m_down[from].push_back(to);
    }

    void assignRanks() {
        Indices waits(m_count, 0), ready;
        m_rank.assign(m_count, 0);
        for (const auto& targets : m_down)
            for (const auto to : targets) ++waits[to];
        for (std::size_t i = 0; i < m_count; ++i)
            if (waits[i] == 0) ready.push_back(i);
        for (std::size_t k = 0; k < ready.size(); ++k) {
            for (const auto to : m_down[ready[k]]) {
                m_rank[to] = std::max(m_rank[to], m_rank[ready[k]] + 1);
                if (--waits[to] == 0) ready.push_back(to);
            }
        }
    }

    void splitLongEdges() {
        constexpr std::size_t kMostPlaces = 20000;
        const std::size_t real = m_count;
        for (std::size_t from = 0; from < real; ++from) {
            for (std::size_t k = 0; k < m_down[from].size(); ++k) {
                const std::size_t to = m_down[from][k], gap = m_rank[to] - m_rank[from];
                if (gap < 2 || m_count + gap > real + kMostPlaces) continue;
                std::size_t before = from;
                for (std::size_t rank = m_rank[from] + 1; rank < m_rank[to]; ++rank) {
                    const std::size_t place = m_count++;
                    m_rank.push_back(rank);
                    m_width.push_back(8);
                    m_down.emplace_back();
                    if (before == from)
                        m_down[from][k] = place;
                    else
                        m_down[before].push_back(place);
                    before = place;
                }
                m_down[before].push_back(to);
            }
        }
    }

    void fillLayers() {
        m_up.resize(m_count);
        for (std::size_t from = 0; from < m_count; ++from)
            for (const auto to : m_down[from]) m_up[to].push_back(from);
        const auto last = m_rank.empty() ? 0 : *std::ranges::max_element(m_rank);
        m_layers.resize(m_count ? last + 1 : 0);
        for (std::size_t i = 0; i < m_count; ++i) m_layers[m_rank[i]].push_back(i);
        m_x.assign(m_count, 0);
        for (auto& layer : m_layers) setOrder(layer);
    }

    void setOrder(const Indices& layer) {
        for (std::size_t k = 0; k < layer.size(); ++k) m_x[layer[k]] = static_cast<double>(k);
    }

    double mean(const Indices& neighbours, double fallback) const {
        if (neighbours.empty()) return fallback;
        double sum = 0;
        for (const auto n : neighbours) sum += m_x[n];
        return sum / static_cast<double>(neighbours.size());
    }

    template <class Visit> void eachLayer(bool downwards, Visit visit) {
        for (std::size_t k = 0; k < m_layers.size(); ++k) visit(m_layers[downwards ? k : m_layers.size() - 1 - k]);
    }

    void orderBy(bool downwards) {
        eachLayer(downwards, [&](Indices& layer) {
            std::unordered_map<std::size_t, double> wanted;
            for (const auto i : layer) wanted[i] = mean(downwards ? m_up[i] : m_down[i], m_x[i]);
            std::ranges::stable_sort(layer, {}, [&](std::size_t i) { return wanted[i]; });
            setOrder(layer);
        });
    }

    /// Pixels: each node near the mean of its neighbours, none over another.
    void placeBy(bool downwards) {
        eachLayer(downwards, [&](Indices& layer) {
            double edge = -std::numeric_limits<double>::infinity(), drift = 0;
            for (const auto i : layer) {
                const double wanted = mean(downwards ? m_up[i] : m_down[i], m_x[i]);
                const double x = std::max(wanted, edge + m_width[i] / 2);
                drift += x - wanted;
                m_x[i] = x;
                edge = x + m_width[i] / 2 + kNodeGap;
            }
            for (const auto i : layer) m_x[i] -= drift / static_cast<double>(layer.size());
        });
    }

    LayoutResult result() const {
        LayoutResult out;
        out.fallback = true;
        double left = std::numeric_limits<double>::infinity(), y = 0;
        for (std::size_t i = 0; i < m_nodes.size(); ++i) left = std::min(left, m_x[i] - m_width[i] / 2);
        for (const auto& layer : m_layers) {
            double height = 0;
            for (const auto i : layer)
                if (i < m_nodes.size()) height = std::max(height, m_nodes[i].height);
            for (const auto i : layer)
                if (i < m_nodes.size()) out.centres.emplace(m_nodes[i].id, std::pair{m_x[i] - left, y + height / 2});
            y += height + kRankGap;
        }
        return out;
    }

    const std::vector<LayoutNode>& m_nodes;
    std::unordered_map<std::string, std::size_t> m_index;
    std::size_t m_count = 0; ///< nodes, then places held by long edges
    std::vector<double> m_width, m_x;
    std::vector<Indices> m_down, m_up, m_layers;
    Indices m_rank;
};

} // namespace

LayoutResult layeredLayout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
    return Layered(nodes, edges).run();
}

} // namespace lockstep::spec
