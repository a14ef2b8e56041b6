#include "ui/forms/field_editor.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

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
    m_problem = new QLabel;
    m_problem->setForegroundRole(QPalette::BrightText);
    m_problem->setFont(scaledFont(0.93));
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_label);
    column->addLayout(m_row);
    column->addWidget(m_problem);
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
    const QString tip = fieldTip(m_field);
    m_label->setToolTip(tip);
    control()->setToolTip(tip);
}

void FieldEditor::setProblem(const QString& text) {
    if (m_problem->text() == text && m_problem->isHidden() == text.isEmpty()) return;
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
    QWidget* field = control();
    field->setProperty("invalid", !text.isEmpty());
    field->setAccessibleDescription(text.isEmpty() ? m_field.help : text);
    field->update();
}

QString FieldEditor::problem() const { return m_problem->text(); }

void FieldEditor::commit(const std::optional<spec::Json>& value) { emit edited(value); }

} // namespace lockstep::ui
