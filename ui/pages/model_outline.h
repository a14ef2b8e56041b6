// The layers as a tree: the canvas for keyboard and screen reader.
#pragma once

#include "ui/canvas/graph_view.h"

#include <QTreeWidget>

namespace lockstep::ui {

class ModelOutline : public QTreeWidget {
    Q_OBJECT

public:
    explicit ModelOutline(QWidget* parent = nullptr);

    void setGraph(const GraphView& graph);
    /// Hides the layers whose id and type do not hold the letters; the first that does, if any.
    QString filter(const QString& letters);
    void select(const QString& id);

signals:
    void chosen(const QString& id);

private:
    QTreeWidgetItem* row(const QString& id) const;
};

} // namespace lockstep::ui
