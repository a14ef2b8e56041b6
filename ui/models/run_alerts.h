// What is wrong with a run, as its events tell it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep::session {
struct RunEvent;
struct RunView;
} // namespace lockstep::session

namespace lockstep::ui {

/// `alert`, and `alarm` as some runs have it; those by a rule of thumb are none: healthy runs have spikes.
bool isAlert(const session::RunEvent& event);

struct StandingAlert {
    std::int64_t step = 0;
    std::string text;
    std::optional<std::int64_t> lastGood; ///< step of the newest checkpoint before it
};
/// The first alert since the run was last resumed: what came after it is mostly its consequence.
std::optional<StandingAlert> standingAlert(const session::RunView& run);

} // namespace lockstep::ui
