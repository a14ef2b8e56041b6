#include "ui/pages/live_page_header.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/pages/live_page_badge.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

namespace lockstep::ui {

namespace {
constexpr int kProgressSteps = 1000;
}

QString progressLine(const session::RunView& view) {
    const auto& p = view.progress;
    if (p.step == 0 && !isActiveState(view.state)) return LiveHeader::tr("no step was taken");
    QStringList parts{LiveHeader::tr("step %1 of %2").arg(countText(p.step), countText(p.steps))};
    if (p.epoch > 0) parts << LiveHeader::tr("epoch %1").arg(QLocale().toString(p.epoch, 'f', 1));
    parts << durationText(p.activeSeconds);
    if (p.etaSeconds && isActiveState(view.state)) parts << LiveHeader::tr("about %1 left").arg(durationText(*p.etaSeconds));
    if (p.samplesPerS > 0)
        parts << LiveHeader::tr("%1 samples/s").arg(QString(rateText(p.samplesPerS)).remove(QStringLiteral("/s")).trimmed());
    return parts.join(QStringLiteral("  ·  "));
}

LiveHeader::LiveHeader(QWidget* parent)
    : QWidget(parent), m_name(new QLabel(this)), m_activity(new QLabel(this)), m_progressText(new QLabel(this)),
      m_badge(new StateBadge(this)), m_progress(new QProgressBar(this)) {
    m_name->setFont(scaledFont(1.35, true));
    m_name->setTextFormat(Qt::PlainText);
    m_activity->setForegroundRole(QPalette::PlaceholderText);
    m_progressText->setForegroundRole(QPalette::PlaceholderText);
    m_progressText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setRange(0, kProgressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(space(1.5));
    m_progress->setAccessibleName(tr("Progress of the run"));

    auto* top = new QHBoxLayout;
    top->setSpacing(space(2));
    top->addSpacing(space(5)); // the run's chip is painted here
    top->addWidget(m_name);
    top->addWidget(m_badge);
    top->addWidget(m_activity, 1);
    const std::tuple<RunAct, const char*, const char*> buttons[] = {{RunAct::StartNow, "play", "primary"},
                                                                    {RunAct::Remove, "trash", ""},
                                                                    {RunAct::EvaluateNow, "evaluate", ""},
                                                                    {RunAct::CheckpointNow, "checkpoint", ""},
                                                                    {RunAct::Pause, "pause", ""},
                                                                    {RunAct::Continue, "resume", "primary"},
                                                                    {RunAct::KeepAsStopped, "check", ""},
                                                                    {RunAct::Resume, "resume", "primary"},
                                                                    {RunAct::Stop, "stop", ""},
                                                                    {RunAct::Cancel, "close", ""},
                                                                    {RunAct::Discard, "trash", "danger"}};
    for (const auto& [act, iconName, look] : buttons) top->addWidget(makeButton(act, QLatin1String(iconName), look));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space(1.5));
    layout->addLayout(top);
    layout->addWidget(m_progress);
    layout->addWidget(m_progressText);
    showNothing();
}

QPushButton* LiveHeader::makeButton(RunAct act, const QString& iconName, const char* look) {
    auto* made = new QPushButton(this);
    if (*look) made->setProperty("look", QLatin1String(look));
    const bool primary = QLatin1String(look) == QLatin1String("primary"), danger = QLatin1String(look) == QLatin1String("danger");
    made->setIcon(icon(iconName, primary ? IconTone::OnAccent : danger ? IconTone::Danger : IconTone::Text));
    made->setObjectName(QStringLiteral("run-act-%1").arg(int(act)));
    connect(made, &QPushButton::clicked, this, [this, act] { emit requested(act); });
    m_buttons[act] = made;
    return made;
}

void LiveHeader::showNothing() {
    m_ordinal = -1;
    m_name->setText(tr("No run yet"));
    m_badge->hide();
    m_activity->setText(tr("Start one on the Run page, or open one on the Runs page."));
    m_progress->hide();
    m_progressText->hide();
    for (const auto& [act, button] : m_buttons) button->hide();
    update();
}

void LiveHeader::show(const session::RunView& view) {
    m_ordinal = view.ordinal;
    m_name->setText(view.name.empty() ? tr("run %1").arg(view.id) : QString::fromStdString(view.name));
    m_name->setToolTip(tr("Run %1").arg(view.id));
    m_badge->show();
    m_badge->setState(view.state, view.elsewhere);
    for (const auto& [act, button] : m_buttons) {
        const bool offered = isOffered(act, view.state, view.elsewhere);
        button->setVisible(offered);
        button->setEnabled(offered);
        button->setText(actText(act, view.state));
        button->setAccessibleName(button->text());
    }
    showProgress(view);
    showActivity(view);
    update();
}

void LiveHeader::showProgress(const session::RunView& view) {
    const auto& p = view.progress;
    m_progress->show();
    m_progressText->show();
    const double share = p.steps > 0 ? static_cast<double>(p.step) / static_cast<double>(p.steps) : 0;
    m_progress->setValue(static_cast<int>(kProgressSteps * std::clamp(share, 0.0, 1.0)));
    m_progressText->setText(progressLine(view));
}

/// N10: the phase is named, and so is the end.
void LiveHeader::showActivity(const session::RunView& view) {
    const auto& p = view.progress;
    auto text = QString::fromStdString(p.activity);
    if (!text.isEmpty() && p.activityDone > 0) text += QStringLiteral(" ") + percentText(p.activityDone);
    if (view.failure) text = QString::fromStdString(view.failure->text());
    if (view.elsewhere) text = tr("Another program trains this run; here it can be watched and stopped.");
    m_activity->setText(text);
    m_activity->setToolTip(view.failure ? QString::fromStdString(view.failure->hint()) : text);
}

void LiveHeader::markSent(RunAct act) {
    auto* sent = m_buttons.at(act);
    sent->setEnabled(false);
    sent->setToolTip(tr("Sent. Waiting for the run to answer."));
}

QString LiveHeader::progressText() const { return m_progressText->text(); }
QString LiveHeader::activityText() const { return m_activity->text(); }

void LiveHeader::paintEvent(QPaintEvent*) {
    if (m_ordinal < 0) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::instance().runColor(m_ordinal));
    const double edge = space(3);
    painter.drawRoundedRect(QRectF(0, m_name->geometry().center().y() - edge / 2, edge, edge), 3, 3);
}

} // namespace lockstep::ui
