#include "cli/documents.h"

#include "cli/context.h"
#include "session/documents.h"

namespace lockstep::cli {

std::optional<Documents> readDocuments(const Context& context, const std::string& name) {
    auto setup = session::loadSetup(name, context.sets);
    if (!setup) return fail(context, setup.error()), std::nullopt;
    std::optional<spec::RunDoc> run;
    if (const auto problems = session::checkSetup(*setup, run); !run) return fail(context, problems), std::nullopt;
    return Documents{*std::move(setup), *std::move(run)};
}

} // namespace lockstep::cli
