#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace lockstep {

std::string shortest(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    char text[40];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
}

std::string humanBytes(double bytes) {
    static constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    int unit = 0;
    while (std::abs(bytes) >= 1000 && unit < 5) bytes /= 1000, ++unit;
    char text[40];
    std::snprintf(text, sizeof text, unit == 0 || bytes >= 100 ? "%.0f %s" : "%.1f %s", bytes, kUnits[unit]);
    return text;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Insertions, deletions, changes and swaps of neighbours; upper and lower case are the same.
static std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
    if (word.size() > 200) return {};
    std::size_t best = word.size() / 4 + 2;
    std::string_view found;
    for (const auto candidate : candidates) {
        if (const std::size_t d = editDistance(word, candidate); d < best) best = d, found = candidate;
    }
    return std::string(found);
}

bool globMatch(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p, ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

/// What the stars of `pattern` stand for in `text`; false: it does not match.
static bool capture(std::string_view pattern, std::string_view text, std::vector<std::string_view>& stars) {
    if (pattern.empty()) return text.empty();
    if (pattern.front() != '*') {
        const bool fits = !text.empty() && (pattern.front() == '?' || pattern.front() == text.front());
        return fits && capture(pattern.substr(1), text.substr(1), stars);
    }
    for (std::size_t n = 0; n <= text.size(); ++n) {
        if (!globMatch(pattern.substr(1), text.substr(n))) continue;
        stars.push_back(text.substr(0, n));
        return capture(pattern.substr(1), text.substr(n), stars);
    }
    return false;
}

std::optional<std::string> globReplaced(std::string_view pattern, std::string_view replacement, std::string_view text) {
    std::vector<std::string_view> stars;
    if (!capture(pattern, text, stars)) return std::nullopt;
    std::string out;
    std::size_t next = 0;
    for (const char c : replacement) {
        if (c != '*')
            out += c;
        else if (next < stars.size())
            out += stars[next++];
    }
    return out;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i) out += separator;
        out += parts[i];
    }
    return out;
}

/// Length of the well-formed UTF-8 character that begins here; 0: there is none.
static std::size_t characterLength(std::string_view bytes) {
    const auto c = static_cast<unsigned char>(bytes[0]);
    if (c < 0x80) return 1;
    const std::size_t extra = c >= 0xF0 && c <= 0xF4 ? 3 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xC2 && c < 0xE0 ? 1 : 0;
    if (extra == 0 || extra >= bytes.size()) return 0;
    unsigned code = c & (0x3Fu >> extra);
    for (std::size_t k = 1; k <= extra; ++k) {
        const auto n = static_cast<unsigned char>(bytes[k]);
        if ((n & 0xC0) != 0x80) return 0;
        code = code << 6 | (n & 0x3Fu);
    }
    const bool overlong = (extra == 2 && code < 0x800) || (extra == 3 && (code < 0x10000 || code > 0x10FFFF));
    return overlong || (code >= 0xD800 && code <= 0xDFFF) ? 0 : extra + 1;
}

bool validUtf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t length = characterLength(bytes);
        if (length == 0) return false;
        bytes.remove_prefix(length);
    }
    return true;
}

static void appendEscaped(std::string& out, unsigned char c) {
    char code[8];
    std::snprintf(code, sizeof code, c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\r' ? "\\r" : "\\x%02x", c);
    out += code;
}

std::string printable(std::string_view bytes, std::size_t limit) {
    std::string out;
    while (!bytes.empty()) {
        if (out.size() >= limit) return out + "..";
        const std::size_t length = characterLength(bytes);
        const auto c = static_cast<unsigned char>(bytes[0]);
        const bool upperControl = length == 2 && c == 0xC2 && static_cast<unsigned char>(bytes[1]) < 0xA0;
        if (length == 0 || upperControl || c < 0x20 || c == 0x7F)
            appendEscaped(out, c);
        else
            out += bytes.substr(0, length);
        // The second byte of an upper control character is escaped in its turn: alone it is no UTF-8.
        bytes.remove_prefix(length == 0 || upperControl ? 1 : length);
    }
    return out;
}

} // namespace lockstep
