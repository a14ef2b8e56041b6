// A wire between two layers, with the shape that flows along it.
#pragma once

#include <QFont>
#include <QGraphicsItem>
#include <QPainterPath>
#include <QPolygonF>

namespace lockstep::ui {

class EdgeItem : public QGraphicsItem {
public:
    EdgeItem(const QPointF& from, const QPointF& to, const QString& shape);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void layOut();

    QPainterPath m_path, m_outline; ///< its line, and the area that a pen covers along it: stroked once, filled at each repaint
    QPolygonF m_arrow;
    QPointF m_middle;
    QString m_shape;
    QRectF m_pill;
    QFont m_laidOutIn;
};

} // namespace lockstep::ui
