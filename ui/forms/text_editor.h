// Numbers, lists, texts and paths: a box, with a slider before it or a button after it where the field wants one.
#pragma once

#include "ui/forms/field_editor.h"

class QLineEdit;
class QSlider;

namespace lockstep::ui {

class TextEditor : public FieldEditor {
    Q_OBJECT

public:
    TextEditor(const FieldSpec& field, Dialogs* dialogs, QWidget* parent = nullptr);

    QWidget* control() const override;

protected:
    void show(const spec::Json& value, bool isDefault) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addSlider(class QHBoxLayout* row);
    void addBrowse(class QHBoxLayout* row, Dialogs& dialogs);
    void take(const QString& text);
    void placeSlider(double value);
    double sliderValue(int position) const;

    QLineEdit* m_box;
    QSlider* m_slider = nullptr;
    QString m_committed; ///< the text that stands for the document's value
    QString m_atFocus;   ///< what Esc brings back
};

} // namespace lockstep::ui
