// Yes or no, one of several, and several of a few.
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

/// Boxes to tick.
class MultiChoiceEditor : public FieldEditor {
    Q_OBJECT

public:
    explicit MultiChoiceEditor(const FieldSpec& field, QWidget* parent = nullptr);
    QWidget* control() const override;
    QCheckBox* box(const QString& choice) const;

protected:
    void show(const spec::Json& value, bool isDefault) override;

private:
    QCheckBox* addBox(const QString& value, const QString& text);
    void take();

    QWidget* m_holder;
    std::vector<std::pair<QString, QCheckBox*>> m_boxes; ///< grey ones are not among them
};

} // namespace lockstep::ui
