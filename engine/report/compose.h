// One run, or several side by side, as a report.
#pragma once

#include "report/blocks.h"
#include "report/run_data.h"

#include <string>
#include <vector>

namespace lockstep::report {

struct Environment {
    std::vector<std::pair<std::string, std::string>> rows; ///< device, processor, versions
};

Report compose(const std::vector<RunData>& runs, const Environment& environment);

} // namespace lockstep::report
