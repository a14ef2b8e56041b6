// xxh3 sums: of checkpoints' files, of caches' keys. Against accidents, not against forgery.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace lockstep::files {

std::uint64_t xxh3(std::span<const std::byte> bytes);
/// 128 bits as 32 hexadecimal digits, most significant first (as `xxhsum -H2` prints them).
std::string xxh3Hex(std::span<const std::byte> bytes);
/// The same of a whole file, read in pieces.
Result<std::string> xxh3HexOfFile(const std::string& path);

} // namespace lockstep::files
