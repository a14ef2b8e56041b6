// A layer on the canvas: stripe, type, id, output shape, parameters, work; a mark where something is wrong.
#pragma once

#include "ui/canvas/graph_view.h"

#include <QGraphicsItem>

namespace lockstep::ui {

class NodeItem : public QGraphicsItem {
public:
    explicit NodeItem(const NodeView& node);

    /// Follows the font: all nodes have this size.
    static QSizeF size();
    const NodeView& node() const { return m_node; }
    void setNode(const NodeView& node);
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintText(QPainter* painter, const QRectF& box) const;

    NodeView m_node;
};

} // namespace lockstep::ui
