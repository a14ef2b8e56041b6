// One field on screen: label with its problem beside it, control, reset. A problem moves nothing. Edits are committed as they are typed;
// the document's check says what is wrong with them.
#pragma once

#include "ui/forms/field_spec.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lockstep::ui {

class Dialogs;
class ElidedLabel;

class FieldEditor : public QWidget {
    Q_OBJECT

public:
    explicit FieldEditor(FieldSpec field, QWidget* parent = nullptr);

    const FieldSpec& field() const { return m_field; }
    /// What the document says; nullptr: nothing.
    void setValue(const spec::Json* value);
    /// What counts where the document says nothing, when that depends on the rest of it. Before setValue().
    void setFallback(spec::Json value);
    /// Empty: none. `missing`: nothing was given yet; that is no mistake before something was typed here or asked for.
    void setProblem(const QString& text, bool missing = false);
    QString problem() const { return m_text; }
    /// Shown as a mistake, not as a gap that waits.
    bool isWrong() const { return !m_text.isEmpty() && (!m_missing || m_touched); }
    /// Someone came to mend it: a gap is a mistake from now on.
    void touch();
    /// The control that takes the keys.
    virtual QWidget* control() const = 0;

signals:
    /// Nothing: back to the default.
    void edited(const std::optional<lockstep::spec::Json>& value);

protected:
    /// Puts `control` between label and reset button. Called once by constructors of derived classes.
    void setControl(QWidget* control, QWidget* focus);
    /// `value`: never null, the default where the document says nothing (a Null where there is none).
    virtual void show(const spec::Json& value, bool isDefault) = 0;
    void commit(const std::optional<spec::Json>& value);

private:
    FieldSpec m_field;
    void showProblem();

    QString m_text; ///< of the problem
    bool m_missing = false, m_touched = false;
    QLabel* m_label;
    ElidedLabel* m_problem;
    QToolButton* m_reset = nullptr;
    class QHBoxLayout* m_row;
};

/// The editor for the kind of the field. `dialogs`: for files; may be null where no field needs it.
FieldEditor* makeFieldEditor(const FieldSpec& field, Dialogs* dialogs, QWidget* parent = nullptr);

} // namespace lockstep::ui
