// The model drawn: zoom, pan, fit, find, one layer selected. The outline beside it is its face for keyboard and screen readers.
#pragma once

#include "ui/canvas/graph_view.h"

#include <QGraphicsView>

#include <map>

namespace lockstep::ui {

class NodeItem;

class Canvas : public QGraphicsView {
    Q_OBJECT

public:
    explicit Canvas(QWidget* parent = nullptr);
    ~Canvas() override;

    void setGraph(const GraphView& graph);
    const GraphView& graph() const { return m_graph; }
    QString selected() const;
    /// Empty: nothing. Brings the layer into view.
    void select(const QString& id);
    NodeItem* item(const QString& id) const;

    /// The whole graph, however small.
    void fit();
    void zoomBy(double factor);
    /// What is seen now is the person's choice: changes of the model do not move it.
    void keepView() { m_touched = true; }
    double zoom() const { return transform().m11(); }

signals:
    void selectionMoved(const QString& id);

protected:
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;

private:
    void rebuildEdges();
    void showBegin();

    GraphView m_graph;
    std::map<QString, NodeItem*> m_items;
    std::vector<QGraphicsItem*> m_edges;
    bool m_touched = false; ///< zoomed or moved by hand: not fitted again
};

} // namespace lockstep::ui
