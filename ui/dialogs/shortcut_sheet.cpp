#include "ui/dialogs/shortcut_sheet.h"

#include "ui/shell/action_table.h"
#include "ui/theme/metrics.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {

QString contextName(ActionContext context) {
    switch (context) {
    case ActionContext::Window: return ShortcutSheet::tr("Everywhere");
    case ActionContext::Canvas: return ShortcutSheet::tr("Model canvas");
    case ActionContext::Chart: return ShortcutSheet::tr("Charts");
    case ActionContext::Runs: return ShortcutSheet::tr("List of runs");
    }
    return {};
}

QString keysText(const QAction* action) {
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
    return keys.join(ShortcutSheet::tr(" or "));
}

} // namespace

ShortcutSheet::ShortcutSheet(const ActionTable& actions, QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space(5), space(4), space(5), space(4));
    auto* tree = new QTreeWidget;
    tree->setObjectName("shortcuts");
    tree->setAccessibleName(windowTitle());
    tree->setFrameShape(QFrame::NoFrame);
    tree->setHeaderLabels({tr("Act"), tr("Keys")});
    tree->setRootIsDecorated(false);
    tree->setIndentation(space(3));
    std::map<ActionContext, QTreeWidgetItem*> groups;
    for (const ActionSpec& spec : actions.specs()) {
        const QAction* action = actions.action(spec.id);
        if (spec.keys.empty() || !action->isVisible()) continue;
        QTreeWidgetItem*& group = groups[spec.context];
        if (!group) {
            group = new QTreeWidgetItem(tree, {contextName(spec.context)});
            group->setFont(0, scaledFont(1, true));
            group->setExpanded(true);
        }
        auto* row = new QTreeWidgetItem(group, {QString(action->text()).remove('&'), keysText(action)});
        row->setToolTip(0, action->toolTip());
    }
    tree->expandAll();
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setStretchLastSection(false);
    tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    column->addWidget(tree);
    resize(space(140), space(150));
}

} // namespace lockstep::ui
