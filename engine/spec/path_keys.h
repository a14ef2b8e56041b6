// Where a run document names files.
#pragma once

#include <span>
#include <string_view>

namespace lockstep::spec {

/// Paths of keys, as `data.path`. The value may also be `template:NAME`, which is no file.
std::span<const std::string_view> pathKeys();

} // namespace lockstep::spec
