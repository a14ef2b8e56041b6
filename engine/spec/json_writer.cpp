#include "base/text.h"
#include "spec/json.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lockstep::spec {
namespace {

constexpr std::size_t kLineWidth = 110;

void writeString(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            (out += '\\') += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\u%04x", static_cast<unsigned>(c));
            out += code;
        } else {
            out += c;
        }
    }
    out += '"';
}

void writeScalar(std::string& out, const Json& json) {
    switch (json.kind) {
    case Json::Kind::Bool: out += json.boolean ? "true" : "false"; break;
    case Json::Kind::Int: out += json.text.empty() ? std::to_string(json.integer) : json.text; break;
    case Json::Kind::Double:
        if (!std::isfinite(json.number))
            out += "null";
        else
            out += json.text.empty() ? shortest(json.number) : json.text;
        break;
    case Json::Kind::String: writeString(out, json.text); break;
    default: out += "null";
    }
}

bool isContainer(const Json& json) { return json.kind == Json::Kind::Array || json.kind == Json::Kind::Object; }
std::size_t count(const Json& json) { return json.kind == Json::Kind::Array ? json.items.size() : json.fields.size(); }

/// Writes all on one line; gives up (false) as soon as `limit` characters are passed.
bool writeLine(std::string& out, const Json& json, std::size_t limit) {
    if (!isContainer(json)) return writeScalar(out, json), out.size() <= limit;
    const bool array = json.kind == Json::Kind::Array;
    out += array ? "[" : "{";
    for (std::size_t i = 0; i < count(json); ++i) {
        out += i ? ", " : array ? "" : " ";
        if (!array) writeString(out, json.fields[i].first), out += ": ";
        if (!writeLine(out, array ? json.items[i] : json.fields[i].second, limit)) return false;
    }
    out += array ? "]" : json.fields.empty() ? "}" : " }";
    return out.size() <= limit;
}

void writeTree(std::string& out, const Json& json, int indent, std::size_t depth, std::size_t column) {
    const std::size_t before = out.size();
    if (!isContainer(json) || count(json) == 0) return void(writeLine(out, json, std::string::npos));
    if (depth > 0 && writeLine(out, json, before + kLineWidth - std::min(kLineWidth, column))) return;
    out.resize(before);
    const bool array = json.kind == Json::Kind::Array;
    const std::string margin((depth + 1) * static_cast<std::size_t>(indent), ' ');
    out += array ? "[" : "{";
    for (std::size_t i = 0; i < count(json); ++i) {
        (out += i ? ",\n" : "\n") += margin;
        const std::size_t start = out.size();
        if (!array) writeString(out, json.fields[i].first), out += ": ";
        writeTree(out, array ? json.items[i] : json.fields[i].second, indent, depth + 1, margin.size() + out.size() - start);
    }
    (out += '\n') += std::string(depth * static_cast<std::size_t>(indent), ' ');
    out += array ? "]" : "}";
}

} // namespace

std::string writeJson(const Json& json, int indent) {
    std::string out;
    if (indent <= 0)
        writeLine(out, json, std::string::npos);
    else
        writeTree(out, json, indent, 0, 0);
    return out;
}

} // namespace lockstep::spec
