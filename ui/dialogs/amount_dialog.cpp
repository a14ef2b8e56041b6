#include "ui/dialogs/amount_dialog.h"

#include "ui/theme/metrics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep::ui {

AmountDialog::AmountDialog(AmountRequest request, QWidget* parent)
    : QDialog(parent), m_request(std::move(request)), m_value(new QLineEdit(m_request.suggested.value)), m_unit(new QComboBox),
      m_note(new QLabel), m_accept(new QPushButton(m_request.accept)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(m_request.title);
    setAccessibleName(m_request.title);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space(6), space(5), space(6), space(5));
    column->setSpacing(space(3));
    auto* title = new QLabel(m_request.title);
    title->setFont(scaledFont(1.2, true));
    auto* text = new QLabel(m_request.text);
    for (QLabel* label : {title, text, m_note}) {
        label->setWordWrap(true);
        label->setMinimumWidth(space(90));
    }
    for (qsizetype i = 0; i < m_request.units.size(); ++i)
        m_unit->addItem(m_request.unitTexts.value(i, m_request.units[i]), m_request.units[i]);
    m_unit->setCurrentIndex(m_unit->findData(m_request.suggested.unit));
    m_unit->setAccessibleName(tr("Unit"));
    m_value->setAccessibleName(m_request.label);
    m_value->setObjectName("amount-value");
    m_unit->setObjectName("amount-unit");
    m_note->setForegroundRole(QPalette::PlaceholderText);
    auto* label = new QLabel(m_request.label);
    label->setBuddy(m_value);
    auto* field = new QHBoxLayout;
    field->setSpacing(space(2));
    field->addWidget(label);
    field->addWidget(m_value, 1);
    field->addWidget(m_unit);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setAutoDefault(false);
    m_accept->setProperty("look", "primary");
    m_accept->setDefault(true);
    m_accept->setObjectName("amount-accept");
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_accept);
    column->addWidget(title);
    column->addWidget(text);
    column->addLayout(field);
    column->addWidget(m_note);
    column->addLayout(buttons);
    connect(m_value, &QLineEdit::textChanged, this, &AmountDialog::check);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &AmountDialog::check);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(this, &QDialog::finished, this,
            [this](int result) { emit answered(result == Accepted ? std::optional(amount()) : std::nullopt); });
    m_value->selectAll();
    check();
}

Amount AmountDialog::amount() const { return {m_value->text().trimmed(), m_unit->currentData().toString()}; }

void AmountDialog::check() {
    const QString problem = m_request.problem(amount());
    m_value->setProperty("invalid", !problem.isEmpty());
    m_value->update();
    m_accept->setEnabled(problem.isEmpty());
    m_note->setForegroundRole(problem.isEmpty() ? QPalette::PlaceholderText : QPalette::BrightText);
    m_note->setText(problem.isEmpty() ? m_request.note(amount()) : problem);
}

} // namespace lockstep::ui
