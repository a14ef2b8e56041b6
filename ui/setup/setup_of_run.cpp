#include "ui/setup/setup_of_run.h"

#include "session/run_view.h"
#include "spec/templates.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_paths.h"

namespace lockstep::ui {

namespace {

constexpr ErrorCode kNoDocuments{"ui.no_documents", LOCKSTEP_TR("Errors", "the documents of run {0} are not in the store"), ""};

std::string textOf(const std::shared_ptr<const std::string>& text) { return text ? *text : std::string(); }

} // namespace

Result<Setup> setupOfRun(const session::RunView& run) {
    const std::string name = "run " + std::to_string(run.id);
    if (!run.runDocument || run.runDocument->empty()) return Error(kNoDocuments, {std::to_string(run.id)});
    Setup setup;
    LOCKSTEP_ASSIGN(setup.run, spec::parseJson(*run.runDocument, name));
    // The document's own folder is not kept; the resolved one has absolute paths.
    if (const auto resolved = spec::parseJson(textOf(run.resolvedDocument), name); resolved.ok()) takeAbsolutePaths(setup.run, *resolved);
    const QString reference = textAt(setup.run, "model");
    const auto model = spec::parseJson(textOf(run.modelDocument), name);
    if (reference.startsWith("template:")) {
        if (auto shown = spec::templateModel(reference.mid(9).toStdString()); shown.ok()) setup.linkedModel = std::move(shown).value();
    } else if (!reference.isEmpty() && model.ok()) {
        setup.run.set("model", *model);
    }
    return setup;
}

} // namespace lockstep::ui
