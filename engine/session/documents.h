// From what window and command line hand in to checked documents.
#pragma once

#include "base/result.h"
#include "session/commands.h"
#include "spec/run_doc.h"

#include <string>
#include <vector>

namespace lockstep::session {

/// A run document by name: the path of a file, or `template:NAME`.
Result<SetupText> loadSetup(const std::string& name, std::vector<std::string> sets = {});
/// Reads and checks a setup, its model loaded.
Result<spec::RunDoc> readSetup(const SetupText& setup);
/// All problems of its documents; `run` is set if there are none.
std::vector<Error> checkSetup(const SetupText& setup, std::optional<spec::RunDoc>& run);
/// The model alone, where nothing is wrong with it.
std::optional<spec::ModelDoc> modelOfSetup(const SetupText& setup);
/// A run from its resolved document as the store keeps it, with changes.
Result<spec::RunDoc> readResolved(const std::string& document, const std::vector<std::string>& sets = {});

} // namespace lockstep::session
