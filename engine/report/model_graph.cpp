#include "report/model_graph.h"

#include "spec/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep::report {
namespace {

constexpr double kWidth = 178, kHeight = 58, kGapX = 24, kGapY = 34, kMargin = 8;
constexpr std::size_t kColumns = 5, kMostLetters = 24;

using Centres = std::map<std::string, std::pair<double, double>>;

std::string cut(const std::string& text) {
    if (text.size() <= kMostLetters) return text; // ids and types are ASCII
    return text.substr(0, kMostLetters - 2) + "..";
}

bool isChain(const std::vector<GraphNode>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& inputs = nodes[i].inputs;
        if (i == 0 ? !inputs.empty() : inputs.size() != 1 || inputs[0] != nodes[i - 1].id) return false;
    }
    return true;
}

Centres rows(const std::vector<GraphNode>& nodes) {
    Centres out;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::size_t row = i / kColumns, column = i % kColumns;
        out[nodes[i].id] = {kMargin + kWidth / 2 + static_cast<double>(column) * (kWidth + kGapX),
                            kMargin + kHeight / 2 + static_cast<double>(row) * (kHeight + kGapY)};
    }
    return out;
}

Centres layered(const std::vector<GraphNode>& nodes) {
    std::vector<spec::LayoutNode> boxes;
    std::vector<spec::LayoutEdge> edges;
    for (const auto& node : nodes) {
        boxes.push_back({node.id, kWidth, kHeight});
        for (const auto& input : node.inputs) edges.push_back({input, node.id});
    }
    auto centres = spec::layoutGraph(boxes, edges).centres;
    double left = 0, top = 0;
    for (const auto& [id, at] : centres) left = std::min(left, at.first - kWidth / 2), top = std::min(top, at.second - kHeight / 2);
    for (auto& [id, at] : centres) at = {at.first - left + kMargin, at.second - top + kMargin};
    return centres;
}

class Drawing {
public:
    explicit Drawing(const std::vector<GraphNode>& nodes)
        : m_nodes(nodes), m_chain(isChain(nodes)), m_centres(m_chain ? rows(nodes) : layered(nodes)) {}

    Figure make() {
        m_figure.title = "Model";
        m_figure.natural = true;
        for (const auto& node : m_nodes) {
            if (!m_centres.contains(node.id)) continue;
            for (const auto& input : node.inputs) {
                if (m_centres.contains(input)) arrow(m_centres.at(input), m_centres.at(node.id));
            }
            box(node, m_centres.at(node.id));
        }
        m_figure.width += kMargin, m_figure.height += kMargin;
        describe();
        return std::move(m_figure);
    }

private:
    using Point = std::pair<double, double>;

    void box(const GraphNode& node, const Point& at) {
        const double x = at.first - kWidth / 2, y = at.second - kHeight / 2;
        m_figure.boxes.push_back({x, y, kWidth, kHeight, {Ink::Role::Axis}});
        const auto line = [&](double dy, double size, const std::string& text, Ink::Role role) {
            m_figure.labels.push_back({Label::Anchor::Start, x + 10, y + dy, size, text, {role}});
        };
        line(19, 13, cut(node.id), Ink::Role::Text);
        line(35, 11, cut(node.type), Ink::Role::Muted);
        line(50, 11, node.shape + (node.parameters ? " · " + std::to_string(node.parameters) + " params" : ""), Ink::Role::Muted);
        m_figure.width = std::max(m_figure.width, x + kWidth), m_figure.height = std::max(m_figure.height, y + kHeight);
    }

    void arrow(const Point& from, const Point& to) {
        Polyline line{{}, {Ink::Role::Axis}, 1.3};
        const Point start{from.first, from.second + kHeight / 2}, end{to.first, to.second - kHeight / 2};
        const double middle = (start.second + end.second) / 2;
        if (m_chain && from.second == to.second)
            line.points = {{from.first + kWidth / 2, from.second}, {to.first - kWidth / 2, to.second}};
        else if (m_chain)
            line.points = {start, {start.first, middle}, {end.first, middle}, end};
        else if (crosses(start, end))
            line.points = around(from, to);
        else
            line.points = {start, end};
        head(line.points);
        m_figure.lines.push_back(std::move(line));
    }

    /// Whether a straight line would pass behind a box that it does not belong to.
    bool crosses(const Point& start, const Point& end) const {
        for (const auto& [id, at] : m_centres) {
            const double top = at.second - kHeight / 2, bottom = at.second + kHeight / 2;
            for (const double y : {top, at.second, bottom}) {
                if (y <= start.second || y >= end.second) continue;
                const double x = start.first + (end.first - start.first) * (y - start.second) / (end.second - start.second);
                if (std::abs(x - at.first) <= kWidth / 2) return true;
            }
        }
        return false;
    }

    /// Whether an upright line at `x` between two heights is clear of all boxes.
    bool isClear(double x, double top, double bottom) const {
        return std::ranges::none_of(m_centres, [&](const auto& entry) {
            const auto& [cx, cy] = entry.second;
            return std::abs(x - cx) < kWidth / 2 + 6 && cy + kHeight / 2 > top && cy - kHeight / 2 < bottom;
        });
    }

    /// Down in the reader's column or the layer's own where it is clear, else right of all boxes on the way; sideways only between ranks,
    /// so that no box is crossed or seems to be read.
    std::vector<Point> around(const Point& from, const Point& to) {
        const double spread = 3.0 * static_cast<double>(m_lanes % 4);
        const double leave = from.second + kHeight / 2 + 10 + spread, enter = to.second - kHeight / 2 - 12 - spread;
        double lane = 0;
        for (const auto& [id, at] : m_centres) {
            if (at.second >= from.second && at.second <= to.second) lane = std::max(lane, at.first + kWidth / 2);
        }
        lane += 14 + 9 * static_cast<double>(m_lanes % 6);
        ++m_lanes;
        const double x = from.first + 20, end = to.first + 20;
        for (const double column : {end, x}) {
            if (isClear(column, leave, enter)) {
                lane = column;
                break;
            }
        }
        m_figure.width = std::max(m_figure.width, lane);
        return {{x, from.second + kHeight / 2}, {x, leave}, {lane, leave}, {lane, enter}, {end, enter}, {end, to.second - kHeight / 2}};
    }

    /// Two strokes back from the last point, level or upright.
    static void head(std::vector<Point>& points) {
        const auto [x, y] = points.back();
        const Point before = points[points.size() - 2];
        const bool level = before.second == y;
        const double back = before.first > x ? x + 6 : x - 6;
        const Point one = level ? Point{back, y - 4} : Point{x - 4, y - 6}, two = level ? Point{back, y + 4} : Point{x + 4, y - 6};
        points.insert(points.end(), {one, {x, y}, two});
    }

    void describe() {
        m_figure.description = "The model's layers and what they read: ";
        constexpr std::size_t kMost = 40;
        for (std::size_t i = 0; i < std::min(m_nodes.size(), kMost); ++i) {
            m_figure.description += (i ? "; " : "") + m_nodes[i].id + " (" + m_nodes[i].type + ")";
            for (std::size_t k = 0; k < m_nodes[i].inputs.size(); ++k)
                m_figure.description += (k ? ", " : " reads ") + m_nodes[i].inputs[k];
        }
        if (m_nodes.size() > kMost) m_figure.description += "; and " + std::to_string(m_nodes.size() - kMost) + " more";
    }

    const std::vector<GraphNode>& m_nodes;
    bool m_chain;
    Centres m_centres;
    Figure m_figure;
    int m_lanes = 0;
};

} // namespace

Figure modelGraph(const std::vector<GraphNode>& nodes) { return Drawing(nodes).make(); }

} // namespace lockstep::report
