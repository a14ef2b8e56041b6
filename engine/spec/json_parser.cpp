// nlohmann's SAX parser, fed through an iterator that counts lines, into a tree that knows where everything stood.
#include "base/text.h"
#include "spec/json.h"
#include "spec/reader.h"
#include "spec/spec_errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>

namespace lockstep::spec {
namespace {

constexpr std::size_t kMaxDepth = 64;

/// How far the parser has read. Tokens never span lines, and the parser looks at most one character ahead, so a token's line is that of
/// the last character that is no white space.
struct Progress {
    const char* at = nullptr;
    int line = 1;
    int tokenLine = 1;

    void take(char c) {
        ++at;
        if (c == '\n')
            ++line;
        else if (c != ' ' && c != '\t' && c != '\r')
            tokenLine = line;
    }
};

class TrackingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackingIterator(const char* at, Progress* progress) : m_at(at), m_progress(progress) {}
    reference operator*() const { return *m_at; }
    TrackingIterator& operator++() {
        m_progress->take(*m_at++);
        return *this;
    }
    TrackingIterator operator++(int) {
        auto old = *this;
        ++*this;
        return old;
    }
    bool operator==(const TrackingIterator& o) const { return m_at == o.m_at; }
    bool operator!=(const TrackingIterator& o) const { return m_at != o.m_at; }

private:
    const char* m_at;
    Progress* m_progress;
};

bool isNumberCharacter(char c) { return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E'; }

/// What nlohmann says, without its prefix (`[json.exception...] parse error at line 1, column 2: `) and not longer than a line.
std::string reason(std::string_view what) {
    if (const auto column = what.find("column "); column != std::string_view::npos)
        if (const auto colon = what.find(": ", column); colon != std::string_view::npos) what.remove_prefix(colon + 2);
    if (const auto bracket = what.find("] "); what.starts_with('[') && bracket != std::string_view::npos) what.remove_prefix(bracket + 2);
    std::size_t end = std::min<std::size_t>(what.size(), 160);
    while (end < what.size() && end > 0 && (static_cast<unsigned char>(what[end]) & 0xC0) == 0x80) --end;
    return std::string(what.substr(0, end)) + (end < what.size() ? ".." : "");
}

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    TreeBuilder(std::string_view text, std::string_view file, const Progress* progress)
        : m_begin(text.data()), m_file(file), m_progress(progress) {}

    bool null() override { return add(Json{}); }
    bool boolean(bool value) override { return add(Json::ofBool(value)); }
    bool number_integer(number_integer_t value) override { return add(withDigits(Json::ofInt(value))); }
    bool number_unsigned(number_unsigned_t value) override {
        const bool fits = value <= static_cast<number_unsigned_t>(INT64_MAX);
        return add(withDigits(fits ? Json::ofInt(static_cast<std::int64_t>(value)) : Json::ofDouble(static_cast<double>(value))));
    }
    bool number_float(number_float_t value, const string_t&) override { return add(withDigits(Json::ofDouble(value))); }
    bool string(string_t& value) override { return add(Json::ofString(std::move(value))); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        auto& level = m_open.back();
        level.key = name;
        const auto [seen, fresh] = level.keys.emplace(std::move(name), m_progress->tokenLine);
        return fresh || fail(Error(kDoubledKey, {shortened(level.key), std::to_string(seen->second)}));
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& e) override {
        return fail(Error(kSyntax, {reason(e.what())}));
    }

    std::optional<Error>& error() { return m_error; }
    Json& root() { return m_root; }

private:
    struct Level {
        Json* json;
        std::string key; ///< of the field being read
        std::unordered_map<std::string, int> keys;
    };

    bool fail(Error error) {
        if (!m_error) m_error = std::move(error).inFile(std::string(m_file)).atLine(m_progress->tokenLine).atPath(path());
        return false;
    }

    std::string path() const {
        std::string out;
        for (const auto& level : m_open) {
            if (level.json->kind == Json::Kind::Array)
                out += "[" + std::to_string(level.json->items.size()) + "]";
            else if (!level.key.empty())
                out += (out.empty() ? "" : ".") + shortened(level.key);
        }
        return out;
    }

    /// Places the value; the parent's list does not move while a child is open, so pointers to open containers stay good.
    Json* place(Json value) {
        value.line = m_progress->tokenLine;
        if (m_open.empty()) return m_root = std::move(value), &m_root;
        Json& parent = *m_open.back().json;
        if (parent.kind == Json::Kind::Array) return &parent.items.emplace_back(std::move(value));
        return &parent.fields.emplace_back(m_open.back().key, std::move(value)).second;
    }

    bool add(Json value) { return place(std::move(value)), true; }

    bool open(Json value) {
        if (m_open.size() >= kMaxDepth) return m_open.clear(), fail(Error(kTooDeep, {std::to_string(kMaxDepth)}));
        m_open.push_back({place(std::move(value)), {}, {}});
        return true;
    }

    bool close() {
        m_open.pop_back();
        return true;
    }

    /// The digits of the number just read: back from where the parser stands, over its one character of look-ahead.
    Json withDigits(Json value) const {
        const char* end = m_progress->at;
        while (end > m_begin && !isNumberCharacter(end[-1])) --end;
        const char* start = end;
        while (start > m_begin && isNumberCharacter(start[-1])) --start;
        value.text.assign(start, end);
        return value;
    }

    const char* m_begin;
    std::string_view m_file;
    const Progress* m_progress;
    Json m_root;
    std::vector<Level> m_open;
    std::optional<Error> m_error;
};

Error placed(Error error, std::string_view file, int line) { return std::move(error).inFile(std::string(file)).atLine(line); }

/// Encoding: a byte order mark, bytes that are no UTF-8, NUL.
std::optional<Error> checkBytes(std::string_view text, std::string_view file) {
    const std::string_view kUtf8Mark = "\xEF\xBB\xBF", kLittleMark = "\xFF\xFE", kBigMark = "\xFE\xFF";
    if (text.starts_with(kUtf8Mark)) return placed(Error(kByteOrderMark, {"UTF-8"}), file, 1);
    if (text.starts_with(kLittleMark) || text.starts_with(kBigMark)) return placed(Error(kByteOrderMark, {"UTF-16"}), file, 1);
    int line = 1;
    for (std::size_t begin = 0; begin <= text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const auto part = text.substr(begin, end - begin);
        // nlohmann takes a NUL for the end of the text, and would miss what follows.
        if (const auto nul = part.find('\0'); nul != std::string_view::npos) return placed(Error(kSyntax, {"a NUL byte"}), file, line);
        if (!validUtf8(part)) return placed(Error(kNotUtf8, {std::to_string(begin + 1) + ".." + std::to_string(end)}), file, line);
        begin = end + 1;
    }
    return {};
}

} // namespace

Result<Json> parseJson(std::string_view text, std::string_view file) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return Error(kEmptyDocument).inFile(std::string(file));
    if (auto error = checkBytes(text, file)) return std::move(*error);
    Progress progress{text.data()};
    TreeBuilder builder(text, file, &progress);
    const TrackingIterator first(text.data(), &progress), last(text.data() + text.size(), &progress);
    const bool ok = nlohmann::json::sax_parse(first, last, &builder);
    if (builder.error()) return std::move(*builder.error());
    if (!ok) return placed(Error(kSyntax, {"unreadable"}), file, progress.tokenLine);
    return std::move(builder.root());
}

} // namespace lockstep::spec
