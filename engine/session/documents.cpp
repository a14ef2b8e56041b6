#include "session/documents.h"

#include "base/thread.h"
#include "files/text.h"
#include "spec/templates.h"

#include <filesystem>

namespace lockstep::session {

static constexpr std::string_view kTemplate = "template:";

Result<SetupText> loadSetup(const std::string& name, std::vector<std::string> sets) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    SetupText setup;
    setup.sets = std::move(sets);
    if (name.starts_with(kTemplate)) {
        LOCKSTEP_ASSIGN(const auto json, spec::templateRun(std::string_view(name).substr(kTemplate.size())));
        setup.run = spec::writeJson(json);
        setup.file = name;
        return setup;
    }
    LOCKSTEP_ASSIGN(setup.run, files::readText(name));
    setup.file = name;
    setup.baseDirectory = std::filesystem::path(name).parent_path().string();
    return setup;
}

static spec::ReadRunOptions optionsOf(const SetupText& setup) {
    spec::ReadRunOptions options;
    options.file = setup.file;
    options.baseDirectory = setup.baseDirectory.empty() ? "." : setup.baseDirectory;
    options.sets = setup.sets;
    options.load = [](const std::string& path) { return files::readText(path); };
    return options;
}

Result<spec::RunDoc> readSetup(const SetupText& setup) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_ASSIGN(const auto json, spec::parseJson(setup.run, setup.file));
    return spec::readRun(json, optionsOf(setup));
}

std::vector<Error> checkSetup(const SetupText& setup, std::optional<spec::RunDoc>& run) {
    const auto json = spec::parseJson(setup.run, setup.file);
    if (!json) return {json.error()};
    auto problems = spec::checkRun(*json, optionsOf(setup));
    if (!problems.empty()) return problems;
    auto read = spec::readRun(*json, optionsOf(setup));
    if (!read) return {std::move(read).error()};
    run = *std::move(read);
    return {};
}

std::optional<spec::ModelDoc> modelOfSetup(const SetupText& setup) {
    const auto json = spec::parseJson(setup.run, setup.file);
    return json ? spec::soundModel(*json, optionsOf(setup)) : std::nullopt;
}

Result<spec::RunDoc> readResolved(const std::string& document, const std::vector<std::string>& sets) {
    SetupText setup;
    setup.run = document;
    setup.sets = sets;
    return readSetup(setup);
}

} // namespace lockstep::session
