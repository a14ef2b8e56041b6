// A report file from the views of runs.
#pragma once

#include "base/result.h"
#include "session/answers.h"
#include "session/run_view.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::session {

/// By the path's ending: .html, .csv, .json. Written whole or not at all.
Result<FileWritten> writeReport(const std::vector<std::shared_ptr<const RunView>>& runs, const std::vector<DeviceRow>& devices,
                                const std::string& path);

} // namespace lockstep::session
