// Yes or no, and one of several.
#pragma once

#include "ui/forms/field_editor.h"

class QCheckBox;
class QComboBox;

namespace lockstep::ui {

class BoolEditor : public FieldEditor {
    Q_OBJECT

public:
    explicit BoolEditor(const FieldSpec& field, QWidget* parent = nullptr);
    QWidget* control() const override;

protected:
    void show(const spec::Json& value, bool isDefault) override;

private:
    QCheckBox* m_box;
};

class ChoiceEditor : public FieldEditor {
    Q_OBJECT

public:
    explicit ChoiceEditor(const FieldSpec& field, QWidget* parent = nullptr);
    QWidget* control() const override;

protected:
    void show(const spec::Json& value, bool isDefault) override;

private:
    QComboBox* m_box;
};

} // namespace lockstep::ui
