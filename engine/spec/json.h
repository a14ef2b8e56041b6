// A JSON document that remembers where everything stood. Read by a SAX reader that refuses doubled keys, nesting over 64 and bad UTF-8.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::spec {

struct Json {
    enum class Kind { Null, Bool, Int, Double, String, Array, Object };

    Kind kind = Kind::Null;
    bool boolean = false;
    std::int64_t integer = 0;                         ///< Int; also set for a Double that is whole
    double number = 0;                                ///< Int and Double
    std::string text;                                 ///< String; for numbers the digits as written
    std::vector<Json> items;                          ///< Array
    std::vector<std::pair<std::string, Json>> fields; ///< Object, in document order
    int line = 0;                                     ///< 1-based; 0: made by the program

    bool isNumber() const { return kind == Kind::Int || kind == Kind::Double; }
    const Json* find(std::string_view key) const;
    Json* find(std::string_view key);
    /// Sets or appends a field (objects only).
    void set(std::string_view key, Json value);

    static Json ofBool(bool value);
    static Json ofInt(std::int64_t value);
    static Json ofDouble(double value);
    static Json ofString(std::string value);
    static Json array(std::vector<Json> items = {});
    static Json object();
};

/// `file` is only named in errors.
Result<Json> parseJson(std::string_view text, std::string_view file);
/// Keeps key order and the written form of unchanged numbers; indent 0: one line. NaN and infinities become null.
std::string writeJson(const Json& json, int indent = 2);

} // namespace lockstep::spec
