// A run as the JSON object of FORMATS.md "Commands".
#pragma once

#include "session/answers.h"
#include "session/run_view.h"
#include "spec/json.h"

namespace lockstep::cli {

/// The object of `train`, `resume`, `eval`.
spec::Json resultJson(const session::RunView& view);
/// One entry of `runs list`.
spec::Json rowJson(const session::RunRow& row);
/// `loss` and `metrics` out of a run's results; empty objects where nothing was measured.
spec::Json lossJson(const session::RunView& view);
spec::Json metricsJson(const std::map<std::string, double>& results);
spec::Json breakdownJson(const session::Breakdown& breakdown);
/// FORMATS.md's status word for a state.
std::string_view statusOf(session::RunState state);

} // namespace lockstep::cli
