// Where a run document names files.
#pragma once

#include <span>
#include <string_view>

namespace lockstep::spec {

/// A path that begins so is that of a file which comes with the program, of its folder `data`.
inline constexpr std::string_view kBundledPrefix = "bundled:";

/// Paths of keys, as `data.path`.
std::span<const std::string_view> pathKeys();
/// Whether the value of such a key is no file of the user's: `template:NAME`, `bundled:FILE`.
bool comesWithProgram(std::string_view path);

} // namespace lockstep::spec
