#include "spec/reader.h"

#include "base/text.h"
#include "spec/spec_errors.h"

#include <algorithm>
#include <cmath>

namespace lockstep::spec {

// Problems ---------------------------------------------------------------------------------------------------------------------------

void Problems::add(Error error, int line, std::string path) {
    if (error.where().layer.empty()) error.where().layer = m_layer;
    m_errors.push_back(std::move(error).inFile(m_file).atLine(line).atPath(std::move(path)));
}

void Problems::dropMissing(std::string_view key, std::string_view path) {
    std::erase_if(m_errors, [&](const Error& e) { return e.id() == kMissingKey.id && e.where().path == path && e.args().front() == key; });
}

void Problems::append(std::vector<Error> errors) {
    for (auto& error : errors) m_others.push_back(std::move(error));
}

std::vector<Error> Problems::take() && {
    std::ranges::stable_sort(m_errors, {}, [](const Error& e) { return e.where().line; });
    for (auto& error : m_others) m_errors.push_back(std::move(error));
    return std::move(m_errors);
}

// Words ------------------------------------------------------------------------------------------------------------------------------

std::string shortened(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    std::size_t end = std::min(text.size(), kLongest);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return std::string(text.substr(0, end)) + (end < text.size() ? ".." : "");
}

std::string inQuotes(std::string_view text) { return "\"" + shortened(text) + "\""; }

std::string describe(const Json& json) {
    switch (json.kind) {
    case Json::Kind::Null: return "null";
    case Json::Kind::Bool: return json.boolean ? "true" : "false";
    case Json::Kind::String: return inQuotes(json.text);
    case Json::Kind::Array: return json.items.empty() ? "an empty list" : "a list of " + std::to_string(json.items.size());
    case Json::Kind::Object: return "an object";
    default: return json.text.empty() ? shortest(json.number) : json.text.size() > 40 ? json.text.substr(0, 40) + ".." : json.text;
    }
}

std::string joined(std::span<const std::string_view> words) {
    constexpr std::size_t kMost = 40; // a model may have thousands of layers
    std::string out;
    for (const auto word : words.first(std::min(words.size(), kMost))) (out += out.empty() ? "" : ", ") += shortened(word);
    if (words.size() > kMost) out += ", ..";
    return out.empty() ? "nothing" : out;
}

std::string joined(const std::vector<std::string>& words) { return joined(std::vector<std::string_view>(words.begin(), words.end())); }

Error withNearest(const ErrorCode& far, const ErrorCode& near, std::string_view found, std::string shown,
                  std::span<const std::string_view> words) {
    const std::string close = nearest(found, words);
    if (close.empty()) return Error(far, {std::move(shown), joined(words)});
    return Error(near, {std::move(shown), joined(words), close});
}

std::string childPath(const std::string& path, std::string_view key) {
    const bool plain = !key.empty() && key.find_first_of(".[] \"") == std::string_view::npos;
    const std::string name = plain ? shortened(key) : "[\"" + shortened(key) + "\"]";
    return path.empty() || !plain ? path + name : path + "." + name;
}

std::string childPath(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

bool Range::holds(double value) const {
    return std::isfinite(value) && (above ? value > min : value >= min) && (below ? value < max : value <= max);
}

std::string Range::text() const {
    const std::string low = (above ? "more than " : "") + shortest(min), high = (below ? "less than " : "") + shortest(max);
    if (std::isinf(min) && std::isinf(max)) return "any finite number";
    if (std::isinf(max)) return above ? low : low + " or more";
    if (std::isinf(min)) return below ? high : high + " or less";
    return above || below ? low + ", " + (below ? high : "up to " + high) : low + " to " + high;
}

// Value ------------------------------------------------------------------------------------------------------------------------------

void Value::fail(Error error) const { m_problems->add(std::move(error), m_json->line, m_path); }

void Value::wrongType(std::string_view wanted) const { fail(Error(kWrongType, {describe(*m_json), std::string(wanted)})); }

void Value::unavailable(std::string what, std::string available) const {
    fail(Error(kNotAvailable, {std::move(what), std::move(available)}));
}

std::optional<bool> Value::boolean() const {
    if (is(Json::Kind::Bool)) return m_json->boolean;
    wrongType("true or false");
    return {};
}

std::optional<std::int64_t> Value::integer(const Range& range) const {
    // 1e3 is a whole number too; beyond 2^53 a double is not exact.
    const bool whole = is(Json::Kind::Double) && std::trunc(m_json->number) == m_json->number;
    if (!is(Json::Kind::Int) && !whole) return wrongType("a whole number"), std::nullopt;
    const bool exact = is(Json::Kind::Int) || std::abs(m_json->number) <= 9007199254740992.0;
    if (exact && range.holds(m_json->number)) return m_json->integer;
    const Range shown = std::isinf(range.max) ? Range{range.min, 9007199254740992.0} : range;
    fail(Error(kOutOfRange, {describe(*m_json), shown.text()}));
    return {};
}

std::optional<double> Value::number(const Range& range) const {
    if (!m_json->isNumber()) return wrongType("a number"), std::nullopt;
    if (range.holds(m_json->number)) return m_json->number;
    fail(Error(kOutOfRange, {describe(*m_json), range.text()}));
    return {};
}

std::optional<std::string> Value::text() const {
    if (is(Json::Kind::String)) return m_json->text;
    wrongType("a string");
    return {};
}

std::optional<std::string> Value::choice(const Choices& choices, std::string_view what) const {
    if (!is(Json::Kind::String)) return wrongType("one of " + joined(choices.now)), std::nullopt;
    const std::string& found = m_json->text;
    if (std::ranges::find(choices.now, found) != choices.now.end()) return found;
    if (std::ranges::find(choices.later, found) != choices.later.end())
        unavailable((what.empty() ? "" : std::string(what) + " ") + inQuotes(found), joined(choices.now));
    else
        fail(withNearest(kBadChoice, kBadChoiceNear, found, inQuotes(found), choices.now));
    return {};
}

std::optional<std::vector<Value>> Value::items(std::string_view wanted) const {
    if (!is(Json::Kind::Array)) return wrongType(wanted), std::nullopt;
    std::vector<Value> out;
    for (std::size_t i = 0; i < m_json->items.size(); ++i) out.emplace_back(m_json->items[i], childPath(m_path, i), *m_problems);
    return out;
}

// Fields -----------------------------------------------------------------------------------------------------------------------------

Fields::Fields(Value object) : m_object(std::move(object)) {
    if (!ok()) m_object.wrongType("an object { .. }");
}

std::optional<Value> Fields::get(std::string_view key) {
    m_known.push_back(key);
    const Json* json = m_object.json().find(key);
    if (!json) return {};
    return Value(*json, childPath(m_object.path(), key), m_object.problems());
}

std::optional<Value> Fields::need(std::string_view key) {
    auto value = get(key);
    if (!value && ok()) m_object.fail(Error(kMissingKey, {std::string(key)}));
    return value;
}

std::optional<Value> Fields::given(std::string_view key) {
    auto value = get(key);
    return value && !value->isNull() ? value : std::nullopt;
}

void Fields::read(std::string_view key, bool& target) {
    if (const auto value = get(key)) target = value->boolean().value_or(target);
}

void Fields::read(std::string_view key, std::int64_t& target, const Range& range) {
    if (const auto value = get(key)) target = value->integer(range).value_or(target);
}

void Fields::read(std::string_view key, double& target, const Range& range) {
    if (const auto value = get(key)) target = value->number(range).value_or(target);
}

void Fields::read(std::string_view key, std::string& target) {
    if (const auto value = get(key)) target = value->text().value_or(target);
}

void Fields::read(std::string_view key, std::optional<std::int64_t>& target, const Range& range) {
    if (const auto value = given(key)) target = value->integer(range);
}

void Fields::read(std::string_view key, std::optional<double>& target, const Range& range) {
    if (const auto value = given(key)) target = value->number(range);
}

void Fields::notWith(std::initializer_list<std::string_view> keys, std::string owner) {
    m_elsewhere = keys;
    m_owner = std::move(owner);
}

/// A missing key that was misspelt is one problem, not two.
void Fields::unknown(const Value& value, const std::string& key) {
    value.problems().dropMissing(nearest(key, m_known), m_object.path());
    value.fail(withNearest(kUnknownKey, kUnknownKeyNear, key, shortened(key), m_known));
}

void Fields::finish() {
    for (const auto& [key, json] : m_object.json().fields) {
        if (std::ranges::find(m_known, key) != m_known.end()) continue;
        const Value value(json, childPath(m_object.path(), key), m_object.problems());
        if (std::ranges::find(m_elsewhere, key) != m_elsewhere.end())
            value.fail(Error(kNotWith, {shortened(key), m_owner, joined(m_known)}));
        else
            unknown(value, key);
    }
}

} // namespace lockstep::spec
