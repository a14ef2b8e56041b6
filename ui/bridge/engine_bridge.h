// The window's side of the session: turns its events into signals on the GUI thread, a bounded piece at a time.
#pragma once

#include "base/result.h"
#include "session/answers.h"
#include "session/commands.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace lockstep::session {
class Session;
struct RunView;
} // namespace lockstep::session

namespace lockstep::ui {

/// One a window. Nothing here waits: every call posts and returns. Each event-loop turn drains and delivers for at most
/// 4 ms, then lets the loop go on. `runChanged` and `runListChanged` are sent once a turn however often things changed.
class EngineBridge : public QObject {
    Q_OBJECT

public:
    using Outcome = Result<session::RunId>; ///< of a command: the run it concerns, or why it was refused
    using OutcomeCallback = std::function<void(const Outcome&)>;
    using AnswerCallback = std::function<void(const Result<std::shared_ptr<const session::Answer>>&)>;

    explicit EngineBridge(session::Session& session, QObject* parent = nullptr);
    ~EngineBridge() override;

    session::Ticket submit(session::Command command);
    /// `done` runs on the GUI thread once, unless `context` is gone by then.
    session::Ticket submit(session::Command command, QObject* context, OutcomeCallback done);

    /// Which of several questions of one kind from one context count.
    enum class Keep {
        All,    ///< each is answered
        Newest, ///< an older one of the same kind is cancelled and its answer dropped
    };
    session::Ticket ask(session::Query query, QObject* context, AnswerCallback done, Keep keep = Keep::All);
    /// As above, unpacked: `done` for an answer of type A, `failed` for a refusal.
    template <class A>
    session::Ticket askFor(session::Query&& query, QObject* context, std::function<void(const A&)> done, Keep keep = Keep::All,
                           std::function<void(const Error&)> failed = {}) {
        return ask(
            std::move(query), context,
            [done = std::move(done), failed = std::move(failed)](const auto& result) {
                if (!result.ok()) {
                    if (failed) failed(result.error());
                } else if (const auto* answer = std::get_if<A>(result.value().get())) {
                    done(*answer);
                }
            },
            keep);
    }
    /// The answer is dropped, whatever it will be.
    void cancel(session::Ticket ticket);

    /// The latest snapshot of a run; nullptr until OpenRun was answered.
    std::shared_ptr<const session::RunView> view(session::RunId run) const;

signals:
    void accepted(lockstep::session::Ticket ticket, lockstep::session::RunId run);
    void refused(lockstep::session::Ticket ticket, const lockstep::Error& error);
    void answered(lockstep::session::Ticket ticket, std::shared_ptr<const lockstep::session::Answer> answer);
    void runChanged(lockstep::session::RunId run);
    void runListChanged();
    void storeTrouble(const lockstep::Error& error);
    void storeNotice(const lockstep::Error& notice); ///< how the store was opened: nothing failed

private:
    struct Waiting {
        QPointer<QObject> context;
        std::size_t kind = 0; ///< index of the query's type; commands: -1
        OutcomeCallback outcome;
        AnswerCallback answer;
    };

    void turn();
    void deliver(const session::Event& event);
    void deliverChanges();
    void onAccepted(const session::Accepted& event);
    void onRefused(const session::Refused& event);
    void onAnswered(const session::Answered& event);
    void supersede(const QObject* context, std::size_t kind);
    Waiting take(session::Ticket ticket);

    session::Session& m_session;
    QTimer m_timer;
    std::vector<session::Event> m_drained;
    std::deque<session::Event> m_events;
    std::unordered_map<session::Ticket, Waiting> m_waiting;
    std::vector<session::RunId> m_changedRuns;
    bool m_listChanged = false;
};

} // namespace lockstep::ui
