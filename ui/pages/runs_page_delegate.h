// How a run looks in the table: colour and dash beside the name, state as a pill.
#pragma once

#include <QStyledItemDelegate>

namespace lockstep::ui {

class RunsDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void destroyEditor(QWidget* editor, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

signals:
    void editing(bool on) const;

private:
    void paintEye(QPainter* painter, const QRect& rect, const QModelIndex& index) const;
    void paintName(QPainter* painter, const QRect& rect, const QModelIndex& index) const;
};

} // namespace lockstep::ui
