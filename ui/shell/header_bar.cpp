#include "ui/shell/header_bar.h"

#include "session/run_view.h"
#include "ui/models/run_actions.h"
#include "ui/pages/live_page_badge.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/card.h"
#include "ui/shell/run_control.h"
#include "ui/shell/run_focus.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {
constexpr int kClockMs = 5000; // of "saved 12 s ago"

QString agoText(qint64 seconds) {
    if (seconds < 5) return HeaderBar::tr("Saved just now");
    if (seconds < 60) return HeaderBar::tr("Saved %n s ago", nullptr, static_cast<int>(seconds / 5 * 5));
    if (seconds < 3600) return HeaderBar::tr("Saved %n min ago", nullptr, static_cast<int>(seconds / 60));
    return HeaderBar::tr("Saved %n h ago", nullptr, static_cast<int>(seconds / 3600));
}
} // namespace

HeaderBar::HeaderBar(const Parts& parts, QWidget* parent) : QFrame(parent), m_parts(parts) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space(5), space(2), space(4), space(2));
    row->setSpacing(space(1.5));
    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    m_title = new QLabel;
    m_title->setFont(scaledFont(1.15, true));
    m_title->setObjectName("document-title");
    m_saved = mutedLabel({});
    m_saved->setFont(scaledFont(0.92));
    m_saved->setObjectName("document-state");
    names->addWidget(m_title);
    names->addWidget(m_saved);
    row->addLayout(names);
    row->addStretch(1);

    m_reason = new QPushButton;
    m_reason->setObjectName("start-reason");
    m_reason->setProperty("look", "quiet");
    m_reason->setIcon(icon("warning", IconTone::Warning));
    connect(m_reason, &QPushButton::clicked, this, [this] { emit reasonClicked(m_place); });
    row->addWidget(m_reason);
    m_badge = new StateBadge;
    m_badge->setObjectName("run-state");
    row->addWidget(m_badge);
    row->addSpacing(space(2));

    m_start = new QPushButton(icon("play", IconTone::OnAccent), {});
    m_start->setObjectName("start");
    m_start->setProperty("look", "primary");
    connect(m_start, &QPushButton::clicked, parts.actions.action("start"), &QAction::trigger);
    row->addWidget(m_start);
    for (const char* id : {"pause", "stop", "discard", "checkpoint", "evaluate"}) row->addWidget(actButton(id));

    m_clock = new QTimer(this);
    m_clock->setInterval(kClockMs);
    m_clock->start();
    connect(m_clock, &QTimer::timeout, this, &HeaderBar::updateTitle);
    connect(&parts.setup, &SetupDocument::changed, this, &HeaderBar::updateTitle);
    connect(&parts.setup, &SetupDocument::cleanChanged, this, &HeaderBar::updateTitle);
    connect(&parts.control, &RunControl::changed, this, &HeaderBar::updateRun);
    updateTitle();
    updateRun();
}

QToolButton* HeaderBar::actButton(const char* id) {
    QAction* action = m_parts.actions.action(id);
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setObjectName(QString("run-") + id);
    button->setAutoRaise(true);
    button->setIconSize(QSize(iconSize(), iconSize()));
    button->setMinimumSize(space(8), space(7.5));
    const QString name = QString(action->text()).remove('&');
    button->setAccessibleName(name);
    return button;
}

void HeaderBar::updateTitle() {
    if (!m_parts.setup.isOpen()) {
        m_title->setText(tr("Lockstep Studio"));
        m_saved->setText(tr("No setup is open"));
        return;
    }
    const bool clean = m_parts.setup.isClean();
    const QString name = displayName(*m_parts.setup.current());
    m_title->setText(clean ? name : name + QString::fromUtf8(" •"));
    const QDateTime saved = m_parts.keeper.savedAt();
    const QString state = saved.isValid() ? agoText(saved.secsTo(QDateTime::currentDateTime())) : QString();
    if (!clean)
        m_saved->setText(state.isEmpty() ? tr("Unsaved changes") : tr("Unsaved changes · %1").arg(state));
    else if (!state.isEmpty())
        m_saved->setText(state);
    else
        m_saved->setText(m_parts.setup.current()->runFile.isEmpty() ? tr("Not saved yet") : tr("As on disk"));
}

void HeaderBar::updateRun() {
    const QAction* start = m_parts.actions.action("start");
    m_start->setText(start->text());
    m_start->setEnabled(start->isEnabled());
    m_start->setToolTip(start->toolTip());
    m_start->setAccessibleName(start->text());
    const auto block = m_parts.control.startBlock();
    const auto state = m_parts.control.state();
    const bool active = state && isActiveState(*state);
    m_reason->setVisible(block && !active && m_parts.setup.isOpen());
    if (block) {
        m_place = block->place;
        const int width = space(70);
        m_reason->setText(m_reason->fontMetrics().elidedText(block->reason, Qt::ElideRight, width));
        m_reason->setToolTip(block->reason);
        m_reason->setAccessibleName(tr("Cannot start: %1").arg(block->reason));
    }
    if (auto* discard = findChild<QToolButton*>("run-discard")) discard->setVisible(state == session::RunState::Stopping);
    m_badge->setVisible(state.has_value());
    if (state) m_badge->setState(*state, m_parts.focus.view()->elsewhere);
}

void HeaderBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors().border);
}

} // namespace lockstep::ui
