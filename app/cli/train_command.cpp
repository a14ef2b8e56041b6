#include "base/numbered_name.h"
#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/delete_run.h"
#include "cli/documents.h"
#include "cli/door.h"
#include "cli/progress.h"
#include "cli/run_json.h"
#include "cli/signals.h"
#include "report/result_name.h"
#include "session/documents.h"

#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>

namespace lockstep::cli {

using session::RunState;

static int statusOf(const session::RunView& view, bool signalled) {
    if (view.state == RunState::Completed) return kDone;
    if (view.state == RunState::Stopped) return signalled ? kInterrupted : kDone;
    if (view.failure && view.failure->id().ends_with(".out_of_memory")) return kRunFailed;
    // What failed before its first step was a wrong request: documents, data, device.
    return view.progress.steps == 0 ? kWrongRequest : kRunFailed;
}

static void printInWords(const session::RunView& view) {
    std::printf("run %ld %s after %ld steps, %s\n", static_cast<long>(view.id), std::string(statusOf(view.state)).c_str(),
                static_cast<long>(view.progress.step), duration(view.progress.activeSeconds).c_str());
    for (const auto& [name, value] : view.results) {
        if (name.starts_with("loss.") || name.find('/') != std::string::npos)
            std::printf("  %-24s %.6g\n", report::resultName(name).c_str(), value);
    }
    std::printf("  %-24s %.1f\n", "samples/s", view.progress.samplesPerS);
}

/// `fresh`: the run is of this command. A wrong request leaves none behind.
static int finish(const Context& context, Door& door, const session::RunView& view, bool signalled, bool fresh) {
    const int status = statusOf(view, signalled);
    if (status == kRunFailed || status == kWrongRequest) {
        const auto error = view.failure.value_or(Error(kStatus, {std::string(statusOf(view.state))}));
        if (status == kWrongRequest && fresh && deleteRun(door, view.id)) {
            say(context, "nothing was trained: run " + std::to_string(view.id) + " is not kept");
            return fail(context, error, status);
        }
        return fail(context, error, status, {view.id, view.progress.step, std::string(statusOf(view.state))});
    }
    if (context.json)
        print(resultJson(view));
    else
        printInWords(view);
    return status;
}

/// Waits for the end of a run that this process trains.
static int watch(const Context& context, Door& door, session::RunId run, std::atomic<bool>& signalled, Progress& progress, bool fresh) {
    bool asked = false;
    while (true) {
        const auto view = door.view(run);
        if (view) {
            progress.show(*view);
            if (!isActive(view->state) && view->state != RunState::Queued) {
                progress.clear();
                return finish(context, door, *view, signalled, fresh);
            }
        }
        if (signalled && !asked) {
            asked = true;
            say(context, "stopping: the state is being saved (again to end at once)");
            door.session().submit(session::Stop{run});
        }
        door.wait(250);
    }
}

/// All that is wrong with a resume's changes; those of a start have been looked at.
static std::vector<Error> problemsOf(Door& door, const session::Command& command) {
    const auto* resume = std::get_if<session::ResumeRun>(&command);
    if (!resume || resume->sets.empty()) return {};
    const auto view = door.openRun(resume->run);
    if (!view || !(*view)->resolvedDocument) return {}; // the command itself says what is missing
    std::optional<spec::RunDoc> run;
    return session::checkSetup({*(*view)->resolvedDocument, "", "", resume->sets}, run);
}

/// Opens the door, submits, watches; signals stop the run.
static int submitAndWatch(const Context& context, const session::Command& command) {
    std::atomic<bool> signalled{false};
    Bell bell;
    const Signals signals([&] {
        signalled = true;
        bell.ring();
    });
    auto door = Door::open(context, &bell);
    if (!door) return fail(context, door.error());
    const auto problems = problemsOf(**door, command);
    Progress progress(context.quiet);
    const auto run = problems.empty() ? (*door)->run(command) : Result<session::RunId>(problems.front());
    int status = kWrongRequest;
    if (!problems.empty())
        status = fail(context, problems);
    else if (!run)
        status = fail(context, run.error());
    else {
        const auto* again = std::get_if<session::ResumeRun>(&command);
        say(context, "run " + std::to_string(*run) + " in " + context.databasePath());
        status = watch(context, **door, *run, signalled, progress, !again || again->run != *run);
    }
    return status;
}

int train(const Context& context, const std::string& run) {
    auto documents = readDocuments(context, run);
    if (!documents) return kWrongRequest;
    return submitAndWatch(context, session::StartRun{std::move(documents->setup), false});
}

static std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t value = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || at != text.data() + text.size()) return std::nullopt;
    return value;
}

/// `.../runs.d/run-7/step-500` beside this store: run 7 from step 500.
static Result<session::ResumeRun> fromFolder(const Context& context, const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    const auto path = fs::weakly_canonical(folder, error);
    const auto step = path.filename().string(), run = path.parent_path().filename().string();
    const auto runId = numberedName("run-", run), stepNumber = numberedName("step-", step);
    if (!fs::is_directory(path, error) || !runId || !stepNumber) return Error(kNotARun, {folder});
    const auto store = fs::weakly_canonical(context.databasePath(), error);
    if (path.parent_path().parent_path().parent_path() != store.parent_path()) return Error(kOtherStore, {folder, store.string()});
    session::ResumeRun request;
    request.run = *runId;
    request.fromStep = *stepNumber;
    return request;
}

int resume(const Context& context, const std::string& run) {
    session::ResumeRun request;
    if (const auto id = wholeNumber(run))
        request.run = *id;
    else {
        auto named = fromFolder(context, run);
        if (!named) return fail(context, named.error());
        request = *std::move(named);
    }
    request.sets = context.sets;
    return submitAndWatch(context, request);
}

} // namespace lockstep::cli
