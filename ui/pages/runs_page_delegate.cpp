#include "ui/pages/runs_page_delegate.h"

#include "ui/models/run_actions.h"
#include "ui/models/runs_model.h"
#include "ui/pages/live_page_badge.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockstep::ui {

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto& c = colors();
    const bool selected = option.state & QStyle::State_Selected;
    painter->fillRect(option.rect, selected ? c.accentSoft : option.state & QStyle::State_MouseOver ? c.raised : c.surface);
    painter->setPen(QPen(c.border, 0));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const QRect inside = option.rect.adjusted(space(2), 0, -space(2), -1);
    if (index.column() == RunsModel::Eye) return paintEye(painter, option.rect, index);
    if (index.column() == RunsModel::Name) return paintName(painter, inside, index);
    const auto text = index.data(Qt::DisplayRole).toString();
    if (index.column() == RunsModel::Status) {
        const auto* model = qobject_cast<const RunsModel*>(index.model());
        const auto& row = model->rows()[static_cast<std::size_t>(index.row())];
        return StateBadge::paint(painter, inside, text, stateOfStatus(row.status));
    }
    const bool figure = index.column() == RunsModel::Number || (index.column() >= RunsModel::Step && index.column() <= RunsModel::Duration);
    painter->setFont(option.font);
    painter->setPen(figure ? c.text : c.textMuted);
    painter->drawText(inside, index.data(Qt::TextAlignmentRole).toInt(),
                      option.fontMetrics.elidedText(text, Qt::ElideRight, inside.width()));
}

QWidget* RunsDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (!editor) return editor;
    editor->setObjectName(index.column() == RunsModel::Name ? "edit-run-name" : "edit-run-tags");
    editor->setAccessibleName(index.column() == RunsModel::Name ? tr("Name of the run") : tr("Tags of the run, with commas"));
    emit editing(true);
    return editor;
}

void RunsDelegate::destroyEditor(QWidget* editor, const QModelIndex& index) const {
    QStyledItemDelegate::destroyEditor(editor, index);
    emit editing(false);
}

void RunsDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int chip = index.column() == RunsModel::Name ? space(8) : 0;
    editor->setGeometry(option.rect.adjusted(chip, 1, -1, -2));
}

void RunsDelegate::paintEye(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    const bool kept = index.data(RunsModel::KeptRole).toBool();
    const int edge = iconSize();
    const QRect place(rect.center().x() - edge / 2, rect.center().y() - edge / 2, edge, edge);
    icon(kept ? "eye" : "eye-off", kept ? IconTone::Accent : IconTone::Muted).paint(painter, place);
}

/// The run's colour and dash as its curves have them; hollow while it is not drawn.
void RunsDelegate::paintName(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    const int ordinal = index.data(RunsModel::OrdinalRole).toInt(), length = space(6);
    const bool shown = index.data(RunsModel::ShownRole).toBool();
    painter->save();
    if (shown) {
        painter->setPen(Theme::instance().runPen(ordinal, 3));
        painter->drawLine(QLineF(rect.left(), rect.center().y() + 0.5, rect.left() + length, rect.center().y() + 0.5));
    } else {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(Theme::instance().runColor(ordinal), 1.5));
        painter->drawEllipse(QPointF(rect.left() + length / 2.0, rect.center().y() + 0.5), space(1.25), space(1.25));
    }
    painter->restore();
    painter->setPen(colors().text);
    const auto place = rect.adjusted(length + space(2), 0, 0, 0);
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, place.width()));
}

} // namespace lockstep::ui
