#include "ui/bridge/engine_bridge.h"

#include "session/session.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lockstep::ui {

namespace {
constexpr qint64 kTurnMs = 4;
constexpr std::size_t kCommandKind = static_cast<std::size_t>(-1);
} // namespace

EngineBridge::EngineBridge(session::Session& session, QObject* parent) : QObject(parent), m_session(session) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(0); // a timer, not a posted event: those are all handled before the loop looks at input again
    connect(&m_timer, &QTimer::timeout, this, &EngineBridge::turn);
    m_session.setWakeup([this] { QMetaObject::invokeMethod(&m_timer, qOverload<>(&QTimer::start), Qt::QueuedConnection); });
    m_timer.start(); // what came before the wake-up was set
}

EngineBridge::~EngineBridge() { m_session.setWakeup(nullptr); }

session::Ticket EngineBridge::submit(session::Command command) { return m_session.submit(std::move(command)); }

session::Ticket EngineBridge::submit(session::Command command, QObject* context, OutcomeCallback done) {
    const auto ticket = m_session.submit(std::move(command));
    m_waiting[ticket] = {context, kCommandKind, std::move(done), {}};
    return ticket;
}

session::Ticket EngineBridge::ask(session::Query query, QObject* context, AnswerCallback done, Keep keep) {
    const auto kind = query.index();
    if (keep == Keep::Newest) supersede(context, kind);
    const auto ticket = m_session.query(std::move(query));
    m_waiting[ticket] = {context, kind, {}, std::move(done)};
    return ticket;
}

void EngineBridge::supersede(const QObject* context, std::size_t kind) {
    std::vector<session::Ticket> old;
    for (const auto& [ticket, waiting] : m_waiting)
        if (waiting.context == context && waiting.kind == kind) old.push_back(ticket);
    for (const auto ticket : old) cancel(ticket);
}

void EngineBridge::cancel(session::Ticket ticket) {
    m_waiting.erase(ticket);
    m_session.cancel(ticket);
}

std::shared_ptr<const session::RunView> EngineBridge::view(session::RunId run) const { return m_session.view(run); }

void EngineBridge::turn() {
    QElapsedTimer clock;
    clock.start();
    m_drained.clear();
    m_session.drain(m_drained);
    const bool gotSome = !m_drained.empty();
    m_events.insert(m_events.end(), std::make_move_iterator(m_drained.begin()), std::make_move_iterator(m_drained.end()));
    while (!m_events.empty()) {
        const auto event = std::move(m_events.front());
        m_events.pop_front();
        deliver(event);
        if (clock.elapsed() >= kTurnMs) break;
    }
    deliverChanges();
    // A drain that ran into its time limit leaves events behind without a second wake-up.
    if (gotSome || !m_events.empty()) m_timer.start();
}

void EngineBridge::deliver(const session::Event& event) {
    struct Visitor {
        EngineBridge& bridge;
        void operator()(const session::Accepted& e) const { bridge.onAccepted(e); }
        void operator()(const session::Refused& e) const { bridge.onRefused(e); }
        void operator()(const session::Answered& e) const { bridge.onAnswered(e); }
        void operator()(const session::RunChanged& e) const {
            auto& runs = bridge.m_changedRuns;
            if (std::find(runs.begin(), runs.end(), e.run) == runs.end()) runs.push_back(e.run);
        }
        void operator()(const session::RunListChanged&) const { bridge.m_listChanged = true; }
        void operator()(const session::StoreTrouble& e) const {
            if (e.notice) return emit bridge.storeNotice(e.error);
            emit bridge.storeTrouble(e.error);
        }
    };
    std::visit(Visitor{*this}, event);
}

void EngineBridge::deliverChanges() {
    for (const auto run : std::exchange(m_changedRuns, {})) emit runChanged(run);
    if (std::exchange(m_listChanged, false)) emit runListChanged();
}

EngineBridge::Waiting EngineBridge::take(session::Ticket ticket) {
    const auto found = m_waiting.find(ticket);
    if (found == m_waiting.end()) return {};
    auto waiting = std::move(found->second);
    m_waiting.erase(found);
    if (!waiting.context) waiting.outcome = nullptr, waiting.answer = nullptr;
    return waiting;
}

void EngineBridge::onAccepted(const session::Accepted& event) {
    const auto waiting = take(event.ticket);
    if (waiting.outcome) waiting.outcome(event.run);
    emit accepted(event.ticket, event.run);
}

void EngineBridge::onRefused(const session::Refused& event) {
    const auto waiting = take(event.ticket);
    if (waiting.outcome) waiting.outcome(event.error);
    if (waiting.answer) waiting.answer(event.error);
    emit refused(event.ticket, event.error);
}

void EngineBridge::onAnswered(const session::Answered& event) {
    const auto waiting = take(event.ticket);
    if (waiting.answer) waiting.answer(event.answer);
    emit answered(event.ticket, event.answer);
}

} // namespace lockstep::ui
