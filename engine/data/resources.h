// Where the program's own data lie.
#pragma once

#include <string>

namespace lockstep::data {

/// $LOCKSTEP_RESOURCES, else <program>/../share/lockstep, else <program>/../../../resources (a build tree): the first that
/// has a folder `data`; empty if none has.
std::string findResources();
/// The file that a document's path means: relative to `baseDirectory` (empty: the working directory), or with `bundled:` before it in
/// the resources' folder `data`.
std::string fileOf(const std::string& path, const std::string& baseDirectory, const std::string& resourceDirectory);
/// $XDG_CACHE_HOME/lockstep or ~/.cache/lockstep; empty if neither variable is set.
std::string defaultCacheDirectory();

} // namespace lockstep::data
