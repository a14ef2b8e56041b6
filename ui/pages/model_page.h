// The model: outline, canvas, properties of the selected layer, totals. Everything shown comes from the document and the session.
#pragma once

#include "ui/shell/page.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace lockstep::ui {

class Canvas;
class LayerPanel;
class ModelOutline;

class ModelPage : public Page {
    Q_OBJECT

public:
    explicit ModelPage(const StudioContext& context, QWidget* parent = nullptr);

    bool reveal(const QString& place) override;
    /// Used by the window's acts, by name.
    Q_INVOKABLE void find();
    Q_INVOKABLE void zoomIn();
    Q_INVOKABLE void zoomOut();
    Q_INVOKABLE void zoomFit();

private:
    QWidget* buildLeft();
    QWidget* buildMiddle();
    QWidget* buildTotals();
    void connectActs();
    void refresh();
    void showTotals();
    void select(const QString& id);
    void addLayer(const QString& type);
    void removeLayer();
    void duplicateLayer();

    QSplitter* m_split = nullptr;
    QLineEdit* m_find = nullptr;
    ModelOutline* m_outline = nullptr;
    Canvas* m_canvas = nullptr;
    LayerPanel* m_panel = nullptr;
    QToolButton* m_add = nullptr;
    QLabel* m_totals = nullptr;
    QString m_selected, m_wanted; ///< m_wanted: selected once the canvas knows it
};

} // namespace lockstep::ui
