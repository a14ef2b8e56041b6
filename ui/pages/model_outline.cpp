#include "ui/pages/model_outline.h"

#include "ui/theme/icons.h"

#include <QHeaderView>
#include <QSignalBlocker>

namespace lockstep::ui {

namespace {
enum Column { Id, Kind, Output };
}

ModelOutline::ModelOutline(QWidget* parent) : QTreeWidget(parent) {
    setObjectName("outline");
    setAccessibleName(tr("Outline of the model"));
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideMiddle);
    setHeaderLabels({tr("Layer"), tr("Type"), tr("Output")});
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setStretchLastSection(true);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item) emit chosen(item->text(Id));
    });
}

void ModelOutline::setGraph(const GraphView& graph) {
    const QSignalBlocker quiet(this);
    const QString current = currentItem() ? currentItem()->text(Id) : QString();
    while (topLevelItemCount() > static_cast<int>(graph.size())) delete takeTopLevelItem(topLevelItemCount() - 1);
    while (topLevelItemCount() < static_cast<int>(graph.size())) addTopLevelItem(new QTreeWidgetItem);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const NodeView& node = graph[i];
        QTreeWidgetItem* item = topLevelItem(static_cast<int>(i));
        item->setText(Id, node.id);
        item->setText(Kind, node.note.isEmpty() ? node.type : node.type + ' ' + node.note);
        item->setText(Output, node.shape);
        item->setIcon(Id, node.problems.isEmpty() ? QIcon() : icon("error", IconTone::Danger));
        const QString tip = node.problems.isEmpty() ? QString("%1, %2").arg(node.id, node.type) : node.problems.join('\n');
        for (const int column : {Id, Kind, Output}) item->setToolTip(column, tip);
        const QString spoken = node.problems.isEmpty() ? node.id : tr("%1, problem: %2").arg(node.id, node.problems.front());
        item->setData(Id, Qt::AccessibleTextRole, spoken);
    }
    if (QTreeWidgetItem* same = row(current)) setCurrentItem(same);
}

QTreeWidgetItem* ModelOutline::row(const QString& id) const {
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (topLevelItem(i)->text(Id) == id) return topLevelItem(i);
    return nullptr;
}

QString ModelOutline::filter(const QString& letters) {
    QString first;
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = topLevelItem(i);
        const bool found = item->text(Id).contains(letters, Qt::CaseInsensitive) || item->text(Kind).contains(letters, Qt::CaseInsensitive);
        item->setHidden(!found);
        if (found && first.isEmpty()) first = item->text(Id);
    }
    return first;
}

void ModelOutline::select(const QString& id) {
    const QSignalBlocker quiet(this);
    setCurrentItem(row(id));
}

} // namespace lockstep::ui
