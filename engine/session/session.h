// The one door for window and command line (DESIGN.md "The door").
#pragma once

#include "session/answers.h"
#include "session/commands.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockstep::session {

struct RunView;

/// Abstract: the real one trains, a fake one plays recorded logs; one contract suite runs against both.
/// All calls may come from any thread and never wait, except the destructor, which asks the active run to stop and save, and joins.
class Session {
public:
    virtual ~Session() = default;

    virtual Ticket submit(Command command) = 0;
    virtual Ticket query(Query query) = 0;
    /// A query that has not been answered is answered with Refused("session.cancelled") instead.
    virtual void cancel(Ticket ticket) = 0;
    /// Appends waiting events, oldest first; returns after at most 4 ms.
    virtual void drain(std::vector<Event>& events) = 0;
    /// The latest snapshot; nullptr until OpenRun was answered (runs of this session are always there).
    virtual std::shared_ptr<const RunView> view(RunId run) const = 0;
    /// Called from an engine thread when events wait; at most once until the next drain(). nullptr: returns after any call in flight.
    virtual void setWakeup(std::function<void()> wakeup) = 0;
};

} // namespace lockstep::session
