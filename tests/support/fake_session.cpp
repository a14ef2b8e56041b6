#include "support/fake_session.h"

#include <algorithm>

namespace lockstep::testing {

namespace {
constexpr ErrorCode kCancelled{"session.cancelled", "cancelled", ""};
constexpr std::size_t kTimeCheck = 256; ///< events between two looks at the clock
} // namespace

FakeSession::FakeSession(Options options) : m_options(options), m_thread([this](std::stop_token stop) { work(stop); }) {}

FakeSession::~FakeSession() {
    m_thread.request_stop();
    m_thread.join();
}

session::Ticket FakeSession::submit(session::Command command) {
    std::lock_guard lock(m_mutex);
    m_commands.push_back(command);
    m_inbox.push_back({m_nextTicket, std::move(command)});
    m_changed.notify_all();
    return m_nextTicket++;
}

session::Ticket FakeSession::query(session::Query query) {
    std::lock_guard lock(m_mutex);
    m_queries.push_back(query);
    m_inbox.push_back({m_nextTicket, std::move(query)});
    m_changed.notify_all();
    return m_nextTicket++;
}

void FakeSession::cancel(session::Ticket ticket) {
    {
        std::lock_guard lock(m_mutex);
        const auto found = std::find_if(m_inbox.begin(), m_inbox.end(), [&](const Request& r) { return r.ticket == ticket; });
        if (found == m_inbox.end() || !std::holds_alternative<session::Query>(found->what)) return;
        m_inbox.erase(found);
        m_outbox.push_back(session::Refused{ticket, Error(kCancelled)});
    }
    wake();
}

void FakeSession::drain(std::vector<session::Event>& events) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(4);
    std::lock_guard lock(m_mutex);
    m_wakePending = false;
    for (std::size_t n = 0; !m_outbox.empty(); ++n) {
        if (n % kTimeCheck == kTimeCheck - 1 && std::chrono::steady_clock::now() >= end) break;
        events.push_back(std::move(m_outbox.front()));
        m_outbox.pop_front();
    }
    if (!m_outbox.empty()) m_changed.notify_all(); // the control thread wakes the reader again
}

std::shared_ptr<const session::RunView> FakeSession::view(session::RunId run) const {
    std::lock_guard lock(m_mutex);
    const auto* found = m_engine.find(run);
    return found ? found->published() : nullptr;
}

void FakeSession::setWakeup(std::function<void()> wakeup) {
    {
        std::lock_guard lock(m_wakeMutex);
        m_wakeup = std::move(wakeup);
    }
    std::lock_guard lock(m_mutex);
    m_wakePending = false;
    m_changed.notify_all();
}

void FakeSession::work(std::stop_token stop) {
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        const auto busy = [&] { return (!m_held && !m_inbox.empty()) || (!m_outbox.empty() && !m_wakePending); };
        if (m_options.automatic && !m_engine.idle())
            m_changed.wait_for(lock, stop, m_options.stepTime, busy);
        else
            m_changed.wait(lock, stop, busy);
        while (!m_held && !m_inbox.empty()) {
            const auto request = std::move(m_inbox.front());
            m_inbox.pop_front();
            handle(request);
        }
        if (m_options.automatic) m_engine.tick();
        for (auto& event : m_engine.takeEvents()) m_outbox.push_back(std::move(event));
        if (m_outbox.empty() || m_wakePending) continue;
        lock.unlock();
        wake();
        lock.lock();
    }
}

void FakeSession::handle(const Request& request) {
    if (const auto* command = std::get_if<session::Command>(&request.what)) {
        const auto outcome = m_engine.command(*command);
        if (outcome.ok())
            m_outbox.push_back(session::Accepted{request.ticket, outcome.value()});
        else
            m_outbox.push_back(session::Refused{request.ticket, outcome.error()});
        return;
    }
    auto answer = m_engine.answer(std::get<session::Query>(request.what));
    if (answer.ok())
        m_outbox.push_back(session::Answered{request.ticket, std::make_shared<const session::Answer>(std::move(answer).value())});
    else
        m_outbox.push_back(session::Refused{request.ticket, answer.error()});
}

void FakeSession::wake() {
    std::lock_guard wakeLock(m_wakeMutex);
    {
        std::lock_guard lock(m_mutex);
        if (m_outbox.empty() || m_wakePending) return;
        m_wakePending = true;
    }
    if (m_wakeup) m_wakeup();
}

void FakeSession::configure(const std::function<void(FakeEngine&)>& change) {
    {
        std::lock_guard lock(m_mutex);
        change(m_engine);
        for (auto& event : m_engine.takeEvents()) m_outbox.push_back(std::move(event));
        m_changed.notify_all();
    }
    wake();
}

session::RunId FakeSession::addRun(const std::string& name, session::RunState state, const std::function<void(FakeRun&)>& grow,
                                   std::int64_t steps) {
    session::RunId id = 0;
    configure([&](FakeEngine& engine) {
        auto& run = engine.add(name, session::RunState::Running, steps);
        if (grow) grow(run);
        run.state(state);
        engine.changed(run);
        id = run.row().id;
    });
    return id;
}

void FakeSession::addRows(int count) {
    configure([&](FakeEngine& engine) {
        for (int i = 0; i < count; ++i) {
            auto& run = engine.add("run-" + std::to_string(i), static_cast<session::RunState>(6 + i % 4), 1000);
            auto& row = run.row();
            row.step = 10 * (i % 101);
            row.lastLoss = 1.0 / (1 + i % 97);
            row.bestValidation = 1.1 / (1 + i % 89);
            row.activeSeconds = i % 1013;
            row.tags = {"sweep", "seed-" + std::to_string(i % 5)};
        }
    });
}

void FakeSession::change(session::RunId id, const std::function<void(FakeRun&)>& grow) {
    configure([&](FakeEngine& engine) {
        if (auto* run = engine.find(id)) grow(*run), engine.changed(*run);
    });
}

void FakeSession::tick(int ticks) {
    configure([&](FakeEngine& engine) {
        while (ticks-- > 0) engine.tick();
    });
}

void FakeSession::flood(session::RunId id, int count) {
    std::jthread([&] {
        for (int i = 0; i < count; ++i) post({session::RunChanged{id, static_cast<std::uint64_t>(i)}});
    }).join();
}

void FakeSession::post(std::vector<session::Event> events) {
    {
        std::lock_guard lock(m_mutex);
        for (auto& event : events) m_outbox.push_back(std::move(event));
    }
    wake();
}

void FakeSession::postTrouble(Error error, bool notice) { post({session::StoreTrouble{std::move(error), notice}}); }

void FakeSession::hold() {
    std::lock_guard lock(m_mutex);
    m_held = true;
}

void FakeSession::release() {
    std::lock_guard lock(m_mutex);
    m_held = false;
    m_changed.notify_all();
}

std::vector<session::Command> FakeSession::commands() const {
    std::lock_guard lock(m_mutex);
    return m_commands;
}

std::vector<session::Query> FakeSession::queries() const {
    std::lock_guard lock(m_mutex);
    return m_queries;
}

} // namespace lockstep::testing
