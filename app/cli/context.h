// What every command is given: the common options, and how to answer.
#pragma once

#include "base/result.h"
#include "spec/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cli {

/// Exit statuses (FORMATS.md "Commands").
inline constexpr int kDone = 0, kRunFailed = 1, kWrongRequest = 2, kInterrupted = 130;

struct Context {
    std::string database; ///< empty: the user's
    std::vector<std::string> sets;
    bool quiet = false, json = false;

    std::string databasePath() const;
};

/// What is known of the run beside an error.
struct RunNote {
    std::optional<std::int64_t> run, steps;
    std::string status;
};

/// Prints the error in words to standard error and, with --json, as the one object on standard output. Returns `status`.
int fail(const Context& context, const Error& error, int status = kWrongRequest, const RunNote& note = {});
/// All problems of a request, one line each; with --json the first is "error", all are "errors".
int fail(const Context& context, const std::vector<Error>& errors);
/// Before work that ends in a file: its folder is there, and the name is no device or folder.
Status checkFolderOf(const std::string& path);
/// The one object of --json.
void print(const spec::Json& json);
/// A line on standard error, unless --quiet.
void say(const Context& context, std::string_view line);

/// null where not finite.
spec::Json number(double value);
spec::Json text(std::string_view value);

} // namespace lockstep::cli
