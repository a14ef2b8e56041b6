#include "ui/forms/field_editor.h"

#include "ui/theme/elided_label.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace lockstep::ui {

FieldEditor::FieldEditor(FieldSpec field, QWidget* parent) : QWidget(parent), m_field(std::move(field)) {
    setObjectName("field-" + QString::fromStdString(m_field.path));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space(0.75));
    m_label = new QLabel(m_field.label);
    m_label->setToolTip(fieldTip(m_field));
    m_row = new QHBoxLayout;
    m_row->setSpacing(space(1));
    m_problem = new ElidedLabel;
    m_problem->setFont(scaledFont(0.93));
    m_problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* head = new QHBoxLayout;
    head->setSpacing(space(2));
    head->addWidget(m_label);
    head->addWidget(m_problem, 1);
    column->addLayout(head);
    column->addLayout(m_row);
}

void FieldEditor::setControl(QWidget* control, QWidget* focus) {
    const QString tip = fieldTip(m_field);
    for (QWidget* widget : {control, focus}) {
        widget->setAccessibleName(m_field.label);
        widget->setAccessibleDescription(m_field.help);
        widget->setToolTip(tip);
    }
    focus->setObjectName("edit-" + QString::fromStdString(m_field.path));
    m_label->setBuddy(focus);
    m_row->addWidget(control, 1);
    if (!m_field.unit.isEmpty()) {
        auto* unit = new QLabel(m_field.unit);
        unit->setForegroundRole(QPalette::PlaceholderText);
        m_row->addWidget(unit);
    }
    if (m_field.required) return m_row->addSpacing(targetSize() + m_row->spacing()); // ends where the others do
    m_reset = new QToolButton;
    m_reset->setIcon(icon("reset", IconTone::Muted));
    m_reset->setAutoRaise(true);
    m_reset->setMinimumSize(targetSize(), targetSize());
    m_reset->setToolTip(tr("Back to the default"));
    m_reset->setAccessibleName(tr("Reset %1").arg(m_field.label));
    QSizePolicy policy = m_reset->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(policy);
    connect(m_reset, &QToolButton::clicked, this, [this] { commit(std::nullopt); });
    m_row->addWidget(m_reset);
}

void FieldEditor::setValue(const spec::Json* value) {
    if (m_reset) m_reset->setVisible(value != nullptr);
    if (value) return show(*value, false);
    show(m_field.fallback.value_or(spec::Json{}), true);
}

void FieldEditor::setFallback(spec::Json value) {
    m_field.fallback = std::move(value);
    m_label->setToolTip(fieldTip(m_field));
    showProblem();
}

void FieldEditor::setProblem(const QString& text, bool missing) {
    if (m_text == text && m_missing == missing) return;
    m_text = text;
    m_missing = missing;
    showProblem();
}

void FieldEditor::touch() {
    if (std::exchange(m_touched, true)) return;
    showProblem();
}

void FieldEditor::showProblem() {
    const bool wrong = isWrong();
    m_problem->setForegroundRole(wrong ? QPalette::BrightText : QPalette::PlaceholderText);
    m_problem->setLine(wrong || m_text.isEmpty() ? m_text : tr("needed"));
    QWidget* field = control();
    field->setProperty("invalid", wrong);
    field->setAccessibleDescription(m_text.isEmpty() ? m_field.help : m_text);
    field->setToolTip(wrong ? m_text + "\n\n" + fieldTip(m_field) : fieldTip(m_field));
    field->update();
}

void FieldEditor::commit(const std::optional<spec::Json>& value) {
    touch();
    emit edited(value);
}

} // namespace lockstep::ui
