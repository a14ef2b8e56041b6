#include "ui/shell/status_strip.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"
#include "ui/shell/card.h"
#include "ui/shell/run_focus.h"
#include "ui/theme/elided_label.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace lockstep::ui {

namespace {

constexpr int kBarSteps = 1000;

QString runText(const session::RunView& view) {
    const QString name = view.name.empty() ? StatusStrip::tr("Run %1").arg(view.id)
                                           : StatusStrip::tr("Run %1, %2").arg(view.id).arg(QString::fromStdString(view.name));
    const QString phase = view.progress.activity.empty() ? stateText(view.state) : QString::fromStdString(view.progress.activity);
    return QString("%1 · %2").arg(name, phase);
}

QString numbersText(const session::RunProgress& progress, bool active) {
    if (progress.step == 0 && !active) return StatusStrip::tr("no step was taken");
    QStringList parts{StatusStrip::tr("step %1 / %2").arg(countText(progress.step), countText(progress.steps)),
                      StatusStrip::tr("epoch %1").arg(progress.epoch, 0, 'f', 2), durationText(progress.activeSeconds)};
    if (active && progress.etaSeconds) parts << StatusStrip::tr("%1 left").arg(durationText(*progress.etaSeconds));
    if (progress.samplesPerS > 0)
        parts << StatusStrip::tr("%1 samples/s")
                     .arg(progress.samplesPerS < 100 ? numberText(progress.samplesPerS) : countText(qRound64(progress.samplesPerS)));
    return parts.join(QString::fromUtf8("  ·  "));
}

} // namespace

StatusStrip::StatusStrip(RunFocus& focus, QWidget* parent) : QFrame(parent), m_focus(focus) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space(4), space(1), space(4), space(1));
    row->setSpacing(space(3));
    m_message = new ElidedLabel;
    m_message->setForegroundRole(QPalette::PlaceholderText);
    m_message->setObjectName("status-message");
    m_alert = new QToolButton;
    m_alert->setObjectName("status-alert");
    m_alert->setIcon(icon("warning", IconTone::Warning));
    m_alert->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_alert->setAutoRaise(true);
    m_alert->setMinimumHeight(targetSize());
    m_alert->hide();
    connect(m_alert, &QToolButton::clicked, this, &StatusStrip::alertClicked);
    m_run = new ElidedLabel;
    m_run->setObjectName("status-run");
    m_bar = new QProgressBar;
    m_bar->setRange(0, kBarSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(space(45));
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_numbers = mutedLabel({});
    m_numbers->setObjectName("status-numbers");
    row->addWidget(m_message, 1);
    row->addWidget(m_alert);
    row->addWidget(m_run);
    row->addWidget(m_bar);
    row->addWidget(m_numbers);
    setMinimumHeight(space(8));
    connect(&focus, &RunFocus::changed, this, &StatusStrip::refresh);
    connect(&focus, &RunFocus::runSelected, this, &StatusStrip::refresh);
    refresh();
}

void StatusStrip::setMessage(const QString& text) { m_message->setLine(text); }

void StatusStrip::setAlert(const QString& text) {
    m_alert->setVisible(!text.isEmpty());
    m_alert->setText(m_alert->fontMetrics().elidedText(text, Qt::ElideRight, space(60)));
    m_alert->setToolTip(text);
    m_alert->setAccessibleName(text.isEmpty() ? text : tr("Alert: %1").arg(text));
    if (text.isEmpty()) return;
    QAccessibleEvent alert(m_alert, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

/// Screen readers hear of another state, not of each step.
void StatusStrip::announce(const QString& state) {
    if (state == m_state) return;
    m_state = state;
    QAccessibleEvent alert(m_run, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void StatusStrip::refresh() {
    const auto view = m_focus.view();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_run, m_bar, m_numbers}) widget->setVisible(view != nullptr);
    if (!view) return;
    const session::RunProgress& progress = view->progress;
    m_run->setLine(runText(*view));
    announce(QString("%1 %2").arg(view->id).arg(stateText(view->state)));
    const double share = progress.steps > 0 ? static_cast<double>(progress.step) / static_cast<double>(progress.steps) : 0;
    m_bar->setValue(static_cast<int>(kBarSteps * share));
    m_numbers->setText(numbersText(progress, isActiveState(view->state)));
}

void StatusStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().rail);
    painter.fillRect(QRect(0, 0, width(), 1), colors().border);
}

} // namespace lockstep::ui
