// A run as the list shows it, its documents, and what may be changed about it.
#pragma once

#include "store/process_identity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::store {

using RunId = std::int64_t;

/// As FORMATS.md "Statuses".
enum class RunStatus { Queued, Preparing, Running, Paused, Completed, Stopped, Failed, Interrupted };

std::string_view name(RunStatus status);
std::optional<RunStatus> statusByName(std::string_view text);
/// Preparing, running, paused: someone should be writing it.
bool isActive(RunStatus status);

/// The columns of a run. Times are seconds since 1970 (UTC), durations seconds. Losses may be NaN or infinite.
struct RunRow {
    RunId id = 0;
    std::string name;
    RunStatus status = RunStatus::Queued;
    double createdS = 0;
    double updatedS = 0;
    std::int64_t ordinal = 0;           ///< how many runs were created before; colour slot = ordinal mod 24
    std::optional<std::int64_t> colour; ///< slot chosen by the user
    RunId parent = 0;                   ///< 0: none
    std::int64_t parentStep = -1;
    std::vector<std::string> tags;
    std::string notes;
    std::optional<double> firstLoss, lastLoss, bestValue;
    std::string bestName; ///< series of bestValue, as `validation/loss`
    std::int64_t bestStep = -1;
    double activeS = 0; ///< training time, pauses excluded
    std::int64_t steps = 0;
    std::int64_t totalSteps = 0;
    ProcessIdentity owner; ///< who wrote it last
    double lastBeatS = 0;
    bool archived = false;
    std::string error;   ///< why it failed, JSON as FORMATS.md, or empty
    std::string summary; ///< result of `train` as JSON, or empty

    std::int64_t colourSlot() const { return colour ? *colour : ordinal % 24; }
};

/// Texts of a run, read apart so that lists stay fast.
struct RunDocuments {
    std::string model;       ///< model document
    std::string run;         ///< run document as given
    std::string resolved;    ///< run document with what `auto` chose
    std::string environment; ///< JSON: machine, versions, command line
};

struct NewRun {
    std::string name;
    RunStatus status = RunStatus::Queued;
    RunId parent = 0;
    std::int64_t parentStep = -1;
    std::vector<std::string> tags;
    std::string notes;
    std::int64_t totalSteps = 0;
    RunDocuments documents;
};

/// Only what is set is written.
struct RunChange {
    std::optional<std::string> name, notes, bestName, error, summary, resolvedDocument, environment;
    std::optional<RunStatus> status;
    std::optional<std::vector<std::string>> tags;
    std::optional<double> firstLoss, lastLoss, bestValue, activeS;
    std::optional<std::int64_t> bestStep, steps, totalSteps, colour;
    std::optional<bool> archived;
    bool noBest = false; ///< there is no best value (any more)
};

enum class RunSort { Id, Name, Status, Created, Updated, LastLoss, BestValue, ActiveTime, Steps };

struct RunFilter {
    enum class Archived { No, Only, Any };
    std::string text;                ///< part of the name, a tag or the notes; empty: all. Case is ignored for ASCII.
    std::vector<RunStatus> statuses; ///< empty: all
    Archived archived = Archived::No;
    std::optional<RunId> parent;
    RunSort sort = RunSort::Id;
    bool descending = false;
    std::int64_t limit = -1; ///< -1: no limit
    std::int64_t offset = 0;
};

} // namespace lockstep::store
