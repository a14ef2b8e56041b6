// The part of a run that is kept as one JSON text beside its columns: results, speed, memory, device.
#pragma once

#include "session/run_view.h"

#include <map>
#include <string>

namespace lockstep::session {

struct RunSummary {
    std::string device;
    std::map<std::string, double> results;
    RunProgress progress;
};

std::string writeSummary(const RunSummary& summary);
/// An unreadable text gives an empty summary: it is no reason to refuse the run.
RunSummary readSummary(const std::string& text);

/// An error as JSON text, and back; its code need not be known any more.
std::string writeError(const Error& error);
std::optional<Error> readError(const std::string& text);

} // namespace lockstep::session
