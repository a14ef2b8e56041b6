// Rows of a csv text (RFC 4180: quotes, doubled quotes, line breaks within them), one at a time.
#pragma once

#include "base/result.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::data {

class CsvReader {
public:
    /// `text` must outlive the reader; `path` is for errors.
    CsvReader(std::string_view text, char separator, std::string path) : m_rest(text), m_separator(separator), m_path(std::move(path)) {}

    /// False at the end. Empty lines are skipped. Fields are trimmed of blanks and stay valid until the next call.
    Result<bool> next(std::vector<std::string_view>& fields);
    /// Where the last row began, from 1.
    int line() const { return m_line; }

private:
    Result<std::string_view> quotedField();
    std::string_view plainField();
    bool takeBreak();

    std::string_view m_rest;
    char m_separator;
    std::string m_path;
    std::deque<std::string> m_unquoted;
    int m_line = 0, m_nextLine = 1;
};

/// Of comma, semicolon and tab, the one that stands most often in the first line outside of quotes.
char findSeparator(std::string_view text);
/// The number that `field` is as a whole. Too large ones are infinite.
std::optional<double> numberIn(std::string_view field);
/// Empty, NA, NaN, null, ?.
bool isMissing(std::string_view field);

} // namespace lockstep::data
