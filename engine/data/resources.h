// Where the program's own data lie.
#pragma once

#include <string>

namespace lockstep::data {

/// $LOCKSTEP_RESOURCES, else <program>/../share/lockstep, else <program>/../../../resources (a build tree): the first that
/// has a folder `data`; empty if none has.
std::string findResources();
/// $XDG_CACHE_HOME/lockstep or ~/.cache/lockstep; empty if neither variable is set.
std::string defaultCacheDirectory();

} // namespace lockstep::data
