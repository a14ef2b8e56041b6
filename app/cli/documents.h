// The documents that a command names, read and checked as a whole.
#pragma once

#include "session/commands.h"
#include "spec/run_doc.h"

#include <optional>
#include <string>

namespace lockstep::cli {

struct Context;

struct Documents {
    session::SetupText setup;
    spec::RunDoc run;
};

/// `name`: RUN.json or template:NAME, changed by --set. Nothing if anything is wrong: all of it has been said, the status is kWrongRequest.
std::optional<Documents> readDocuments(const Context& context, const std::string& name);

} // namespace lockstep::cli
