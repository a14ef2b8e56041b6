#include "ui/models/run_alerts.h"

#include "session/run_view.h"

#include <algorithm>

namespace lockstep::ui {

bool isAlert(const session::RunEvent& event) { return event.kind == "alert" || (event.kind == "alarm" && !session::isHint(event)); }

std::optional<StandingAlert> standingAlert(const session::RunView& run) {
    std::optional<StandingAlert> standing;
    if (!run.events) return standing;
    for (const session::RunEvent& event : *run.events) {
        if (event.kind == "resume") standing.reset();
        if (isAlert(event) && !standing) standing = StandingAlert{event.step, event.text, {}};
    }
    if (standing)
        for (const session::CheckpointRow& checkpoint : run.checkpoints)
            if (checkpoint.step < standing->step) standing->lastGood = std::max(standing->lastGood.value_or(0), checkpoint.step);
    return standing;
}

} // namespace lockstep::ui
