// Every act of the window is one QAction of one table: menus, the shortcut sheet and the command list come from it.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>

#include <vector>

namespace lockstep::ui {

/// Where a key counts. Window keys count everywhere, so they may not be used by any other context.
enum class ActionContext { Window, Canvas, Chart, Runs };

struct ActionSpec {
    const char* id;
    const char* text; ///< English, translated in the context "Actions"
    const char* help;
    std::vector<QKeySequence> keys;
    ActionContext context = ActionContext::Window;
    const char* icon = "";
    const char* menu = ""; ///< file edit view run help; empty: in no menu
    bool checkable = false;
};

/// The table (action_specs.cpp), in the order of the menus.
const std::vector<ActionSpec>& actionSpecs();
/// Keys used twice where both would count, as "Ctrl+S: save, checkpoint"; empty if all is well.
QStringList doubledKeys(const std::vector<ActionSpec>& specs);

class ActionTable : public QObject {
    Q_OBJECT

public:
    explicit ActionTable(QObject* parent = nullptr);

    /// Never null: asking for an id that is not in the table is a bug.
    QAction* action(const QString& id) const;
    const ActionSpec& spec(const QString& id) const;
    const std::vector<ActionSpec>& specs() const { return actionSpecs(); }
    /// Disables with the reason in the tool tip; an empty reason enables (C20).
    void setBlocked(const QString& id, const QString& reason);
    QString blockedBecause(const QString& id) const;
    /// Adds the actions of a context to a widget, so that their keys count inside it.
    void attach(QWidget* widget, ActionContext context) const;

private:
    QMap<QString, QAction*> m_actions;
    QMap<QString, QString> m_reasons;
};

} // namespace lockstep::ui
