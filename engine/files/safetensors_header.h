// The JSON header of a safetensors file, parsed but not yet held against the data.
#pragma once

#include "base/result.h"
#include "files/safetensors.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lockstep::files {

inline constexpr std::uint64_t kSafetensorsHeaderLimit = 100'000'000;
inline constexpr std::string_view kMetadataName = "__metadata__";

struct SafetensorsHeader {
    std::vector<SafetensorsEntry> entries; ///< in the order of the text
    Metadata metadata;
};

/// Refuses bad JSON and UTF-8, doubled names and keys, unknown keys, and values of a wrong kind.
Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view text, const std::string& path);
std::string safetensorsHeader(const SafetensorsHeader& header);

/// Bits of one element of the type of that name; nothing for an unknown one.
std::optional<int> safetensorsBits(std::string_view type);
std::optional<DType> safetensorsDType(std::string_view type);
std::string_view safetensorsName(DType type);

} // namespace lockstep::files
