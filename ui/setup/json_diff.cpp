#include "ui/setup/json_diff.h"

#include "base/text.h"

#include <algorithm>

namespace lockstep::ui {

namespace {

using spec::Json;

bool isPlain(const Json& json) { return json.kind != Json::Kind::Object && json.kind != Json::Kind::Array; }

/// 1e-3 and 0.001 are the same value.
QString plainText(const Json& json) {
    if (json.kind == Json::Kind::Null) return QStringLiteral("null");
    if (json.isNumber()) return QString::fromStdString(shortest(json.number));
    return QString::fromStdString(json.kind == Json::Kind::String ? json.text : spec::writeJson(json, 0));
}

QString listText(const Json& json) {
    QStringList parts;
    for (const Json& item : json.items) parts << (isPlain(item) ? plainText(item) : "[" + listText(item) + "]");
    return parts.join(QStringLiteral(", "));
}

std::string keyOf(const Json& item, std::size_t index) {
    const Json* id = item.kind == Json::Kind::Object ? item.find("id") : nullptr;
    return id && id->kind == Json::Kind::String ? id->text : std::to_string(index);
}

bool isFlatList(const Json& json) {
    return std::none_of(json.items.begin(), json.items.end(), [](const Json& item) { return item.kind == Json::Kind::Object; });
}

void flatten(const Json& json, const std::string& path, std::map<std::string, QString>& out) {
    if (json.kind == Json::Kind::Object) {
        const std::string stem = path.empty() ? path : path + ".";
        for (const auto& [key, value] : json.fields) flatten(value, stem + key, out);
    } else if (json.kind == Json::Kind::Array && !isFlatList(json)) {
        for (std::size_t i = 0; i < json.items.size(); ++i) flatten(json.items[i], path + "[" + keyOf(json.items[i], i) + "]", out);
    } else {
        out[path] = json.kind == Json::Kind::Array ? listText(json) : plainText(json);
    }
}

} // namespace

std::map<std::string, QString> flatJson(const Json& document) {
    std::map<std::string, QString> out;
    flatten(document, {}, out);
    return out;
}

std::vector<JsonDifference> differences(const Json& before, const Json& after) {
    const auto a = flatJson(before), b = flatJson(after);
    std::vector<JsonDifference> out;
    for (const auto& [path, value] : a) {
        const auto found = b.find(path);
        const QString other = found == b.end() ? QString() : found->second;
        if (found == b.end() || other != value) out.push_back({path, value, other});
    }
    for (const auto& [path, value] : b)
        if (!a.count(path)) out.push_back({path, {}, value});
    std::sort(out.begin(), out.end(), [](const JsonDifference& x, const JsonDifference& y) { return x.path < y.path; });
    return out;
}

} // namespace lockstep::ui
