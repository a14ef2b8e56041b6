// Named constants of a node: kernel sizes, epsilons, flags.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep::ir {

using Attribute = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>>;

class Attributes {
public:
    Attributes() = default;
    Attributes(std::initializer_list<std::pair<std::string, Attribute>> items);

    Attributes& set(std::string_view name, Attribute value);
    void erase(std::string_view name);
    const Attribute* find(std::string_view name) const;
    bool has(std::string_view name) const { return find(name) != nullptr; }

    // The attribute must exist with that type (schemas are checked when a node is added), or a fallback is given.
    bool flag(std::string_view name) const;
    bool flag(std::string_view name, bool fallback) const;
    std::int64_t integer(std::string_view name) const;
    std::int64_t integer(std::string_view name, std::int64_t fallback) const;
    double number(std::string_view name) const; ///< whole numbers too
    double number(std::string_view name, double fallback) const;
    const std::string& text(std::string_view name) const;
    std::string text(std::string_view name, std::string fallback) const;
    const std::vector<std::int64_t>& integers(std::string_view name) const;
    const std::vector<double>& numbers(std::string_view name) const;

    const std::vector<std::pair<std::string, Attribute>>& items() const { return m_items; } ///< sorted by name
    bool operator==(const Attributes&) const = default;
    /// `{axis=1, eps=1e-05}`
    std::string str() const;

private:
    std::vector<std::pair<std::string, Attribute>> m_items;
};

} // namespace lockstep::ir
