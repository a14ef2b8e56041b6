// Walks a document: required and optional keys, types, ranges, unknown keys. Collects every problem, each with its place. Not for other
// rooms.
#pragma once

#include "spec/json.h"

#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::spec {

/// Everything found wrong so far.
class Problems {
public:
    explicit Problems(std::string_view file) : m_file(file) {}

    void add(Error error, int line, std::string path);
    /// Takes back that `key` is missing in the object at `path`.
    void dropMissing(std::string_view key, std::string_view path);
    /// Problems added from now on belong to this layer; empty: to none.
    void setLayer(std::string id) { m_layer = std::move(id); }
    /// Problems of another document (the model's), which are already placed.
    void append(std::vector<Error> errors);
    std::size_t count() const { return m_errors.size(); }
    const std::string& file() const { return m_file; }
    /// In the order of lines.
    std::vector<Error> take() &&;

private:
    std::string m_file, m_layer;
    std::vector<Error> m_errors, m_others;
};

/// Allowed numbers; both ends belong to it, but for `above`.
struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool above = false; ///< more than min
    bool below = false; ///< less than max

    bool holds(double value) const;
    /// `1 or more`, `0 to 1`
    std::string text() const;
};

inline constexpr double kMaxSize = 2147483647; ///< of one dimension, a count of samples or features
inline constexpr Range kPositive{1, kMaxSize}, kCount{0, kMaxSize};

struct Choices {
    std::vector<std::string_view> now, later; ///< `later`: named in FORMATS.md, refused as not available in this version
};

/// One value of the document and where it stands. A getter that does not fit records a problem and returns nothing.
class Value {
public:
    Value(const Json& json, std::string path, Problems& problems) : m_json(&json), m_path(std::move(path)), m_problems(&problems) {}

    const Json& json() const { return *m_json; }
    const std::string& path() const { return m_path; }
    Problems& problems() const { return *m_problems; }
    bool isNull() const { return m_json->kind == Json::Kind::Null; }
    bool is(Json::Kind kind) const { return m_json->kind == kind; }

    std::optional<bool> boolean() const;
    std::optional<std::int64_t> integer(const Range& range = {}) const;
    std::optional<double> number(const Range& range = {}) const;
    std::optional<std::string> text() const;
    /// `what` names the thing in "optimizer \"lion\" is not available".
    std::optional<std::string> choice(const Choices& choices, std::string_view what = {}) const;
    /// The entries of a list; a problem and nothing if it is none.
    std::optional<std::vector<Value>> items(std::string_view wanted = "a list") const;

    void wrongType(std::string_view wanted) const;
    void unavailable(std::string what, std::string available) const;
    void fail(Error error) const;

private:
    const Json* m_json;
    std::string m_path;
    Problems* m_problems;
};

/// The keys of one object. Keys asked for are known; finish() refuses the rest.
class Fields {
public:
    explicit Fields(Value object);

    /// False: not an object (recorded).
    bool ok() const { return m_object.is(Json::Kind::Object); }
    const Value& object() const { return m_object; }

    std::optional<Value> get(std::string_view key);
    /// Absent: recorded.
    std::optional<Value> need(std::string_view key);
    /// The value, unless absent or null.
    std::optional<Value> given(std::string_view key);

    void read(std::string_view key, bool& target);
    void read(std::string_view key, std::int64_t& target, const Range& range = {});
    void read(std::string_view key, double& target, const Range& range = {});
    void read(std::string_view key, std::string& target);
    /// Null leaves it empty.
    void read(std::string_view key, std::optional<std::int64_t>& target, const Range& range = {});
    void read(std::string_view key, std::optional<double>& target, const Range& range = {});

    /// Keys that exist elsewhere (`owner`: "the schedule constant"): refused as not belonging here rather than unknown.
    void notWith(std::initializer_list<std::string_view> keys, std::string owner);
    void finish();

private:
    void unknown(const Value& value, const std::string& key);

    Value m_object;
    std::vector<std::string_view> m_known;
    std::vector<std::string_view> m_elsewhere;
    std::string m_owner;
};

/// `"abc"`, `12.5`, `a list of 3`: a value in a message.
std::string describe(const Json& json);
/// Not longer than a message can bear.
std::string shortened(std::string_view text);
std::string inQuotes(std::string_view text);
std::string joined(std::span<const std::string_view> words);
std::string joined(const std::vector<std::string>& words);
/// `far`, or `near` with the nearest of `words` as a third argument where there is one.
Error withNearest(const ErrorCode& far, const ErrorCode& near, std::string_view found, std::string shown,
                  std::span<const std::string_view> words);
std::string childPath(const std::string& path, std::string_view key);
std::string childPath(const std::string& path, std::size_t index);

} // namespace lockstep::spec
