// How a run looks in the table: colour and dash beside the name, state as a pill.
#pragma once

#include <QStyledItemDelegate>

namespace lockstep::ui {

class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintName(QPainter* painter, const QRect& rect, const QModelIndex& index) const;
};

} // namespace lockstep::ui
