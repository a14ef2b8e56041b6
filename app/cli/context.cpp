#include "cli/context.h"

#include "cli/cli_errors.h"

#include "base/text.h"
#include "files/file_errors.h"
#include "store/run_store.h"

#include <cstdio>
#include <filesystem>

namespace lockstep::cli {

using spec::Json;

std::string Context::databasePath() const { return database.empty() ? store::RunStore::defaultPath() : database; }

Json number(double value) { return Json::ofDouble(value); }
/// A file's name may be any bytes, JSON is UTF-8.
Json text(std::string_view value) { return Json::ofString(validUtf8(value) ? std::string(value) : printable(value)); }

static Json errorJson(const Error& error) {
    Json json = Json::object();
    json.set("code", text(error.id()));
    json.set("message", text(error.text()));
    const auto& where = error.where();
    json.set("file", where.file.empty() ? Json() : text(where.file));
    json.set("line", where.line > 0 ? Json::ofInt(where.line) : Json());
    const auto& path = where.path.empty() ? where.layer : where.path;
    json.set("path", path.empty() ? Json() : text(path));
    json.set("hint", error.hint().empty() ? Json() : text(error.hint()));
    return json;
}

static void printError(const Error& error) {
    const auto hint = error.hint();
    std::fprintf(stderr, "error: %s%s%s\n", error.message().c_str(), hint.empty() ? "" : ": ", hint.c_str());
}

int fail(const Context& context, const std::vector<Error>& errors) {
    if (errors.size() == 1) return fail(context, errors.front());
    for (const auto& error : errors) printError(error);
    if (!context.json) return kWrongRequest;
    Json all = Json::array();
    for (const auto& error : errors) all.items.push_back(errorJson(error));
    Json json = Json::object();
    json.set("error", errorJson(errors.front()));
    json.set("errors", std::move(all));
    for (const auto* key : {"run_id", "status", "steps"}) json.set(key, Json());
    print(json);
    return kWrongRequest;
}

int fail(const Context& context, const Error& error, int status, const RunNote& note) {
    printError(error);
    if (!context.json) return status;
    Json json = Json::object();
    json.set("error", errorJson(error));
    json.set("run_id", note.run ? Json::ofInt(*note.run) : Json());
    json.set("status", note.status.empty() ? Json() : text(note.status));
    json.set("steps", note.steps ? Json::ofInt(*note.steps) : Json());
    print(json);
    return status;
}

Status checkFolderOf(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    const auto there = std::filesystem::status(path, error);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
        return Error(files::kNotAFile, {std::filesystem::is_directory(there) ? "a folder" : "a device or pipe"}).inFile(path);
    if (folder.empty() || std::filesystem::is_directory(folder, error)) return {};
    return Error(kNoFolder, {folder.string()}).inFile(path);
}

void print(const Json& json) { std::printf("%s\n", spec::writeJson(json).c_str()); }

void say(const Context& context, std::string_view line) {
    if (!context.quiet) std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

} // namespace lockstep::cli
