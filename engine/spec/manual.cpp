#include "spec/manual.h"

#include "base/text.h"
#include "spec/catalogue.h"
#include "spec/json.h"

#include <cmath>

namespace lockstep::spec {
namespace {

/// In a cell of a table.
std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
    return out;
}

std::string code(std::string_view text) { return text.empty() ? "" : "`" + cell(text) + "`"; }

/// A default is JSON, or words.
std::string fallbackOf(const KeyRow& row) {
    if (row.fallback.empty()) return "required";
    return parseJson(std::string(row.fallback), "default") ? code(row.fallback) : cell(row.fallback);
}

std::string table(const KeySection& section) {
    std::string out = "| key | type | default | example | |\n|---|---|---|---|---|\n";
    for (const auto& row : section.rows)
        out += "| " + code(row.key) + " | " + cell(row.type) + " | " + fallbackOf(row) + " | " + code(row.example) + " | " +
               cell(row.meaning) + " |\n";
    return out;
}

std::string sectionText(const KeySection& section) {
    const std::string marks = section.place.empty() ? "## " : "### ";
    const std::string at = section.place.empty() ? "" : "At `" + std::string(section.place) + "`.\n\n";
    return marks + std::string(section.title) + "\n\n" + at + "```json\n" + std::string(section.example) + "\n```\n\n" + table(section) +
           "\n";
}

std::string kindOf(const ArgSpec& arg) {
    switch (arg.kind) {
    case ArgKind::Int: return "whole number";
    case ArgKind::Number: return "number";
    case ArgKind::Bool: return "true or false";
    case ArgKind::Choice: return "\"" + join(std::vector<std::string>(arg.choices.begin(), arg.choices.end()), "\", \"") + "\"";
    case ArgKind::IntPair: return "whole number or two";
    case ArgKind::IntList: return "whole number or a list";
    case ArgKind::Padding: return "whole number or \"same\"";
    case ArgKind::PaddingPair: return "whole number, two, or \"same\"";
    case ArgKind::Text: return "text";
    }
    return {};
}

std::string rangeOf(const ArgSpec& arg) {
    const bool low = std::isfinite(arg.min), high = std::isfinite(arg.max) && arg.max < 1e9;
    if (low && high) return ", " + shortest(arg.min) + " to " + shortest(arg.max);
    return low ? ", from " + shortest(arg.min) : "";
}

Json jsonOf(const ArgValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return Json::ofBool(*flag);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return Json::ofInt(*whole);
    if (const auto* number = std::get_if<double>(&value)) return Json::ofDouble(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return Json::ofString(*text);
    Json list = Json::array();
    if (const auto* many = std::get_if<std::vector<std::int64_t>>(&value)) {
        for (const auto item : *many) list.items.push_back(Json::ofInt(item));
        return list;
    }
    return {};
}

std::string defaultOf(const ArgSpec& arg) {
    if (arg.required) return "required";
    if (!arg.fallbackFrom.empty()) return "as " + code(arg.fallbackFrom);
    return code(writeJson(jsonOf(arg.fallback), 0));
}

std::string layerText(const LayerSpec& layer) {
    std::vector<std::string> inputs;
    inputs.reserve(static_cast<std::size_t>(layer.minInputs));
    for (int i = 0; i < layer.minInputs; ++i) inputs.push_back(std::string(1, static_cast<char>('x' + i)));
    std::string out = "### " + std::string(layer.type) + "\n\n" + std::string(layer.help) + "\n\n```json\n" +
                      layerExample(layer.type, inputs) + "\n```\n\n";
    if (layer.args.empty()) return out;
    out += "| argument | type | default | |\n|---|---|---|---|\n";
    for (const auto& arg : layer.args)
        out += "| " + code(arg.name) + " | " + cell(kindOf(arg) + rangeOf(arg)) + (arg.nullable ? ", or null" : "") + " | " +
               defaultOf(arg) + " | " + cell(arg.help) + " |\n";
    return out + "\n";
}

Json exampleOf(const ArgSpec& arg) {
    const double within = std::fmin(std::fmax(arg.kind == ArgKind::IntPair ? 3 : 4, arg.min), arg.max);
    if (arg.kind == ArgKind::Text) return Json::ofString("a");
    if (arg.kind == ArgKind::Choice) return Json::ofString(std::string(arg.choices.front()));
    if (arg.kind == ArgKind::IntList && arg.name != "dim") {
        Json list = Json::array();
        list.items.push_back(Json::ofInt(arg.name == "dims" ? 0 : -1));
        return list;
    }
    if (arg.kind == ArgKind::Number) return Json::ofDouble(within);
    return Json::ofInt(arg.name == "dim" || arg.name == "index" ? 0 : static_cast<std::int64_t>(within));
}

} // namespace

std::string layerExample(std::string_view type, const std::vector<std::string>& inputs) {
    const LayerSpec* layer = findLayer(type);
    Json args = Json::object();
    for (const auto& arg : layer->args) {
        if (arg.required) args.set(std::string(arg.name), exampleOf(arg));
    }
    Json reads = Json::array();
    for (const auto& input : inputs) reads.items.push_back(Json::ofString(input));
    Json json = Json::object();
    json.set("id", Json::ofString("layer"));
    json.set("type", Json::ofString(std::string(type)));
    json.set("inputs", std::move(reads));
    if (!args.fields.empty()) json.set("args", std::move(args));
    return writeJson(json, 0);
}

std::string formatManual() {
    std::string out =
        "# Documents\n\nWhat a model document and a run document may say: each key with its type, its default and an example. Unknown "
        "keys, wrong types and values\nout of range are errors with file, line and path. Any key of a run document may be set on the "
        "command line: `--set optimizer.lr=0.01`.\n\nWritten by `lockstep formats`; a test holds it against the program.\n\n";
    for (const auto& section : modelKeys()) out += sectionText(section);
    out += "## Layers\n\nShapes leave the batch out, and so do dimensions: 0 is the first after the batch.\n\n";
    for (const auto& layer : catalogue()) {
        if (layer.available) out += layerText(layer);
    }
    for (const auto& section : runKeys()) out += sectionText(section);
    while (out.ends_with("\n\n")) out.pop_back();
    return out;
}

} // namespace lockstep::spec
