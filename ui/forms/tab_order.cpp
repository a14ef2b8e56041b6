#include "ui/forms/tab_order.h"

#include <QAbstractScrollArea>
#include <QLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QWidget>

#include <vector>

namespace lockstep::ui {

namespace {

class Walk {
public:
    std::vector<QWidget*> controls;

    void visit(QWidget* widget) {
        if (auto* area = qobject_cast<QScrollArea*>(widget)) {
            if (area->widget()) visit(area->widget());
            return;
        }
        if (auto* splitter = qobject_cast<QSplitter*>(widget)) {
            for (int i = 0; i < splitter->count(); ++i) visit(splitter->widget(i));
            return;
        }
        if (auto* stack = qobject_cast<QStackedWidget*>(widget)) {
            for (int i = 0; i < stack->count(); ++i) visit(stack->widget(i));
            return;
        }
        if (widget->focusPolicy() & Qt::TabFocus) controls.push_back(widget);
        // What is inside a control is its own affair.
        const bool whole = qobject_cast<QAbstractScrollArea*>(widget) || !widget->layout();
        if (!whole) visit(widget->layout());
    }

    void visit(QLayout* layout) {
        for (int i = 0; i < layout->count(); ++i) {
            QLayoutItem* item = layout->itemAt(i);
            if (item->widget())
                visit(item->widget());
            else if (item->layout())
                visit(item->layout());
        }
    }
};

} // namespace

void tabInReadingOrder(QWidget* root) {
    Walk walk;
    walk.visit(root);
    for (std::size_t i = 1; i < walk.controls.size(); ++i) QWidget::setTabOrder(walk.controls[i - 1], walk.controls[i]);
}

} // namespace lockstep::ui
