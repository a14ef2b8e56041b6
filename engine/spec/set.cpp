// `--set a.b.0.c=value`
#include "base/text.h"
#include "spec/path_keys.h"
#include "spec/run_parts.h"
#include "spec/spec_errors.h"

#include <charconv>
#include <filesystem>
#include <functional>

namespace lockstep::spec {
namespace {

constexpr std::size_t kMaxDepth = 64;

Error refused(std::string_view assignment, std::string why) {
    return Error(kBadSet, {std::string(assignment.substr(0, 200)), std::move(why)});
}

std::vector<std::string_view> parts(std::string_view path) {
    std::vector<std::string_view> out;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        out.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return out;
}

/// JSON, or a bare string. What opens like JSON and is none is a mistake rather than a string.
Result<Json> valueOf(std::string_view text) {
    auto json = parseJson(text, "");
    if (!json && (text.empty() || std::string_view("{[\"").find(text.front()) == std::string_view::npos)) {
        if (!validUtf8(text)) return json.error();
        return Json::ofString(std::string(text));
    }
    if (!json) return json;
    const std::function<void(Json&)> forgetLines = [&](Json& j) {
        j.line = 0;
        for (auto& item : j.items) forgetLines(item);
        for (auto& field : j.fields) forgetLines(field.second);
    };
    forgetLines(*json);
    return json;
}

/// The entry `index` of a list; one past the end is appended.
Json* listEntry(Json& list, std::string_view index) {
    std::size_t i = 0;
    const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), i);
    if (error != std::errc() || end != index.data() + index.size() || i > list.items.size()) return nullptr;
    if (i == list.items.size()) list.items.emplace_back();
    return &list.items[i];
}

constexpr std::string_view kPathKeys[] = {"model",
                                          "init",
                                          "init.file",
                                          "data.path",
                                          "data.x_path",
                                          "data.y_path",
                                          "data.tokenizer_model",
                                          "data.validation.path",
                                          "data.validation.x_path",
                                          "data.validation.y_path",
                                          "data.test.path",
                                          "data.test.x_path",
                                          "data.test.y_path"};

void makeAbsolute(Json& run, std::string_view key, const std::string& base) {
    Json* json = &run;
    for (const auto part : parts(key)) {
        json = json->find(part);
        if (!json) return;
    }
    if (json->kind != Json::Kind::String || json->text.empty() || comesWithProgram(json->text)) return;
    std::error_code ignored; // without a working directory a relative path stays as it is
    const auto absolute = std::filesystem::absolute(std::filesystem::path(base) / json->text, ignored).lexically_normal();
    if (!absolute.empty()) json->text = absolute.string();
}

} // namespace

static Status assign(Json& json, std::string_view assignment) {
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0) return refused(assignment, "there is no key=value");
    const auto keys = parts(assignment.substr(0, equals));
    if (keys.size() > kMaxDepth - 1) return refused(assignment, "the path is deeper than 64 levels");
    auto value = valueOf(assignment.substr(equals + 1));
    if (!value) return refused(assignment, value.error().text());
    Json* at = &json;
    for (const auto key : keys) {
        if (key.empty() || !validUtf8(key)) return refused(assignment, "a part of the path is empty or not UTF-8");
        if (at->kind == Json::Kind::Null) *at = Json::object();
        if (at->kind == Json::Kind::Array) {
            at = listEntry(*at, key);
            if (!at) return refused(assignment, "the list has no entry " + inQuotes(key));
            continue;
        }
        if (at->kind != Json::Kind::Object)
            return refused(assignment, inQuotes(key) + " is looked for in " + describe(*at) + ", which has no keys");
        if (!at->find(key)) at->set(key, Json());
        at = at->find(key);
    }
    *at = std::move(*value);
    return {};
}

Status applySet(Json& json, std::string_view assignment) {
    Json changed = json;
    LOCKSTEP_TRY(assign(changed, assignment));
    json = std::move(changed);
    return {};
}

Status applySetFromCommand(Json& json, std::string_view assignment) {
    LOCKSTEP_TRY(applySet(json, assignment));
    const auto set = assignment.substr(0, assignment.find('='));
    for (const auto key : pathKeys()) {
        const bool inside = key == set || (key.starts_with(set) && key[set.size()] == '.');
        if (inside) makeAbsolute(json, key, ".");
    }
    return {};
}

std::span<const std::string_view> pathKeys() { return kPathKeys; }

bool comesWithProgram(std::string_view path) { return path.starts_with("template:") || path.starts_with(kBundledPrefix); }

void makePathsAbsolute(Json& run, const std::string& base) {
    for (const auto key : pathKeys()) makeAbsolute(run, key, base);
}

} // namespace lockstep::spec
