#include "session/checkpoint_named.h"

#include "session/session_errors.h"

namespace lockstep::session {

Result<CheckpointRow> checkpointNamed(const RunView& view, const std::string& which) {
    std::string there;
    for (const auto& row : view.checkpoints) {
        if (which == std::to_string(row.step) || (which == "best" && row.best)) return row;
        there += (there.empty() ? "" : ", ") + std::to_string(row.step) + (row.best ? " (best)" : "");
    }
    if (which == "last" && !view.checkpoints.empty()) return view.checkpoints.back();
    return Error(kNoSuchCheckpoint, {std::to_string(view.id), which, there.empty() ? "none" : there});
}

} // namespace lockstep::session
