#include "ui/shell/run_control.h"

#include "session/run_view.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/run_actions.h"
#include "ui/setup/problem_place.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/action_table.h"
#include "ui/shell/run_focus.h"

#include <algorithm>

namespace lockstep::ui {

using session::RunState;

RunControl::RunControl(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
    m_discardTimer.setSingleShot(true);
    connect(&m_discardTimer, &QTimer::timeout, this, &RunControl::update);
    connect(&parts.focus, &RunFocus::changed, this, &RunControl::update);
    connect(&parts.focus, &RunFocus::runSelected, this, &RunControl::update);
    connect(&parts.analyser, &SetupAnalyser::analysed, this, &RunControl::update);
    connect(&parts.setup, &SetupDocument::changed, this, &RunControl::update);
    const auto on = [this](const char* id, auto make, const QString& title) {
        connect(m_parts.actions.action(id), &QAction::triggered, this, [this, make, title] { send(make(m_parts.focus.run()), title); });
    };
    connect(parts.actions.action("start"), &QAction::triggered, this, &RunControl::start);
    on(
        "pause", [](session::RunId run) { return session::Command(session::Pause{run}); }, tr("The run cannot be paused"));
    on(
        "stop", [](session::RunId run) { return session::Command(session::Stop{run}); }, tr("The run cannot be stopped"));
    on(
        "discard", [](session::RunId run) { return session::Command(session::Discard{run}); }, tr("The run cannot be ended"));
    on(
        "checkpoint", [](session::RunId run) { return session::Command(session::CheckpointNow{run}); }, tr("No checkpoint was saved"));
    on(
        "evaluate", [](session::RunId run) { return session::Command(session::EvaluateNow{run}); }, tr("The run was not evaluated"));
    update();
}

std::optional<RunState> RunControl::state() const {
    const auto view = m_parts.focus.view();
    if (!view) return std::nullopt;
    return view->state;
}

bool RunControl::isElsewhere() const {
    const auto view = m_parts.focus.view();
    return view && view->elsewhere && isActiveState(view->state);
}

void RunControl::forbidStart(const QString& reason) {
    m_forbidden = reason;
    update();
}

std::optional<StartBlock> RunControl::startBlock() const {
    // A run that another program trains keeps nobody from starting one here.
    const auto now = isElsewhere() ? std::nullopt : state();
    const bool paused = now == RunState::Paused || now == RunState::Pausing;
    if (now && isActiveState(*now) && !paused)
        return StartBlock{tr("Run %1 is active; stop it to start another").arg(m_parts.focus.run()), {}};
    if (m_waiting) return StartBlock{tr("The last request is on its way"), {}};
    if (paused) return std::nullopt; // resumes
    if (!m_forbidden.isEmpty()) return StartBlock{m_forbidden, {}};
    if (!m_parts.setup.isOpen()) return StartBlock{tr("Open a document or a template first"), {}};
    const auto analysis = m_parts.analyser.latest();
    if (!analysis->problems.empty()) {
        const Error& first = analysis->problems.front();
        return StartBlock{QString::fromStdString(first.text()), placeOf(first)};
    }
    if (!m_parts.analyser.isStartable()) return StartBlock{tr("Checking the setup…"), {}};
    return std::nullopt;
}

void RunControl::update() {
    noteState();
    updateActions();
    emit changed();
}

void RunControl::noteState() {
    const auto now = state();
    if (now == m_lastState) return;
    m_lastState = now;
    if (now != RunState::Stopping) return m_stopping.invalidate();
    m_stopping.start();
    const auto view = m_parts.focus.view();
    m_discardTimer.start(std::max(5000, static_cast<int>(2 * view->progress.stepMsMedian)));
}

void RunControl::updateActions() {
    ActionTable& actions = m_parts.actions;
    const auto block = startBlock();
    actions.setBlocked("start", block ? block->reason : QString());
    const auto now = state();
    const bool elsewhere = isElsewhere();
    const bool resumes = (now == RunState::Paused || now == RunState::Pausing) && !elsewhere;
    actions.action("start")->setText(resumes ? tr("Resume") : tr("Start"));
    const auto follow = [&](const char* id, RunAct act) {
        QString reason = now ? whyNot(act, *now, elsewhere) : tr("No run is active");
        if (reason.isEmpty() && m_waiting) reason = tr("The last request is on its way");
        actions.setBlocked(id, reason);
    };
    follow("pause", RunAct::Pause);
    follow("stop", now == RunState::Preparing ? RunAct::Cancel : RunAct::Stop);
    follow("checkpoint", RunAct::CheckpointNow);
    follow("evaluate", RunAct::EvaluateNow);
    follow("discard", RunAct::Discard);
    if (now == RunState::Stopping && !elsewhere && m_discardTimer.isActive())
        actions.setBlocked("discard", tr("The run is saving; wait a moment"));
}

void RunControl::start() {
    if (startBlock()) return;
    if (const auto now = state(); !isElsewhere() && (now == RunState::Paused || now == RunState::Pausing))
        return send(session::Continue{m_parts.focus.run()}, tr("The run cannot go on"));
    send(session::StartRun{setupText(*m_parts.setup.current()), false}, tr("The run cannot start"));
}

void RunControl::send(session::Command command, const QString& title) {
    if (m_waiting) return;
    m_waiting = true;
    const bool starting = std::holds_alternative<session::StartRun>(command);
    update();
    m_parts.bridge.submit(std::move(command), this, [this, starting, title](const EngineBridge::Outcome& outcome) {
        m_waiting = false;
        if (!outcome.ok()) {
            emit refused(title, outcome.error());
        } else if (starting) {
            m_parts.focus.setRun(outcome.value());
            emit started(outcome.value());
        }
        update();
    });
}

void RunControl::stopThen(QObject* context, std::function<void()> done) {
    const auto ended = [this] {
        const auto now = state();
        return !now || !isActiveState(*now);
    };
    if (ended()) return done();
    auto called = std::make_shared<bool>(false), asked = std::make_shared<bool>(state() == RunState::Stopping);
    // Where the last request is on its way, the stop waits for its answer.
    const auto ask = [this, asked] {
        QAction* stop = m_parts.actions.action("stop");
        if (*asked || !stop->isEnabled()) return;
        *asked = true;
        stop->trigger();
    };
    connect(this, &RunControl::changed, context, [ended, ask, called, done = std::move(done)] {
        if (*called) return;
        if (!ended()) return ask();
        *called = true;
        done();
    });
    ask();
}

} // namespace lockstep::ui
