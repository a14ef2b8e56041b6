#include "ui/shell/action_table.h"

#include "ui/theme/icons.h"

#include <QCoreApplication>
#include <QWidget>

namespace lockstep::ui {

namespace {

QString translated(const char* text) { return QCoreApplication::translate("Actions", text); }

bool bothCount(ActionContext a, ActionContext b) { return a == b || a == ActionContext::Window || b == ActionContext::Window; }

void setTip(QAction* action, const ActionSpec& spec, const QString& reason) {
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    QString tip = translated(spec.help);
    if (!keys.isEmpty()) tip += QString(" (%1)").arg(keys);
    if (!reason.isEmpty()) tip = reason;
    action->setToolTip(tip);
    action->setStatusTip(tip);
}

} // namespace

QStringList doubledKeys(const std::vector<ActionSpec>& specs) {
    QStringList doubled;
    for (std::size_t i = 0; i < specs.size(); ++i)
        for (std::size_t j = i + 1; j < specs.size(); ++j)
            for (const QKeySequence& key : specs[i].keys)
                if (bothCount(specs[i].context, specs[j].context) && std::count(specs[j].keys.begin(), specs[j].keys.end(), key))
                    doubled << QString("%1: %2, %3").arg(key.toString(), specs[i].id, specs[j].id);
    return doubled;
}

ActionTable::ActionTable(QObject* parent) : QObject(parent) {
    for (const ActionSpec& spec : actionSpecs()) {
        auto* action = new QAction(translated(spec.text), this);
        action->setObjectName(spec.id);
        action->setShortcuts(QList<QKeySequence>(spec.keys.begin(), spec.keys.end()));
        action->setShortcutContext(spec.context == ActionContext::Window ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
        action->setCheckable(spec.checkable);
        if (*spec.icon) action->setIcon(icon(spec.icon));
        setTip(action, spec, {});
        Q_ASSERT(!m_actions.contains(spec.id));
        m_actions[spec.id] = action;
    }
}

QAction* ActionTable::action(const QString& id) const {
    QAction* found = m_actions.value(id);
    Q_ASSERT_X(found, "ActionTable", qPrintable(id));
    return found;
}

const ActionSpec& ActionTable::spec(const QString& id) const {
    const auto& all = actionSpecs();
    const auto found = std::find_if(all.begin(), all.end(), [&](const ActionSpec& spec) { return id == spec.id; });
    Q_ASSERT(found != all.end());
    return *found;
}

void ActionTable::setBlocked(const QString& id, const QString& reason) {
    m_reasons[id] = reason;
    QAction* blocked = action(id);
    blocked->setEnabled(reason.isEmpty());
    setTip(blocked, spec(id), reason);
}

QString ActionTable::blockedBecause(const QString& id) const { return m_reasons.value(id); }

void ActionTable::attach(QWidget* widget, ActionContext context) const {
    for (const ActionSpec& spec : actionSpecs())
        if (spec.context == context) widget->addAction(action(spec.id));
}

} // namespace lockstep::ui
