// How long a team's threads wait awake for one another.
#pragma once

#include "base/process.h"

#include <cstdlib>

namespace lockstep::cli {

/// GCC's OpenMP lets threads spin for milliseconds before they sleep. Where others want the processor too, those are the milliseconds in
/// which the thread that is waited for could run: a step of a small network takes ten times as long. A short while is enough for the
/// gaps between kernels. What the user has set stays. The first call of main(): the library has read its variables by then, so the
/// program starts anew.
inline void waitBriefly(char** arguments) {
    if (!std::getenv("OMP_WAIT_POLICY")) restartWith("GOMP_SPINCOUNT", "3000", arguments);
}

} // namespace lockstep::cli
