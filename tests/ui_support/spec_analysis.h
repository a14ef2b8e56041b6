// What the fake session says about a setup: real problems from the spec room, real layout, shapes of the plain layers.
#pragma once

#include "session/answers.h"

namespace lockstep::testing {

session::SetupAnalysis analyseBySpec(const session::SetupText& setup);

} // namespace lockstep::testing
