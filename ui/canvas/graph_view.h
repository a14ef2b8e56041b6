// The model as nodes with places, made from the document and what the session says of it. No widgets.
#pragma once

#include "session/answers.h"
#include "spec/json.h"

#include <QPointF>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include <vector>

namespace lockstep::ui {

struct NodeView {
    QString id, type;
    QStringList inputs;
    QString shape;      ///< "16 × 8 × 8"; empty: not known
    QString parameters; ///< "4,640"; empty: none
    QString flops;      ///< "1.2 M" per sample, forward; empty: none
    QString note;       ///< "× 3" for repeated layers
    int group = -1;     ///< colour of its stripe; -1: an input
    QStringList problems;
    QPointF centre;

    bool operator==(const NodeView&) const = default;
};
using GraphView = std::vector<NodeView>;

/// `before`: the nodes so far; a layer that the session could not place stays where it was, or stands under its input.
GraphView makeGraphView(const spec::Json& model, const session::SetupAnalysis& analysis, const GraphView& before, const QSizeF& nodeSize);
/// "16 × 8 × 8"; a scalar is "1".
QString shapeText(const std::vector<std::int64_t>& shape);
/// "1.2 M", "85 k".
QString shortCount(double count);

} // namespace lockstep::ui
