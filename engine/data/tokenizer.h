// Text as tokens: bytes, or code points numbered by a vocabulary.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::data {

class Tokenizer {
public:
    /// 256 tokens.
    static Tokenizer bytes();
    /// The sorted code points of `text`. Errors: not UTF-8 (with the byte's place), no character at all.
    static Result<Tokenizer> characters(std::string_view text);

    std::int64_t size() const { return m_bytes ? 256 : static_cast<std::int64_t>(m_points.size()); }
    /// Errors: a character that the vocabulary lacks, text that is not UTF-8.
    Result<std::vector<std::int64_t>> encode(std::string_view text) const;
    /// Ids out of range are left out. Of bytes: what is no UTF-8 stays as it is.
    std::string decode(std::span<const std::int64_t> ids) const;

private:
    bool m_bytes = false;
    std::vector<char32_t> m_points;         ///< by id
    std::map<char32_t, std::int64_t> m_ids; ///< of code points
};

} // namespace lockstep::data
