// Small text helpers used by error messages and dumps.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Shortest decimal text that reads back as the same double; "nan", "inf", "-inf".
std::string shortest(double value);
/// `1.5 GB`, decimal units.
std::string humanBytes(double bytes);
/// The candidate nearest to `word` by edit distance, or empty if none is near (distance > 1 + length / 4).
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);
/// `*` matches any run of characters (dots too), `?` one; everything else itself.
bool globMatch(std::string_view pattern, std::string_view text);
/// Where the pattern matches: `replacement` with its stars, in turn, being what the pattern's stars stand for (as little as possible each).
std::optional<std::string> globReplaced(std::string_view pattern, std::string_view replacement, std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
/// Whether the bytes are well-formed UTF-8 (no overlong forms, no surrogates).
bool validUtf8(std::string_view bytes);
/// Fit for a terminal, a label and JSON: control characters and bytes that are no UTF-8 as `\n`, `\t`, `\x1b`, ..; what is longer than
/// `limit` bytes is cut, with `..` at the end.
std::string printable(std::string_view bytes, std::size_t limit = 20'000);

} // namespace lockstep
