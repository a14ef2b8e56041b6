// One field on screen: label, control, reset, and its problem beneath. Edits are committed as they are typed; the document's check
// says what is wrong with them.
#pragma once

#include "ui/forms/field_spec.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lockstep::ui {

class Dialogs;

class FieldEditor : public QWidget {
    Q_OBJECT

public:
    explicit FieldEditor(FieldSpec field, QWidget* parent = nullptr);

    const FieldSpec& field() const { return m_field; }
    /// What the document says; nullptr: nothing.
    void setValue(const spec::Json* value);
    /// What counts where the document says nothing, when that depends on the rest of it. Before setValue().
    void setFallback(spec::Json value);
    /// Empty: none.
    void setProblem(const QString& text);
    QString problem() const;
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
    QLabel* m_label;
    QLabel* m_problem;
    QToolButton* m_reset = nullptr;
    class QHBoxLayout* m_row;
};

/// The editor for the kind of the field. `dialogs`: for files; may be null where no field needs it.
FieldEditor* makeFieldEditor(const FieldSpec& field, Dialogs* dialogs, QWidget* parent = nullptr);

} // namespace lockstep::ui
