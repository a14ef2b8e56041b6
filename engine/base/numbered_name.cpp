#include "base/numbered_name.h"

#include <charconv>

namespace lockstep {

std::optional<std::int64_t> numberedName(std::string_view prefix, std::string_view name) {
    if (!name.starts_with(prefix)) return std::nullopt;
    name.remove_prefix(prefix.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool padded = name.size() > 1 && name.front() == '0';
    if (error != std::errc() || end != name.data() + name.size() || number < 0 || padded || name.front() == '-') return std::nullopt;
    return number;
}

} // namespace lockstep
