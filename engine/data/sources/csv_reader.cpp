#include "data/sources/csv_reader.h"

#include "data/data_errors.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace lockstep::data {

static std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

bool CsvReader::takeBreak() {
    if (m_rest.starts_with("\r\n"))
        m_rest.remove_prefix(2);
    else if (m_rest.starts_with('\n') || m_rest.starts_with('\r'))
        m_rest.remove_prefix(1);
    else
        return false;
    m_nextLine += 1;
    return true;
}

std::string_view CsvReader::plainField() {
    std::size_t end = 0;
    while (end < m_rest.size() && m_rest[end] != m_separator && m_rest[end] != '\n' && m_rest[end] != '\r') ++end;
    const auto field = trimmed(m_rest.substr(0, end));
    m_rest.remove_prefix(end);
    return field;
}

Result<std::string_view> CsvReader::quotedField() {
    std::string& out = m_unquoted.emplace_back();
    m_rest.remove_prefix(1);
    for (;;) {
        const auto end = m_rest.find('"');
        if (end == std::string_view::npos) return Error(kOpenQuote).inFile(m_path).atLine(m_line);
        m_nextLine += static_cast<int>(std::ranges::count(m_rest.substr(0, end), '\n'));
        out += m_rest.substr(0, end);
        m_rest.remove_prefix(end + 1);
        if (!m_rest.starts_with('"')) break;
        out += '"';
        m_rest.remove_prefix(1);
    }
    plainField(); // blanks, or what a sloppy writer left after the quote
    return std::string_view(out);
}

Result<bool> CsvReader::next(std::vector<std::string_view>& fields) {
    fields.clear();
    m_unquoted.clear();
    while (takeBreak()) {}
    if (m_rest.empty()) return false;
    m_line = m_nextLine;
    for (;;) {
        if (m_rest.starts_with('"')) {
            LOCKSTEP_ASSIGN(const auto field, quotedField());
            fields.push_back(field);
        } else {
            fields.push_back(plainField());
        }
        if (!m_rest.starts_with(m_separator)) break;
        m_rest.remove_prefix(1);
    }
    takeBreak();
    return true;
}

char findSeparator(std::string_view text) {
    std::size_t counts[3] = {0, 0, 0};
    constexpr std::string_view kSeparators = ",;\t";
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '\n' || c == '\r')) break;
        if (const auto k = kSeparators.find(c); !quoted && k != std::string_view::npos) ++counts[k];
    }
    return kSeparators[static_cast<std::size_t>(std::max_element(counts, counts + 3) - counts)];
}

std::optional<double> numberIn(std::string_view field) {
    if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
    double value = 0;
    const auto [end, status] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (field.empty() || end != field.data() + field.size() || status == std::errc::invalid_argument) return std::nullopt;
    // Out of range: huge, or too small to be told from 0.
    if (status == std::errc::result_out_of_range) {
        const bool small = field.find("e-") != std::string_view::npos || field.find("E-") != std::string_view::npos;
        value = small ? 0 : field.starts_with('-') ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    }
    return value;
}

bool isMissing(std::string_view field) {
    for (const std::string_view word : {"", "NA", "N/A", "NaN", "nan", "null", "?"}) {
        if (field == word) return true;
    }
    return false;
}

} // namespace lockstep::data
