// Which runs a list shows, in which order.
#pragma once

#include "base/result.h"
#include "session/answers.h"

#include <vector>

namespace lockstep::session {

/// Errors: the filter is no regular expression.
Result<std::vector<RunRow>> selectRuns(std::vector<RunRow> rows, const ListRuns& query);

} // namespace lockstep::session
