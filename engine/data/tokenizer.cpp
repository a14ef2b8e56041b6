#include "data/tokenizer.h"

#include "base/text.h"
#include "data/data_errors.h"
#include "files/file_errors.h"

#include <set>

namespace lockstep::data {

namespace {

/// One code point of valid UTF-8; `at` moves behind it.
char32_t next(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
    const char32_t first = byte(at++);
    const int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    char32_t point = more == 0 ? first : first & (0x3F >> more);
    for (int i = 0; i < more; ++i) point = point << 6 | (byte(at++) & 0x3F);
    return point;
}

void append(std::string& out, char32_t point) {
    const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (point < 0x80) return put(point);
    if (point < 0x800) return put(0xC0 | point >> 6), put(0x80 | (point & 0x3F));
    if (point < 0x10000) return put(0xE0 | point >> 12), put(0x80 | (point >> 6 & 0x3F)), put(0x80 | (point & 0x3F));
    put(0xF0 | point >> 18), put(0x80 | (point >> 12 & 0x3F)), put(0x80 | (point >> 6 & 0x3F)), put(0x80 | (point & 0x3F));
}

} // namespace

Tokenizer Tokenizer::bytes() {
    Tokenizer tokenizer;
    tokenizer.m_bytes = true;
    return tokenizer;
}

Result<Tokenizer> Tokenizer::characters(std::string_view text) {
    if (!validUtf8(text)) return Error(files::kNotUtf8);
    std::set<char32_t> points;
    for (std::size_t at = 0; at < text.size();) points.insert(next(text, at));
    if (points.empty()) return Error(files::kEmpty);
    Tokenizer tokenizer;
    for (const char32_t point : points) {
        tokenizer.m_ids[point] = static_cast<std::int64_t>(tokenizer.m_points.size());
        tokenizer.m_points.push_back(point);
    }
    return tokenizer;
}

Result<std::vector<std::int64_t>> Tokenizer::encode(std::string_view text) const {
    std::vector<std::int64_t> ids;
    ids.reserve(text.size());
    if (m_bytes) {
        for (const char c : text) ids.push_back(static_cast<unsigned char>(c));
        return ids;
    }
    if (!validUtf8(text)) return Error(files::kNotUtf8);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t from = at;
        const auto found = m_ids.find(next(text, at));
        if (found == m_ids.end()) return Error(kUnknownCharacter, {std::string(text.substr(from, at - from))});
        ids.push_back(found->second);
    }
    return ids;
}

std::string Tokenizer::decode(std::span<const std::int64_t> ids) const {
    std::string out;
    for (const std::int64_t id : ids) {
        if (id < 0 || id >= size()) continue;
        if (m_bytes)
            out += static_cast<char>(static_cast<unsigned char>(id));
        else
            append(out, m_points[static_cast<std::size_t>(id)]);
    }
    return out;
}

} // namespace lockstep::data
