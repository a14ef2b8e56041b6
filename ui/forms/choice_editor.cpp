#include "ui/forms/choice_editor.h"

#include "ui/forms/multi_choice_editor.h"
#include "ui/forms/text_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QWheelEvent>

namespace lockstep::ui {

namespace {

/// The wheel scrolls the page, not the choice under the pointer.
class CalmComboBox : public QComboBox {
protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace

BoolEditor::BoolEditor(const FieldSpec& spec, QWidget* parent) : FieldEditor(spec, parent), m_box(new QCheckBox) {
    setControl(m_box, m_box);
    connect(m_box, &QCheckBox::clicked, this, [this](bool on) { commit(spec::Json::ofBool(on)); });
}

QWidget* BoolEditor::control() const { return m_box; }

void BoolEditor::show(const spec::Json& value, bool) {
    m_box->setChecked(value.kind == spec::Json::Kind::Bool && value.boolean);
    m_box->setText(m_box->isChecked() ? tr("On") : tr("Off"));
}

ChoiceEditor::ChoiceEditor(const FieldSpec& spec, QWidget* parent) : FieldEditor(spec, parent), m_box(new CalmComboBox) {
    m_box->setFocusPolicy(Qt::StrongFocus);
    const FieldSpec& f = field();
    m_box->setPlaceholderText(f.emptyText);
    for (qsizetype i = 0; i < f.choices.size(); ++i) m_box->addItem(f.choiceTexts.value(i, f.choices[i]), f.choices[i]);
    for (qsizetype i = 0; i < f.blockedChoices.size(); ++i) {
        // Visible, grey, and says why (C20).
        m_box->addItem(f.blockedChoices[i], f.blockedChoices[i]);
        auto* model = qobject_cast<QStandardItemModel*>(m_box->model());
        QStandardItem* item = model->item(m_box->count() - 1);
        item->setEnabled(false);
        item->setToolTip(f.blockedReasons.value(i));
    }
    setControl(m_box, m_box);
    connect(m_box, &QComboBox::activated, this, [this] { commit(spec::Json::ofString(m_box->currentData().toString().toStdString())); });
}

QWidget* ChoiceEditor::control() const { return m_box; }

void ChoiceEditor::show(const spec::Json& value, bool) {
    const QSignalBlocker quiet(m_box);
    const QString text = valueText(value);
    int index = m_box->findData(text);
    if (index < 0 && !text.isEmpty()) {
        m_box->addItem(text, text); // a value that is not allowed is still shown as it stands
        index = m_box->count() - 1;
    }
    m_box->setCurrentIndex(index);
}

FieldEditor* makeFieldEditor(const FieldSpec& field, Dialogs* dialogs, QWidget* parent) {
    if (field.kind == FieldKind::Bool) return new BoolEditor(field, parent);
    if (field.kind == FieldKind::Choice) return new ChoiceEditor(field, parent);
    if (field.kind == FieldKind::Choices) return new MultiChoiceEditor(field, parent);
    return new TextEditor(field, dialogs, parent);
}

} // namespace lockstep::ui
