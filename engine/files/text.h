// Whole text files: documents, templates.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep::files {

inline constexpr std::size_t kDocumentLimit = std::size_t{64} << 20;

/// The file's text. Errors: larger than `limitBytes`, not UTF-8 (with the line). A byte order mark is dropped.
Result<std::string> readText(const std::string& path, std::size_t limitBytes = kDocumentLimit);
/// Error with the line if `text` is not UTF-8.
Status checkUtf8(std::string_view text, const std::string& path);

} // namespace lockstep::files
