// To write one's own documents: `lockstep template`, the built-in ones, and `lockstep formats`, all keys.
#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "files/atomic_write.h"
#include "spec/manual.h"
#include "spec/templates.h"

#include <cstdio>
#include <filesystem>

namespace lockstep::cli {

using spec::Json;

static void listTemplates(const Context& context) {
    Json rows = Json::array();
    for (const auto& info : spec::templates()) {
        if (!context.json)
            std::printf("%-16.*s %.*s: %.*s\n", static_cast<int>(info.name.size()), info.name.data(), static_cast<int>(info.title.size()),
                        info.title.data(), static_cast<int>(info.description.size()), info.description.data());
        Json row = Json::object();
        row.set("name", text(info.name));
        row.set("title", text(info.title));
        row.set("description", text(info.description));
        rows.items.push_back(std::move(row));
    }
    if (!context.json) return;
    Json json = Json::object();
    json.set("templates", std::move(rows));
    print(json);
}

/// One's own document of that name is not written over.
static Status write(const Context& context, const std::string& name, const std::string& out) {
    LOCKSTEP_ASSIGN(const auto document, spec::templateRun(name));
    if (out.empty()) return print(document), Status();
    LOCKSTEP_TRY(checkFolderOf(out));
    std::error_code ignored;
    if (std::filesystem::exists(out, ignored)) return Error(kFileThere).inFile(out);
    LOCKSTEP_TRY(files::writeWhole(out, spec::writeJson(document) + "\n"));
    if (!context.json) return std::printf("%s: `lockstep train %s`\n", out.c_str(), out.c_str()), Status();
    Json json = Json::object();
    json.set("path", text(out));
    print(json);
    return {};
}

int templateCommand(const Context& context, const std::string& name, const std::string& out) {
    if (name.empty() && !out.empty()) return fail(context, Error(kUsage, {"-o wants the name of a template before it"}));
    if (name.empty()) return listTemplates(context), kDone;
    const auto status = write(context, name, out);
    return status ? kDone : fail(context, status.error());
}

int formats(const Context& context) {
    const auto page = spec::formatManual();
    if (!context.json) return std::fputs(page.c_str(), stdout), kDone;
    Json json = Json::object();
    json.set("markdown", text(page));
    print(json);
    return kDone;
}

} // namespace lockstep::cli
