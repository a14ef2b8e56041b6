// What window and command line ask of the engine. Plain values: loggable, replayable, comparable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::session {

using RunId = std::int64_t;
using Ticket = std::uint64_t;

/// A run document as text, with what is needed to resolve it.
struct SetupText {
    std::string run;               ///< the run document; its model inline, a path or `template:NAME`
    std::string file;              ///< named in errors; may be empty (untitled)
    std::string baseDirectory;     ///< of relative paths; empty: the working directory
    std::vector<std::string> sets; ///< `a.b=value`
};

/// States of a run: those of GUI.md section 4. The store keeps FORMATS.md's statuses (pausing, stopping: running).
enum class RunState : std::uint8_t { Queued, Preparing, Running, Pausing, Paused, Stopping, Completed, Stopped, Failed, Interrupted };

std::string_view name(RunState state);
bool isActive(RunState state); ///< Preparing .. Stopping

// --- commands; answered by Accepted or Refused, then by RunChanged
struct StartRun {
    SetupText setup;
    bool queue = false; ///< start when the active run has ended
};
struct ResumeRun {
    RunId run = 0;
    std::vector<std::string> sets;        ///< only `steps=N` keeps the run; anything else makes a new one (a branch)
    std::optional<std::int64_t> fromStep; ///< of a checkpoint; none: the last
};
struct Pause {
    RunId run = 0;
};
struct Continue {
    RunId run = 0;
}; ///< ends a pause, or withdraws one
struct Stop {
    RunId run = 0;
};
struct Discard {
    RunId run = 0;
}; ///< while stopping: ends without saving
struct CheckpointNow {
    RunId run = 0;
};
struct EvaluateNow {
    RunId run = 0;
};
/// In flight: `lr`, `steps`, `evaluate_every`, `checkpoint.every_steps`. Takes effect at the next step, which the event names.
struct EditField {
    RunId run = 0;
    std::string field;
    double value = 0;
};
struct KeepAsStopped {
    RunId run = 0;
}; ///< an interrupted run
struct AnnotateRun {
    RunId run = 0;
    std::optional<std::string> name, notes;
    std::optional<std::vector<std::string>> tags;
    std::optional<bool> archived;
};
struct DeleteRun {
    RunId run = 0;
}; ///< archived runs only
struct ProbeDevice {
    bool full = false;
};

using Command = std::variant<StartRun, ResumeRun, Pause, Continue, Stop, Discard, CheckpointNow, EvaluateNow, EditField, KeepAsStopped,
                             AnnotateRun, DeleteRun, ProbeDevice>;

// --- queries; answered by an Answer of the matching type (answers.h), or Refused
struct AnalyseSetup {
    SetupText setup;
}; ///< -> SetupAnalysis: problems, shapes, sizes, memory, layout, learning-rate curve
struct ListRuns {
    std::string filter; ///< regular expression over name, tags, status; empty: all
    bool archived = false;
    std::string sortBy = "id"; ///< id name status created best last duration steps
    bool descending = true;
}; ///< -> RunList
struct OpenRun {
    RunId run = 0;
};                     ///< -> RunOpened; view(run) has everything from then on
struct ListDevices {}; ///< -> DeviceList
struct ExportReport {
    std::vector<RunId> runs;
    std::string path; ///< .html .csv .json
};                    ///< -> FileWritten
struct ExportWeights {
    RunId run = 0;
    std::string checkpoint = "last"; ///< last, best, a step
    std::string path;                ///< .safetensors
};                                   ///< -> FileWritten
struct ExplainSetup {
    SetupText setup;
    std::string afterPass; ///< empty: the finished program
    bool dot = false;
}; ///< -> Explanation

using Query = std::variant<AnalyseSetup, ListRuns, OpenRun, ListDevices, ExportReport, ExportWeights, ExplainSetup>;

} // namespace lockstep::session
