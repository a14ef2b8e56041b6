// Names such as `run-7` and `step-500`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

/// The number of a name made of `prefix` and a whole number from 0 up, written as programs write it: `step-500` gives 500; signs, leading
/// zeros and tails are other names.
std::optional<std::int64_t> numberedName(std::string_view prefix, std::string_view name);

} // namespace lockstep
