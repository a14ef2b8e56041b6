// A figure's curves as numbers. Not for other rooms.
#pragma once

#include "report/plot.h"

namespace lockstep::report {

/// Steps and values, about twenty rows a curve, evenly spread, the first and last and what is not finite among them.
Table plotData(const std::vector<Curve>& curves);

} // namespace lockstep::report
