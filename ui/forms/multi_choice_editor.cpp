#include "ui/forms/multi_choice_editor.h"

#include "ui/theme/metrics.h"

#include <QCheckBox>
#include <QGridLayout>

namespace lockstep::ui {

namespace {
constexpr int kBoxesInARow = 2;
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

} // namespace lockstep::ui
