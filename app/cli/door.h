// Waiting at the session's door, as a command line may.
#pragma once

#include "session/make_session.h"
#include "session/run_view.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace lockstep::cli {

struct Context;

class Door;

/// By which another thread knocks at a door for as long as that is there. Lives longer than the door.
class Bell {
public:
    void ring();

private:
    friend class Door;
    /// nullptr: returns after any ring under way.
    void hang(Door* door);
    std::mutex m_mutex;
    Door* m_door = nullptr;
};

class Door {
public:
    /// `bell`: rings at this door until it goes.
    static Result<std::unique_ptr<Door>> open(const Context& context, Bell* bell = nullptr);
    ~Door();

    session::Session& session() { return *m_session; }
    std::shared_ptr<const session::RunView> view(session::RunId run) const { return m_session->view(run); }

    /// Waits for the answer to a command: the run that it names.
    Result<session::RunId> run(session::Command command);
    Result<std::shared_ptr<const session::Answer>> ask(session::Query query);
    /// The same, the answer unwrapped.
    template <class A> Result<A> ask(session::Query query) {
        LOCKSTEP_ASSIGN(const auto answer, ask(std::move(query)));
        return std::get<A>(*answer);
    }
    /// A finished or followed run's view.
    Result<std::shared_ptr<const session::RunView>> openRun(session::RunId run);

    /// Returns when events came, poke() was called, or after `milliseconds`.
    void wait(int milliseconds);
    /// From any thread.
    void poke();

private:
    Door(std::unique_ptr<session::Session> session, Bell* bell);
    const session::Event* outcome(session::Ticket ticket);

    std::unique_ptr<session::Session> m_session;
    Bell* m_bell;
    std::mutex m_mutex;
    std::condition_variable m_woken;
    bool m_awake = false;
    std::vector<session::Event> m_events;
};

} // namespace lockstep::cli
