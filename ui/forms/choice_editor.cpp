#include "ui/forms/choice_editor.h"

#include "ui/forms/text_editor.h"
#include "ui/theme/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QWheelEvent>

namespace lockstep::ui {

namespace {

constexpr int kBoxesInARow = 2;

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

MultiChoiceEditor::MultiChoiceEditor(const FieldSpec& spec, QWidget* parent) : FieldEditor(spec, parent), m_holder(new QWidget) {
    auto* grid = new QGridLayout(m_holder);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space(4));
    grid->setVerticalSpacing(space(1));
    const FieldSpec& f = field();
    for (qsizetype i = 0; i < f.choices.size(); ++i)
        m_boxes.emplace_back(f.choices[i], addBox(f.choices[i], f.choiceTexts.value(i, f.choices[i])));
    for (qsizetype i = 0; i < f.blockedChoices.size(); ++i) {
        QCheckBox* box = addBox(f.blockedChoices[i], f.blockedChoices[i]);
        box->setEnabled(false);
        box->setToolTip(f.blockedReasons.value(i));
    }
    QCheckBox* first = m_boxes.front().second;
    const QString name = first->objectName(), spoken = first->accessibleName();
    setControl(m_holder, first);
    first->setObjectName(name);
    first->setAccessibleName(spoken);
}

QCheckBox* MultiChoiceEditor::addBox(const QString& value, const QString& text) {
    auto* box = new QCheckBox(text);
    box->setObjectName("tick-" + QString::fromStdString(field().path) + "-" + value);
    box->setAccessibleName(tr("%1: %2").arg(field().label, text));
    box->setToolTip(fieldTip(field()));
    auto* grid = static_cast<QGridLayout*>(m_holder->layout());
    const int at = grid->count();
    grid->addWidget(box, at / kBoxesInARow, at % kBoxesInARow);
    connect(box, &QCheckBox::clicked, this, &MultiChoiceEditor::take);
    return box;
}

QWidget* MultiChoiceEditor::control() const { return m_boxes.front().second; }

QCheckBox* MultiChoiceEditor::box(const QString& choice) const {
    for (const auto& [value, box] : m_boxes)
        if (value == choice) return box;
    return nullptr;
}

void MultiChoiceEditor::take() {
    std::vector<spec::Json> ticked;
    for (const auto& [value, box] : m_boxes)
        if (box->isChecked()) ticked.push_back(spec::Json::ofString(value.toStdString()));
    commit(spec::Json::array(std::move(ticked)));
}

void MultiChoiceEditor::show(const spec::Json& value, bool) {
    QStringList wanted;
    for (const spec::Json& item : value.items) wanted << valueText(item);
    // A value that is not allowed is still shown as it stands, so that it can be taken out.
    for (const QString& text : wanted)
        if (!box(text)) m_boxes.emplace_back(text, addBox(text, text));
    for (const auto& [text, box] : m_boxes) box->setChecked(wanted.contains(text));
}

FieldEditor* makeFieldEditor(const FieldSpec& field, Dialogs* dialogs, QWidget* parent) {
    if (field.kind == FieldKind::Bool) return new BoolEditor(field, parent);
    if (field.kind == FieldKind::Choice) return new ChoiceEditor(field, parent);
    if (field.kind == FieldKind::Choices) return new MultiChoiceEditor(field, parent);
    return new TextEditor(field, dialogs, parent);
}

} // namespace lockstep::ui
