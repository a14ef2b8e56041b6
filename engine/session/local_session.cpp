// The session that trains: a control thread over RunManager, a worker for long queries.
#include "base/log.h"
#include "base/thread.h"
#include "files/safetensors.h"
#include "session/checkpoint_named.h"
#include "session/exported_inputs.h"
#include "session/make_session.h"
#include "session/outbox.h"
#include "session/query_worker.h"
#include "session/report_export.h"
#include "session/run_list.h"
#include "session/run_manager.h"
#include "session/session_errors.h"
#include "session/setup_analysis.h"
#include "train/checkpoint.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

namespace lockstep::session {
namespace {

constexpr auto kActiveTick = std::chrono::milliseconds(33), kIdleTick = std::chrono::milliseconds(500);
constexpr int kMostFaults = 100; // in a row, at the end: what can't be written then is given up

/// What measuring the devices gave.
struct Measured {
    Ticket ticket = 0;
    Result<std::vector<cost::DeviceProfile>> profiles;
};

struct Request {
    Ticket ticket = 0;
    std::variant<Command, Query> what;
};

class LocalSession final : public Session {
public:
    LocalSession(std::unique_ptr<RunStore> store, SessionOptions options, bool checks, std::vector<Error> notices);
    ~LocalSession() override;

    Ticket submit(Command command) override { return add(std::move(command)); }
    Ticket query(Query query) override { return add(std::move(query)); }
    void cancel(Ticket ticket) override;
    void drain(std::vector<Event>& events) override { m_outbox.drain(events); }
    std::shared_ptr<const RunView> view(RunId run) const override;
    void setWakeup(std::function<void()> wakeup) override { m_outbox.setWakeup(std::move(wakeup)); }

private:
    Ticket add(std::variant<Command, Query> what);
    void poke();
    void publish(std::shared_ptr<const RunView> view);
    void loop(const std::stop_token& stop);
    bool poll();
    void faulted(Error error);
    void close();
    std::deque<Request> waitForRequests(const std::stop_token& stop);
    void handle(const Request& request);
    void dispatch(const Request& request);
    void answer(Ticket ticket, Result<Answer> answer);
    void check(const std::stop_token& stop);
    void measure(Ticket ticket, bool full);
    void takeMeasured();
    void endMeasuring();
    void on(Ticket ticket, const AnalyseSetup& query);
    void on(Ticket ticket, const ListRuns& query);
    void on(Ticket ticket, const OpenRun& query);
    void on(Ticket ticket, const ListDevices& query);
    void on(Ticket ticket, const ExportReport& query);
    void on(Ticket ticket, const ExportWeights& query);
    void on(Ticket ticket, const ExplainSetup& query);

    SessionOptions m_options;
    Outbox m_outbox;
    mutable std::mutex m_viewMutex;
    std::map<RunId, std::shared_ptr<const RunView>> m_views;
    std::mutex m_mutex; // inbox
    std::condition_variable_any m_changed;
    std::deque<Request> m_inbox;
    Ticket m_nextTicket = 1;
    bool m_poked = false;
    bool m_faulted = false; ///< the last poll; control thread only
    RunManager m_runs;      ///< control thread only, once it has started
    QueryWorker m_worker;
    std::optional<Measured> m_measured; ///< under m_mutex; waits for the control thread
    std::jthread m_checking;            ///< the store, after an unclean end
    std::jthread m_measuring;           ///< control thread only
    std::jthread m_thread;              ///< last: joins first
};

LocalSession::LocalSession(std::unique_ptr<RunStore> store, SessionOptions options, bool checks, std::vector<Error> notices)
    : m_options(std::move(options)), m_runs(std::move(store), m_options.devices, {m_options.pauseOnFailedSave, m_options.worksQueue},
                                            {[this](std::shared_ptr<const RunView> view) { publish(std::move(view)); },
                                             [this](RunId run) {
                                                 std::lock_guard lock(m_viewMutex);
                                                 m_views.erase(run);
                                             },
                                             [this] { m_outbox.post(RunListChanged{}); },
                                             [this](Error error) { m_outbox.post(StoreTrouble{std::move(error)}); }, [this] { poke(); }}),
      m_worker(m_outbox) {
    for (Error& notice : notices) m_outbox.post(StoreTrouble{std::move(notice), true});
    if (checks) m_checking = std::jthread([this](const std::stop_token& stop) { check(stop); });
    m_thread = std::jthread([this](const std::stop_token& stop) { loop(stop); });
}

LocalSession::~LocalSession() { m_thread.request_stop(); }

Ticket LocalSession::add(std::variant<Command, Query> what) {
    std::lock_guard lock(m_mutex);
    const auto ticket = m_nextTicket++;
    m_inbox.push_back({ticket, std::move(what)});
    m_changed.notify_all();
    return ticket;
}

void LocalSession::cancel(Ticket ticket) {
    {
        std::lock_guard lock(m_mutex);
        const auto removed = std::erase_if(
            m_inbox, [&](const Request& request) { return request.ticket == ticket && std::holds_alternative<Query>(request.what); });
        if (removed) return m_outbox.post(Refused{ticket, Error(kCancelled)});
    }
    m_worker.cancel(ticket);
}

std::shared_ptr<const RunView> LocalSession::view(RunId run) const {
    std::lock_guard lock(m_viewMutex);
    const auto found = m_views.find(run);
    return found == m_views.end() ? nullptr : found->second;
}

void LocalSession::publish(std::shared_ptr<const RunView> view) {
    const RunChanged changed{view->id, view->version};
    {
        std::lock_guard lock(m_viewMutex);
        m_views[view->id] = std::move(view);
    }
    m_outbox.post(changed);
}

void LocalSession::poke() {
    std::lock_guard lock(m_mutex);
    m_poked = true;
    m_changed.notify_all();
}

// --- control thread

std::deque<Request> LocalSession::waitForRequests(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, stop, m_runs.active() ? kActiveTick : kIdleTick, [&] { return m_poked || !m_inbox.empty(); });
    m_poked = false;
    return std::exchange(m_inbox, {});
}

void LocalSession::loop(const std::stop_token& stop) {
    nameThisThread("control");
    while (!stop.stop_requested()) {
        for (const auto& request : waitForRequests(stop)) handle(request);
        takeMeasured();
        poll();
    }
    endMeasuring();
    close();
}

void LocalSession::check(const std::stop_token& stop) {
    nameThisThread("checking");
    lowerThisThreadPriority();
    log(LogLevel::Info, "session", "the run store was not closed cleanly, it is being checked");
    if (auto whole = RunStore::check(m_options.database, stop); !whole) m_outbox.post(StoreTrouble{std::move(whole).error()});
}

// --- measuring devices: seconds, on a thread of its own

void LocalSession::measure(Ticket ticket, bool full) {
    if (auto may = m_runs.mayMeasure(); !may) return m_outbox.post(Refused{ticket, std::move(may).error()});
    endMeasuring(); // the newest counts
    m_measuring = std::jthread([this, ticket, full](const std::stop_token& stop) {
        nameThisThread("measuring");
        const auto guarded = [&]() -> Result<std::vector<cost::DeviceProfile>> {
            try {
                return measureDevices(m_options.devices, full, stop);
            } catch (const std::exception& fault) { return Error(kInternal, {fault.what()}); }
        };
        auto profiles = guarded();
        {
            std::lock_guard lock(m_mutex);
            m_measured.emplace(Measured{ticket, std::move(profiles)});
        }
        poke();
    });
}

void LocalSession::takeMeasured() {
    std::optional<Measured> measured;
    {
        std::lock_guard lock(m_mutex);
        measured.swap(m_measured);
    }
    if (!measured) return;
    auto status = measured->profiles ? m_runs.keepProfiles(*measured->profiles) : Status(std::move(measured->profiles).error());
    if (status)
        m_outbox.post(Accepted{measured->ticket, 0});
    else
        m_outbox.post(Refused{measured->ticket, std::move(status).error()});
}

/// A run that starts would be measured against a busy machine, and the other way round.
void LocalSession::endMeasuring() {
    if (!m_measuring.joinable()) return;
    m_measuring.request_stop();
    m_measuring.join();
    takeMeasured();
}

/// Exceptions stop here: the run ends with what can be saved of it, the session goes on. False after one.
bool LocalSession::poll() {
    try {
        m_runs.poll();
        return m_faulted = false, true;
    } catch (const std::bad_alloc&) { faulted(Error(kOutOfMemory)); } catch (const std::exception& fault) {
        faulted(Error(kInternal, {fault.what()}));
    }
    return false;
}

void LocalSession::faulted(Error error) {
    if (std::exchange(m_faulted, true)) return; // said already
    m_runs.endActive();
    m_outbox.post(StoreTrouble{std::move(error)});
}

/// Stops the active run and sees it saved. What was asked too late gets no answer: nobody is there to read it.
void LocalSession::close() {
    m_runs.shutDown();
    int faults = 0;
    while (m_runs.active() && faults < kMostFaults) {
        waitForRequests({});
        faults = poll() ? 0 : faults + 1;
    }
}

void LocalSession::answer(Ticket ticket, Result<Answer> answer) {
    if (!answer) return m_outbox.post(Refused{ticket, std::move(answer).error()});
    m_outbox.post(Answered{ticket, std::make_shared<const Answer>(*std::move(answer))});
}

/// Exceptions stop here.
void LocalSession::handle(const Request& request) {
    try {
        dispatch(request);
    } catch (const std::bad_alloc&) { m_outbox.post(Refused{request.ticket, Error(kOutOfMemory)}); } catch (const std::exception& fault) {
        m_outbox.post(Refused{request.ticket, Error(kInternal, {fault.what()})});
    }
}

void LocalSession::dispatch(const Request& request) {
    if (const auto* query = std::get_if<Query>(&request.what)) {
        return std::visit([&](const auto& q) { on(request.ticket, q); }, *query);
    }
    const auto& command = std::get<Command>(request.what);
    if (const auto* probe = std::get_if<ProbeDevice>(&command)) return measure(request.ticket, probe->full);
    if (std::holds_alternative<StartRun>(command) || std::holds_alternative<ResumeRun>(command)) endMeasuring();
    auto run = m_runs.handle(command);
    if (run)
        m_outbox.post(Accepted{request.ticket, *run});
    else
        m_outbox.post(Refused{request.ticket, std::move(run).error()});
}

void LocalSession::on(Ticket ticket, const AnalyseSetup& query) {
    m_worker.add(
        ticket,
        [this, query](const std::atomic<bool>& cancelled) -> Result<Answer> {
            return Answer(analyseSetup(query.setup, m_options.devices, cancelled));
        },
        true);
}

void LocalSession::on(Ticket ticket, const ExplainSetup& query) {
    m_worker.add(ticket, [this, query](const std::atomic<bool>&) -> Result<Answer> {
        LOCKSTEP_ASSIGN(auto explanation, explainSetup(query, m_options.devices));
        return Answer(std::move(explanation));
    });
}

void LocalSession::on(Ticket ticket, const ListRuns& query) {
    const auto list = [&]() -> Result<Answer> {
        LOCKSTEP_ASSIGN(auto rows, m_runs.rows());
        LOCKSTEP_ASSIGN(auto selected, selectRuns(std::move(rows), query));
        return Answer(RunList{std::move(selected)});
    };
    answer(ticket, list());
}

void LocalSession::on(Ticket ticket, const OpenRun& query) {
    auto status = m_runs.open(query.run);
    answer(ticket, status ? Result<Answer>(Answer(RunOpened{query.run})) : Result<Answer>(std::move(status).error()));
}

void LocalSession::on(Ticket ticket, const ListDevices&) { answer(ticket, Answer(m_runs.deviceList())); }

void LocalSession::on(Ticket ticket, const ExportReport& query) {
    std::vector<std::shared_ptr<const RunView>> views;
    for (const RunId run : query.runs) {
        auto view = m_runs.stored(run);
        if (!view) return answer(ticket, std::move(view).error());
        views.push_back(*std::move(view));
    }
    m_worker.add(ticket, [this, views = std::move(views), path = query.path](const std::atomic<bool>&) -> Result<Answer> {
        LOCKSTEP_ASSIGN(auto file, writeReport(views, m_options.devices.list(), path));
        return Answer(std::move(file));
    });
}

Result<Answer> exportWeights(const CheckpointRow& row, const std::string& path) {
    LOCKSTEP_ASSIGN(const auto checkpoint, train::readCheckpoint(row.folder));
    const auto inputs = inputsOf(checkpoint);
    LOCKSTEP_TRY(files::writeSafetensors(path, train::averagedWeights(checkpoint), inputs.metadata));
    std::error_code ignored;
    return Answer(FileWritten{path, static_cast<std::size_t>(std::filesystem::file_size(path, ignored)), inputs.words});
}

void LocalSession::on(Ticket ticket, const ExportWeights& query) {
    const auto find = [&]() -> Result<CheckpointRow> {
        LOCKSTEP_ASSIGN(const auto view, m_runs.stored(query.run));
        return checkpointNamed(*view, query.checkpoint);
    };
    auto row = find();
    if (!row) return answer(ticket, std::move(row).error());
    m_worker.add(ticket, [row = *std::move(row), path = query.path](const std::atomic<bool>&) { return exportWeights(row, path); });
}

} // namespace

static std::vector<Error> noticesOf(const RunStore& store, const std::string& database) {
    if (store.readOnly()) return {Error(kReadOnlyStore).inFile(database)};
    std::vector<Error> notices;
    for (const auto& notice : store.notices()) notices.push_back(Error(kStoreNotice, {notice}));
    return notices;
}

Result<std::unique_ptr<Session>> makeSession(SessionOptions options) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_ASSIGN(auto store, RunStore::open(options.database));
    const bool checks = options.checksStore && store->uncleanEnd();
    auto notices = noticesOf(*store, options.database);
    return std::unique_ptr<Session>(std::make_unique<LocalSession>(std::move(store), std::move(options), checks, std::move(notices)));
}

} // namespace lockstep::session
