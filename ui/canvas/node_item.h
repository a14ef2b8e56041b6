// A layer on the canvas: stripe, type, id, output shape, parameters, work; a mark where something is wrong.
#pragma once

#include "ui/canvas/graph_view.h"

#include <QFont>
#include <QGraphicsItem>
#include <QStaticText>

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
    enum class Tone { Plain, Muted, Danger };
    /// Text that is shaped and cut once: doing it at each repaint is most of what a large graph costs.
    struct Line {
        QStaticText text;
        QPointF at;
        bool strong = false;
        Tone tone = Tone::Plain;
    };

    void layOut();
    void addLine(const QString& text, const QRectF& room, bool strong, Tone tone, Qt::Alignment alignment = Qt::AlignLeft);
    void paintText(QPainter* painter);

    NodeView m_node;
    std::vector<Line> m_lines;
    QFont m_laidOutIn;
};

} // namespace lockstep::ui
