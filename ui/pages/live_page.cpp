#include "ui/pages/live_page.h"

#include "session/run_view.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/dialogs.h"
#include "ui/pages/extend_run.h"
#include "ui/pages/live_page_alert.h"
#include "ui/pages/live_page_breakdown.h"
#include "ui/pages/live_page_edit.h"
#include "ui/pages/live_page_exports.h"
#include "ui/pages/live_page_header.h"
#include "ui/pages/live_page_log.h"
#include "ui/pages/live_page_stats.h"
#include "ui/pages/resume_run.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/shell/run_focus.h"
#include "ui/theme/metrics.h"

#include <QBoxLayout>
#include <QLabel>
#include <QScrollArea>

namespace lockstep::ui {

namespace {

constexpr int kFiguresMs = 250;

/// A card with `content` in it.
LivePanel* carded(QWidget* content, QWidget* parent) {
    auto* card = new LivePanel(parent);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(space(3), space(3), space(3), space(3));
    layout->addWidget(content);
    return card;
}

} // namespace

LivePage::LivePage(const StudioContext& studio, QWidget* parent)
    : Page(studio, parent), m_header(new LiveHeader(this)), m_alert(new LiveAlert(this)), m_stats(new LiveStats(this)),
      m_charts(new ChartStack(this)) {
    makeSide();
    auto* middle = new QHBoxLayout;
    middle->setSpacing(space(3));
    middle->addWidget(m_charts, 1);
    middle->addWidget(m_side);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(space(4), space(4), space(4), space(4));
    layout->setSpacing(space(3));
    layout->addWidget(m_header);
    layout->addWidget(m_alert);
    layout->addWidget(m_stats);
    layout->addLayout(middle, 1);

    m_later.setSingleShot(true);
    m_later.setInterval(kFiguresMs);
    connect(&m_later, &QTimer::timeout, this, &LivePage::refresh);
    connect(&studio.focus, &RunFocus::changed, this, &LivePage::onChanged);
    connect(&studio.focus, &RunFocus::runSelected, this, &LivePage::onChanged);
    connect(m_header, &LiveHeader::requested, this, &LivePage::perform);
    connect(m_edit, &LiveEdit::edited, this, &LivePage::change);
    connect(m_charts, &ChartStack::exportRequested, this,
            [this](LineChart* chart, ChartExport kind) { exportChart(*chart, kind, context().dialogs, context().log); });
    refresh();
}

void LivePage::makeSide() {
    // Small screens and large text: the column is scrolled rather than the window made taller than the screen.
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(space(76));
    scroll->setMinimumHeight(space(30));
    m_side = scroll;
    auto* side = new QWidget;
    scroll->setWidget(side);
    scroll->viewport()->setAutoFillBackground(false);
    side->setAutoFillBackground(false);
    auto* parts = new QWidget(side);
    auto* partsLayout = new QVBoxLayout(parts);
    partsLayout->setContentsMargins(0, 0, 0, 0);
    partsLayout->setSpacing(space(2));
    auto* title = new QLabel(tr("Time of a step"), parts);
    title->setFont(scaledFont(1.0, true));
    m_breakdown = new BreakdownBar(parts);
    partsLayout->addWidget(title);
    partsLayout->addWidget(m_breakdown);
    m_edit = new LiveEdit(side);
    m_log = new LiveLog(side);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space(2));
    layout->addWidget(m_breakdownCard = carded(parts, side));
    layout->addWidget(carded(m_edit, side));
    layout->addWidget(carded(m_log, side), 1);
}

void LivePage::activated() { refresh(); }

void LivePage::onChanged() {
    const auto view = context().focus.view();
    const bool stateMoved = !view || view->state != m_shownState || view->id != m_shownRun;
    if (stateMoved) return refresh();
    if (isVisible() && !m_later.isActive()) m_later.start();
}

void LivePage::refresh() {
    const auto view = context().focus.view();
    for (QWidget* part : std::initializer_list<QWidget*>{m_stats, m_charts, m_side}) part->setVisible(view != nullptr);
    if (!view) {
        m_alert->hide();
        return m_header->showNothing();
    }
    m_alert->show(*view);
    m_shownState = view->state;
    m_shownRun = view->id;
    m_header->show(*view);
    m_stats->show(*view);
    const auto& b = view->progress.breakdown;
    m_breakdownCard->setVisible(b.data + b.transfer + b.compute + b.communication + b.optimizer + b.other > 0);
    m_breakdown->setShares(b);
    m_edit->show(*view);
    m_log->show(*view);
    m_charts->setRuns({view});
}

void LivePage::perform(RunAct act) {
    const auto run = context().focus.run();
    emit actRequested(act, run);
    if (act == RunAct::Resume) return resume();
    if (act != RunAct::Discard) {
        if (auto command = commandFor(act, run)) submit(act, std::move(*command));
        return;
    }
    Question question;
    question.id = QStringLiteral("discard-run");
    question.title = tr("End without saving?");
    question.text = tr("Steps after the last checkpoint are lost.");
    question.choices = {{QStringLiteral("discard"), tr("Discard"), Choice::Kind::Danger},
                        {QStringLiteral("wait"), tr("Wait for the save"), Choice::Kind::Primary}};
    question.escape = QStringLiteral("wait");
    context().dialogs.ask(question, this, [this, run](const QString& choice) {
        if (choice == QLatin1String("discard")) submit(RunAct::Discard, session::Discard{run});
    });
}

/// A completed run has no steps left: how many more is asked.
void LivePage::resume() {
    const auto view = context().focus.view();
    if (!view) return;
    if (view->state != session::RunState::Completed)
        return askToResume({view->id, view->state, view->otherHost, view->lastBeatWall}, context().dialogs, this, [this, run = view->id] {
            submit(RunAct::Resume, session::ResumeRun{run, {}, {}});
        });
    const auto& p = view->progress;
    const ExtendFrom from{view->id, p.steps, p.epoch > 0 ? static_cast<double>(p.step) / p.epoch : 0};
    askToExtend(from, context().dialogs, this, [this](const session::ResumeRun& command) { submit(RunAct::Resume, command); });
}

void LivePage::submit(RunAct act, session::Command command) {
    m_header->markSent(act);
    context().bridge.submit(std::move(command), this, [this](const EngineBridge::Outcome& outcome) {
        if (outcome.ok()) return;
        if (context().log) context().log(QString::fromStdString(outcome.error().message()));
        refresh(); // the button shows what is true again
    });
}

void LivePage::change(const QString& field, double value) {
    context().bridge.submit(session::EditField{context().focus.run(), field.toStdString(), value}, this,
                            [this](const EngineBridge::Outcome& outcome) {
                                m_edit->showOutcome(outcome.ok() ? QString() : QString::fromStdString(outcome.error().text()));
                            });
}

} // namespace lockstep::ui
