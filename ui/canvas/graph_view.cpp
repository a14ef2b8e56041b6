#include "ui/canvas/graph_view.h"

#include "spec/catalogue.h"
#include "ui/models/number_text.h"
#include "ui/setup/json_path.h"
#include "ui/setup/problem_place.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep::ui {

namespace {

constexpr double kRowGap = 1.6, kColumnGap = 1.15; // node sizes from centre to centre

/// Stripe by what the layer is for.
int stripeOf(const QString& type) {
    const spec::LayerSpec* spec = spec::findLayer(type.toStdString());
    if (!spec) return 4;
    switch (spec->group) {
    case spec::LayerGroup::Linear:
    case spec::LayerGroup::Convolution:
    case spec::LayerGroup::Embedding: return 0;
    case spec::LayerGroup::Activation: return 1;
    case spec::LayerGroup::Normalisation:
    case spec::LayerGroup::Regularisation: return 2;
    case spec::LayerGroup::Pooling: return 3;
    case spec::LayerGroup::Shape:
    case spec::LayerGroup::Combine: return 4;
    default: return 5;
    }
}

NodeView nodeOf(const spec::Json& json, bool input) {
    NodeView node;
    node.id = textAt(json, "id");
    node.type = input ? QString("Input") : textAt(json, "type");
    node.group = input ? -1 : stripeOf(node.type);
    if (const spec::Json* inputs = json.find("inputs"))
        for (const spec::Json& name : inputs->items) node.inputs << QString::fromStdString(name.text);
    if (const spec::Json* repeat = json.find("repeat"); repeat && repeat->integer > 1)
        node.note = QString::fromUtf8("× %1").arg(repeat->integer);
    return node;
}

void describe(NodeView& node, const session::LayerAnalysis& layer) {
    if (!layer.outputShape.empty()) node.shape = shapeText(layer.outputShape);
    if (layer.parameters > 0) node.parameters = countText(layer.parameters);
    if (layer.flopsPerSample > 0) node.flops = shortCount(layer.flopsPerSample);
    node.centre = {layer.place.first, layer.place.second};
}

/// The session lays out in its own measure: stretched until nodes of our size do not touch.
void stretch(GraphView& graph, const QSizeF& size) {
    double down = 0, across = 0;
    for (const NodeView& a : graph)
        for (const NodeView& b : graph) {
            const double dx = std::abs(a.centre.x() - b.centre.x()), dy = std::abs(a.centre.y() - b.centre.y());
            if (dy > 1)
                down = std::max(down, size.height() * kRowGap / dy);
            else if (dx > 1)
                across = std::max(across, size.width() * kColumnGap / dx);
        }
    for (NodeView& node : graph) node.centre = {node.centre.x() * (across > 0 ? across : 1), node.centre.y() * (down > 0 ? down : 1)};
}

void placeByHand(GraphView& graph, const GraphView& before, const QSizeF& size) {
    std::map<QString, QPointF> known;
    for (const NodeView& node : before) known[node.id] = node.centre;
    QPointF next(0, 0);
    for (NodeView& node : graph) {
        const auto own = known.find(node.id);
        const auto above = node.inputs.isEmpty() ? known.end() : known.find(node.inputs.front());
        if (own != known.end())
            node.centre = own->second;
        else if (above != known.end())
            node.centre = above->second + QPointF(before.empty() ? 0 : size.width() * 0.6, size.height() * kRowGap);
        else
            node.centre = next;
        known[node.id] = node.centre;
        next = node.centre + QPointF(0, size.height() * kRowGap);
    }
}

} // namespace

QString shapeText(const std::vector<std::int64_t>& shape) {
    QStringList parts;
    for (const std::int64_t extent : shape) parts << QString::number(extent);
    return parts.isEmpty() ? QString("1") : parts.join(QString::fromUtf8(" × "));
}

QString shortCount(double count) {
    const char* units[] = {"", " k", " M", " G", " T"};
    std::size_t unit = 0;
    while (count >= 999.5 && unit + 1 < std::size(units)) count /= 1000, ++unit;
    return QString::number(count, 'g', 3) + units[unit];
}

GraphView makeGraphView(const spec::Json& model, const session::SetupAnalysis& analysis, const GraphView& before, const QSizeF& nodeSize) {
    std::map<QString, const session::LayerAnalysis*> known;
    for (const session::LayerAnalysis& layer : analysis.layers) known[QString::fromStdString(layer.id)] = &layer;
    GraphView graph;
    bool allPlaced = true;
    for (const char* list : {"inputs", "layers"}) {
        const spec::Json* items = model.find(list);
        if (!items) continue;
        for (const spec::Json& item : items->items) {
            if (item.kind != spec::Json::Kind::Object) continue;
            NodeView node = nodeOf(item, std::string_view(list) == "inputs");
            const auto found = known.find(node.id);
            if (found != known.end()) describe(node, *found->second);
            allPlaced = allPlaced && found != known.end();
            for (const Error& problem : analysis.problems)
                if (placeOf(problem) == "layer:" + node.id) node.problems << QString::fromStdString(problem.text());
            graph.push_back(std::move(node));
        }
    }
    if (allPlaced)
        stretch(graph, nodeSize);
    else
        placeByHand(graph, before, nodeSize);
    return graph;
}

} // namespace lockstep::ui
