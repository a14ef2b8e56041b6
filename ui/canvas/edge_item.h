// A wire between two layers, with the shape that flows along it.
#pragma once

#include <QGraphicsItem>
#include <QPainterPath>

namespace lockstep::ui {

class EdgeItem : public QGraphicsItem {
public:
    EdgeItem(const QPointF& from, const QPointF& to, const QString& shape);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QPainterPath m_path;
    QPointF m_tip, m_middle;
    QString m_shape;
};

} // namespace lockstep::ui
