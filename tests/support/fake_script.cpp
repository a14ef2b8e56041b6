#include "support/fake_script.h"

#include "support/fake_run.h"

#include <nlohmann/json.hpp>

#include <array>
#include <sstream>

namespace lockstep::testing {

namespace {

using nlohmann::json;
constexpr ErrorCode kBadLine{"fake.script", "line {0} of the script: {1}", ""};
constexpr ErrorCode kScripted{"fake.failure", "{0}", "{1}"};

double number(const json& value) {
    if (value.is_number()) return value.get<double>();
    const auto text = value.get<std::string>();
    return text == "nan" ? kNaN : text == "inf" ? kInf : text == "-inf" ? -kInf : std::stod(text);
}

/// The first of `keys` that the line has.
const json* any(const json& line, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (line.contains(key)) return &line.at(key);
    return nullptr;
}

FakeRecord recordOf(const json& line) {
    FakeRecord record;
    record.what = line.at("do").get<std::string>();
    if (const auto* v = any(line, {"state", "series", "kind", "code", "name", "what"})) record.name = v->get<std::string>();
    record.text = line.value("text", line.value("phase", ""));
    record.hint = line.value("hint", "");
    record.step = line.value("step", std::int64_t{-1});
    record.flag = line.value("best", false);
    if (const auto* v = any(line, {"loss", "value", "bytes", "done"})) record.value = number(*v), record.hasValue = true;
    return record;
}

session::RunState stateOf(const std::string& name) {
    constexpr std::array kNames{"queued",   "preparing", "running", "pausing", "paused",
                                "stopping", "completed", "stopped", "failed",  "interrupted"};
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (name == kNames[i]) return static_cast<session::RunState>(i);
    throw std::invalid_argument("no state " + name);
}

} // namespace

Result<std::vector<FakeRecord>> parseFakeScript(std::string_view jsonl) {
    std::vector<FakeRecord> records;
    std::istringstream stream{std::string(jsonl)};
    std::string text;
    for (int line = 1; std::getline(stream, text); ++line) {
        if (text.empty()) continue;
        try {
            records.push_back(recordOf(json::parse(text)));
            if (records.back().what == "state") stateOf(records.back().name);
        } catch (const std::exception& problem) { return Error(kBadLine, {std::to_string(line), problem.what()}); }
    }
    return records;
}

void play(const FakeRecord& r, FakeRun& run) {
    const auto value = r.hasValue ? std::optional<double>(r.value) : std::nullopt;
    if (r.what == "state") run.state(stateOf(r.name), r.text);
    if (r.what == "step") run.step(value);
    if (r.what == "evaluate") run.evaluate(value);
    if (r.what == "point") run.point(r.name, r.step, r.value);
    if (r.what == "event") run.event(r.name, r.step, r.text);
    if (r.what == "checkpoint") run.checkpoint(r.step, static_cast<std::size_t>(r.value), r.flag);
    if (r.what == "resume") run.resumeAt(r.step);
    if (r.what == "result") run.result(r.name, r.value);
    if (r.what == "activity") run.activity(r.name, r.value);
    if (r.what == "fail") run.fail(Error(kScripted, {r.text, r.hint}));
}

} // namespace lockstep::testing
