// Runs a program and keeps what it printed.
#pragma once

#include <string>
#include <vector>

namespace lockstep::golden {

struct Finished {
    int exitCode = -1; ///< -1: could not be started, or was killed
    std::string output, errors;
};

/// Waits for the end; the arguments are passed as they are, no shell reads them.
Finished runCommand(const std::vector<std::string>& arguments);

} // namespace lockstep::golden
