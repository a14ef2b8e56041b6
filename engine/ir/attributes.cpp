#include "ir/attributes.h"

#include "base/text.h"

#include <algorithm>
#include <cassert>

namespace lockstep::ir {

static auto lowerBound(auto& items, std::string_view name) {
    return std::ranges::lower_bound(items, name, std::less<>(), [](const auto& item) { return std::string_view(item.first); });
}

Attributes::Attributes(std::initializer_list<std::pair<std::string, Attribute>> items) {
    for (const auto& [name, value] : items) set(name, value);
}

Attributes& Attributes::set(std::string_view name, Attribute value) {
    const auto at = lowerBound(m_items, name);
    if (at != m_items.end() && at->first == name)
        at->second = std::move(value);
    else
        m_items.emplace(at, std::string(name), std::move(value));
    return *this;
}

void Attributes::erase(std::string_view name) {
    const auto at = lowerBound(m_items, name);
    if (at != m_items.end() && at->first == name) m_items.erase(at);
}

const Attribute* Attributes::find(std::string_view name) const {
    const auto at = lowerBound(m_items, name);
    return at != m_items.end() && at->first == name ? &at->second : nullptr;
}

template <class T> static const T& get(const Attributes& attrs, std::string_view name) {
    const Attribute* found = attrs.find(name);
    assert(found && std::holds_alternative<T>(*found));
    return std::get<T>(*found);
}

bool Attributes::flag(std::string_view name) const { return get<bool>(*this, name); }
bool Attributes::flag(std::string_view name, bool fallback) const { return has(name) ? flag(name) : fallback; }
std::int64_t Attributes::integer(std::string_view name) const { return get<std::int64_t>(*this, name); }
std::int64_t Attributes::integer(std::string_view name, std::int64_t fallback) const { return has(name) ? integer(name) : fallback; }
const std::string& Attributes::text(std::string_view name) const { return get<std::string>(*this, name); }
std::string Attributes::text(std::string_view name, std::string fallback) const {
    return has(name) ? std::string(text(name)) : std::move(fallback);
}
const std::vector<std::int64_t>& Attributes::integers(std::string_view name) const { return get<std::vector<std::int64_t>>(*this, name); }
const std::vector<double>& Attributes::numbers(std::string_view name) const { return get<std::vector<double>>(*this, name); }

double Attributes::number(std::string_view name) const {
    const Attribute* found = find(name);
    assert(found);
    if (const auto* whole = std::get_if<std::int64_t>(found)) return static_cast<double>(*whole);
    return std::get<double>(*found);
}
double Attributes::number(std::string_view name, double fallback) const { return has(name) ? number(name) : fallback; }

namespace {
struct AttributeText {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(double v) const { return shortest(v); }
    std::string operator()(const std::string& v) const { return v; }
    std::string operator()(const auto& list) const {
        std::string out = "[";
        for (const auto v : list) out += (out.size() > 1 ? "," : "") + (*this)(v);
        return out + "]";
    }
};
} // namespace

std::string Attributes::str() const {
    std::string out = "{";
    for (const auto& [name, value] : m_items) out += (out.size() > 1 ? ", " : "") + name + "=" + std::visit(AttributeText{}, value);
    return out + "}";
}

} // namespace lockstep::ir
