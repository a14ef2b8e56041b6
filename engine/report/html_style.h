// The style of an HTML report. Not for other rooms.
#pragma once

#include <string>

namespace lockstep::report {

/// CSS: light, dark by the reader's preference, and light again on paper.
std::string htmlStyle();

} // namespace lockstep::report
