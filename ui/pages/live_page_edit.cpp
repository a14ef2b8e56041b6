#include "ui/pages/live_page_edit.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"
#include "ui/theme/metrics.h"

#include <QFormLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace lockstep::ui {

namespace {

constexpr double kMostSteps = 1e15; ///< as the session has it: whole numbers stay exact

/// The base rate that the schedule scales: of the last edit, else of the resolved document.
double rateInForce(const session::RunView& view) {
    if (view.events)
        for (auto event = view.events->rbegin(); event != view.events->rend(); ++event)
            if (event->kind == "edit" && event->text.rfind("lr is ", 0) == 0) {
                const auto number = QString::fromStdString(event->text).section(QLatin1Char(' '), 2, 2);
                bool ok = false;
                if (const double value = QLocale::c().toDouble(number, &ok); ok) return value;
            }
    if (!view.resolvedDocument) return 0;
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(*view.resolvedDocument)).object();
    return document.value(QStringLiteral("optimizer")).toObject().value(QStringLiteral("lr")).toDouble(1e-3);
}

/// Reads back the same; without an exponent where people write none.
QString exact(double value) {
    const bool plain = value == 0 || (std::abs(value) >= 1e-5 && std::abs(value) < 1e15);
    return QLocale::c().toString(value, plain ? 'f' : 'g', QLocale::FloatingPointShortest);
}

std::optional<double> valueOf(const QLineEdit* field) {
    bool ok = false;
    const double value = QLocale::c().toDouble(field->text().trimmed(), &ok);
    return ok ? std::optional(value) : std::nullopt;
}

} // namespace

LiveEdit::LiveEdit(QWidget* parent)
    : QWidget(parent), m_rate(new QLineEdit(this)), m_steps(new QLineEdit(this)), m_apply(new QPushButton(tr("Apply"), this)),
      m_note(new QLabel(this)) {
    m_rate->setAccessibleName(tr("Learning rate"));
    m_rate->setToolTip(tr("Base learning rate. The schedule goes on from the next step with this value."));
    m_steps->setAccessibleName(tr("Total steps"));
    m_steps->setToolTip(tr("Planned number of updates. The schedule is evaluated with it from the next step on."));
    m_note->setWordWrap(true);
    m_note->setFont(scaledFont(0.9));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    auto* title = new QLabel(tr("Change while running"), this);
    title->setFont(scaledFont(1.0, true));
    auto* form = new QFormLayout;
    form->setSpacing(space(1.5));
    form->addRow(tr("Learning rate"), m_rate);
    form->addRow(tr("Total steps"), m_steps);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space(2));
    layout->addWidget(title);
    layout->addLayout(form);
    layout->addWidget(m_note);
    layout->addWidget(m_apply);
    for (auto* field : {m_rate, m_steps}) {
        field->installEventFilter(this);
        connect(field, &QLineEdit::textEdited, this, &LiveEdit::update);
        connect(field, &QLineEdit::returnPressed, this, &LiveEdit::apply);
    }
    connect(m_apply, &QPushButton::clicked, this, &LiveEdit::apply);
    update();
}

void LiveEdit::show(const session::RunView& view) {
    const bool rateEdited = m_run == view.id && m_rate->isModified(), stepsEdited = m_run == view.id && m_steps->isModified();
    m_run = view.id;
    m_offered = isOffered(RunAct::EditInFlight, view.state) && view.live;
    m_step = view.progress.step;
    m_rateInForce = rateInForce(view);
    m_stepsInForce = static_cast<double>(view.progress.steps);
    if (!rateEdited) m_rate->setText(exact(m_rateInForce));
    if (!stepsEdited) m_steps->setText(exact(m_stepsInForce));
    update();
}

QString LiveEdit::problem() const {
    const auto rate = valueOf(m_rate), steps = valueOf(m_steps);
    if (!rate || !(*rate >= 0) || *rate > 1e6) return tr("The learning rate must be a number from 0 on.");
    if (!steps || !(std::abs(*steps) <= kMostSteps) || *steps != std::floor(*steps)) return tr("The number of steps must be whole.");
    if (*steps < static_cast<double>(m_step)) return tr("%1 steps are done already.").arg(countText(m_step));
    return {};
}

void LiveEdit::update() {
    const auto wrong = problem();
    const bool changed = m_rate->isModified() || m_steps->isModified();
    for (auto* field : {m_rate, m_steps}) field->setEnabled(m_offered);
    m_apply->setEnabled(m_offered && changed && wrong.isEmpty());
    m_note->setText(!m_offered                    ? tr("Only while the run is running.")
                    : changed && !wrong.isEmpty() ? wrong
                                                  : tr("Takes effect at the next step and is kept in the run's log."));
}

void LiveEdit::apply() {
    if (!m_apply->isEnabled()) return;
    const double rate = *valueOf(m_rate), steps = *valueOf(m_steps);
    m_rate->setModified(false);
    m_steps->setModified(false);
    if (rate != m_rateInForce) emit edited(QStringLiteral("lr"), rate);
    if (steps != m_stepsInForce) emit edited(QStringLiteral("steps"), steps);
    update();
}

void LiveEdit::showOutcome(const QString& refusal) {
    if (!refusal.isEmpty()) m_note->setText(refusal);
}

void LiveEdit::revert() {
    m_rate->setText(exact(m_rateInForce));
    m_steps->setText(exact(m_stepsInForce));
    m_rate->setModified(false);
    m_steps->setModified(false);
    update();
}

bool LiveEdit::eventFilter(QObject*, QEvent* event) {
    const bool escape = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (escape && (m_rate->isModified() || m_steps->isModified())) return revert(), true;
    return false;
}

} // namespace lockstep::ui
