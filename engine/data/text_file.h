// A text with the tokenizer that a document names for it.
#pragma once

#include "data/tokenizer.h"

#include <string>

namespace lockstep::data {

struct TextFile {
    std::string text;
    Tokenizer tokenizer;

    /// `tokenizer`: `char`, `byte`. Errors: no such file, an empty one, not UTF-8 (char).
    static Result<TextFile> open(const std::string& path, const std::string& tokenizer);
    /// A text of the same run as another: its tokens are that one's.
    static Result<TextFile> openLike(const std::string& path, const Tokenizer& tokenizer);
};

} // namespace lockstep::data
