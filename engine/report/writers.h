// Reports and metrics as text.
#pragma once

#include "report/blocks.h"
#include "report/run_data.h"

#include <string>
#include <vector>

namespace lockstep::report {

/// One self-contained page: inline style and SVG, light and dark, no network address inside.
std::string writeHtml(const Report& report);

/// `step,wall_s,name,value` of one run; of several with `run` in front. Newest pieces; shortest digits that read back the same; nan, inf.
std::string writeCsv(const std::vector<RunData>& runs);

/// Everything, non-finite numbers as null.
std::string writeJson(const std::vector<RunData>& runs, const std::vector<std::pair<std::string, std::string>>& environment);

} // namespace lockstep::report
