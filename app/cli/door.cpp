#include "cli/door.h"

#include "cli/context.h"
#include "cli/devices.h"

#include <chrono>

namespace lockstep::cli {

using namespace session;

Result<std::unique_ptr<Door>> Door::open(const Context& context, Bell* bell) {
    SessionOptions options;
    options.database = context.databasePath();
    options.devices = deviceFactory();
    options.worksQueue = false;
    LOCKSTEP_ASSIGN(auto session, makeSession(std::move(options)));
    return std::unique_ptr<Door>(new Door(std::move(session), bell));
}

Door::Door(std::unique_ptr<Session> session, Bell* bell) : m_session(std::move(session)), m_bell(bell) {
    m_session->setWakeup([this] { poke(); });
    if (m_bell) m_bell->hang(this);
}

Door::~Door() {
    if (m_bell) m_bell->hang(nullptr);
    m_session->setWakeup(nullptr);
}

void Bell::ring() {
    std::lock_guard lock(m_mutex);
    if (m_door) m_door->poke();
}

void Bell::hang(Door* door) {
    std::lock_guard lock(m_mutex);
    m_door = door;
}

void Door::poke() {
    std::lock_guard lock(m_mutex);
    m_awake = true;
    m_woken.notify_all();
}

void Door::wait(int milliseconds) {
    {
        std::unique_lock lock(m_mutex);
        m_woken.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] { return m_awake; });
        m_awake = false;
    }
    m_events.clear();
    m_session->drain(m_events);
}

static Ticket ticketOf(const Event& event) {
    return std::visit(
        [](const auto& e) -> Ticket {
            if constexpr (requires { e.ticket; }) return e.ticket;
            return 0;
        },
        event);
}

const Event* Door::outcome(Ticket ticket) {
    while (true) {
        for (const auto& event : m_events) {
            if (ticketOf(event) == ticket) return &event;
        }
        wait(1000);
    }
}

Result<RunId> Door::run(Command command) {
    const auto* event = outcome(m_session->submit(std::move(command)));
    if (const auto* refused = std::get_if<Refused>(event)) return refused->error;
    return std::get<Accepted>(*event).run;
}

Result<std::shared_ptr<const Answer>> Door::ask(Query query) {
    const auto* event = outcome(m_session->query(std::move(query)));
    if (const auto* refused = std::get_if<Refused>(event)) return refused->error;
    return std::get<Answered>(*event).answer;
}

Result<std::shared_ptr<const RunView>> Door::openRun(RunId run) {
    LOCKSTEP_TRY(ask(OpenRun{run}));
    return m_session->view(run);
}

} // namespace lockstep::cli
