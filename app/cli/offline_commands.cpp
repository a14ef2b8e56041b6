#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/devices.h"
#include "cli/documents.h"
#include "cli/door.h"
#include "cli/run_json.h"
#include "session/checkpoint_named.h"
#include "session/documents.h"
#include "train/generate.h"
#include "train/offline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>

namespace lockstep::cli {

using spec::Json;

namespace {

bool isNumber(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A run of the store, or a document: what to compute with.
struct Subject {
    spec::RunDoc run;
    train::Weights weights;
    std::optional<std::int64_t> id, step;
};

Result<Subject> ofRun(const Context& context, const std::string& name, const std::string& checkpoint) {
    std::int64_t id = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), id).ec != std::errc()) return Error(kNotARun, {name});
    LOCKSTEP_ASSIGN(const auto door, Door::open(context));
    LOCKSTEP_ASSIGN(const auto view, door->openRun(id));
    LOCKSTEP_ASSIGN(auto run, session::readResolved(*view->resolvedDocument, context.sets));
    LOCKSTEP_ASSIGN(const auto row, session::checkpointNamed(*view, checkpoint));
    return Subject{std::move(run), {row.folder}, id, row.step};
}

/// Nothing if it can't be had: why has been said.
std::optional<Subject> subjectOf(const Context& context, const std::string& name, const std::string& checkpoint) {
    if (!isNumber(name)) {
        auto documents = readDocuments(context, name);
        return documents ? std::optional(Subject{std::move(documents->run), {}, {}, {}}) : std::nullopt;
    }
    auto subject = ofRun(context, name, checkpoint);
    if (!subject) return fail(context, subject.error()), std::nullopt;
    return *std::move(subject);
}

Result<std::optional<train::Split>> splitNamed(const std::string& name) {
    using train::Split;
    if (name.empty()) return std::optional<Split>();
    for (const auto split : {Split::Train, Split::Validation, Split::Test}) {
        if (name == data::name(split)) return std::optional(split);
    }
    return Error(kNoSplit, {name});
}

Json evaluationJson(const std::vector<train::Evaluated>& results) {
    Json loss = Json::object(), metrics = Json::object();
    for (const auto& result : results) loss.set(result.split, number(result.loss));
    for (const auto& [name, value] : results.back().metrics) metrics.set(name, number(value));
    Json json = Json::object();
    json.set("loss", std::move(loss));
    json.set("metrics", std::move(metrics));
    return json;
}

void printEvaluation(const std::vector<train::Evaluated>& results) {
    for (const auto& result : results) {
        std::printf("%s: loss %.6g", result.split.c_str(), result.loss);
        for (const auto& [name, value] : result.metrics) std::printf("  %s %.6g", name.c_str(), value);
        std::printf("\n");
    }
}

Status evaluateInto(const Context& context, Subject subject, train::Stage& stage) {
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), subject.run));
    LOCKSTEP_ASSIGN(const auto results, train::evaluateSplits(subject.run, *device, subject.weights, stage));
    if (!context.json) return printEvaluation(results), Status();
    auto json = evaluationJson(results);
    json.set("run_id", subject.id ? Json::ofInt(*subject.id) : Json());
    json.set("step", subject.step ? Json::ofInt(*subject.step) : Json());
    print(json);
    return {};
}

Status predictInto(const Context& context, Subject subject, const std::string& splitName, const std::string& out, train::Stage& stage) {
    LOCKSTEP_ASSIGN(const auto split, splitNamed(splitName));
    LOCKSTEP_TRY(checkFolderOf(out));
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), subject.run));
    LOCKSTEP_ASSIGN(const auto rows, train::writePredictions(subject.run, *device, subject.weights, split, out, stage));
    if (context.json) {
        Json json = Json::object();
        json.set("path", text(out));
        json.set("samples", Json::ofInt(rows));
        print(json);
    } else {
        std::printf("%ld samples to %s\n", static_cast<long>(rows), out.c_str());
    }
    return {};
}

Status gradInto(const Context& context, Subject subject, const std::string& out, train::Stage& stage) {
    LOCKSTEP_TRY(checkFolderOf(out));
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), subject.run));
    LOCKSTEP_ASSIGN(const double loss, train::writeGradients(subject.run, *device, out, stage));
    if (context.json) {
        Json json = Json::object();
        json.set("loss", number(loss));
        json.set("path", text(out));
        print(json);
    } else {
        std::printf("%.9g\n", loss);
    }
    return {};
}

/// `work` is told to say how far it came.
int statusOf(const Context& context, const std::function<Status(train::Stage&)>& work) {
    auto stage = train::Stage::Request;
    const auto status = work(stage);
    return status ? kDone : fail(context, status.error(), stage == train::Stage::Request ? kWrongRequest : kRunFailed);
}

} // namespace

int evaluate(const Context& context, const std::string& run, const std::string& checkpoint) {
    auto subject = subjectOf(context, run, checkpoint);
    if (!subject) return kWrongRequest;
    return statusOf(context, [&](train::Stage& stage) { return evaluateInto(context, *std::move(subject), stage); });
}

/// Other rows of the same kind of file take the test's place; what the training data teach (categories, classes) holds for them.
static Status useRows(spec::RunDoc& run, const std::string& file) {
    static constexpr std::array kFiles{"csv", "idx", "images", "npz"};
    if (std::ranges::find(kFiles, run.data.source) == kFiles.end()) return Error(kNoRows, {run.data.source});
    spec::DataDoc rows = run.data;
    std::error_code ignored;
    rows.path = std::filesystem::absolute(file, ignored).string();
    rows.ignoresTarget = true;
    rows.split.reset();
    rows.validation = rows.test = nullptr;
    run.data.test = std::make_shared<const spec::DataDoc>(std::move(rows));
    return {};
}

int predict(const Context& context, const PredictRequest& request) {
    auto subject = subjectOf(context, request.run, request.checkpoint);
    if (!subject) return kWrongRequest;
    std::string split = request.split;
    if (!request.rows.empty()) {
        if (!split.empty()) return fail(context, Error(kUsage, {"--data and --split exclude each other"}));
        if (const auto used = useRows(subject->run, request.rows); !used) return fail(context, used.error());
        split = "test";
    }
    const std::string& out = request.out;
    return statusOf(context, [&](train::Stage& stage) { return predictInto(context, *std::move(subject), split, out, stage); });
}

static Status generateInto(const Context& context, Subject subject, const train::GenerateRequest& request, train::Stage& stage) {
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), subject.run));
    if (!context.json) std::fputs(request.prompt.c_str(), stdout);
    const auto tell = [&](const std::string& piece) {
        if (!context.json) std::fputs(piece.c_str(), stdout), std::fflush(stdout);
        return true;
    };
    LOCKSTEP_ASSIGN(const auto written, train::generate(subject.run, *device, subject.weights, request, stage, tell));
    if (!context.json) return std::fputs("\n", stdout), Status();
    Json json = Json::object();
    json.set("prompt", text(request.prompt));
    json.set("text", text(written));
    json.set("tokens", Json::ofInt(request.tokens));
    print(json);
    return {};
}

int generate(const Context& context, const std::string& run, const std::string& checkpoint, const train::GenerateRequest& request) {
    if (!isNumber(run)) return fail(context, Error(kNotARun, {run}));
    auto subject = subjectOf(context, run, checkpoint);
    if (!subject) return kWrongRequest;
    return statusOf(context, [&](train::Stage& stage) { return generateInto(context, *std::move(subject), request, stage); });
}

int grad(const Context& context, const std::string& run, const std::string& out) {
    auto documents = readDocuments(context, run);
    if (!documents) return kWrongRequest;
    Subject subject{std::move(documents->run), {}, {}, {}};
    return statusOf(context, [&](train::Stage& stage) { return gradInto(context, std::move(subject), out, stage); });
}

} // namespace lockstep::cli
