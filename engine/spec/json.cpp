#include "spec/json.h"

#include "base/text.h"

#include <cmath>

namespace lockstep::spec {

const Json* Json::find(std::string_view key) const {
    for (const auto& [name, value] : fields)
        if (name == key) return &value;
    return nullptr;
}

Json* Json::find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }

void Json::set(std::string_view key, Json value) {
    if (Json* old = find(key))
        *old = std::move(value);
    else
        fields.emplace_back(key, std::move(value));
}

Json Json::ofBool(bool value) {
    Json json;
    json.kind = Kind::Bool;
    json.boolean = value;
    return json;
}

Json Json::ofInt(std::int64_t value) {
    Json json;
    json.kind = Kind::Int;
    json.integer = value;
    json.number = static_cast<double>(value);
    return json;
}

Json Json::ofDouble(double value) {
    Json json;
    json.kind = Kind::Double;
    json.number = value;
    // Beyond 2^53 a double no longer tells neighbouring whole numbers apart.
    if (std::trunc(value) == value && std::abs(value) <= 9007199254740992.0) json.integer = static_cast<std::int64_t>(value);
    return json;
}

Json Json::ofString(std::string value) {
    Json json;
    json.kind = Kind::String;
    json.text = std::move(value);
    return json;
}

Json Json::array(std::vector<Json> items) {
    Json json;
    json.kind = Kind::Array;
    json.items = std::move(items);
    return json;
}

Json Json::object() {
    Json json;
    json.kind = Kind::Object;
    return json;
}

} // namespace lockstep::spec
