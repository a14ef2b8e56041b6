#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/devices.h"
#include "cli/door.h"
#include "cli/run_json.h"
#include "session/documents.h"
#include "train/offline.h"

#include <algorithm>
#include <cstdio>

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

Result<session::CheckpointRow> findCheckpoint(const session::RunView& view, const std::string& which) {
    std::string there;
    for (const auto& row : view.checkpoints) {
        if (which == std::to_string(row.step) || (which == "best" && row.best)) return row;
        there += (there.empty() ? "" : ", ") + std::to_string(row.step) + (row.best ? " (best)" : "");
    }
    if (which == "last" && !view.checkpoints.empty()) return view.checkpoints.back();
    return Error(kNoCheckpoint, {std::to_string(view.id), which, there.empty() ? "none" : there});
}

Result<Subject> ofRun(const Context& context, std::int64_t id, const std::string& checkpoint) {
    LOCKSTEP_ASSIGN(const auto door, Door::open(context));
    LOCKSTEP_ASSIGN(const auto view, door->openRun(id));
    LOCKSTEP_ASSIGN(auto run, session::readResolved(*view->resolvedDocument, context.sets));
    LOCKSTEP_ASSIGN(const auto row, findCheckpoint(*view, checkpoint));
    return Subject{std::move(run), {row.folder}, id, row.step};
}

Result<Subject> ofDocument(const Context& context, const std::string& name) {
    LOCKSTEP_ASSIGN(const auto setup, session::loadSetup(name, context.sets));
    LOCKSTEP_ASSIGN(auto run, session::readSetup(setup));
    return Subject{std::move(run), {}, {}, {}};
}

Result<Subject> subjectOf(const Context& context, const std::string& name, const std::string& checkpoint) {
    if (isNumber(name)) return ofRun(context, std::stoll(name), checkpoint);
    return ofDocument(context, name);
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

Status evaluateInto(const Context& context, const std::string& name, const std::string& checkpoint) {
    LOCKSTEP_ASSIGN(auto subject, subjectOf(context, name, checkpoint));
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), subject.run));
    LOCKSTEP_ASSIGN(const auto results, train::evaluateSplits(subject.run, *device, subject.weights));
    if (!context.json) return printEvaluation(results), Status();
    auto json = evaluationJson(results);
    json.set("run_id", subject.id ? Json::ofInt(*subject.id) : Json());
    json.set("step", subject.step ? Json::ofInt(*subject.step) : Json());
    print(json);
    return {};
}

struct Prediction {
    std::string out, split, checkpoint;
};

Status predictInto(const Context& context, const std::string& name, const Prediction& request) {
    LOCKSTEP_ASSIGN(const auto split, splitNamed(request.split));
    LOCKSTEP_ASSIGN(auto subject, subjectOf(context, name, request.checkpoint));
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), subject.run));
    LOCKSTEP_ASSIGN(const auto rows, train::writePredictions(subject.run, *device, subject.weights, split, request.out));
    if (context.json) {
        Json json = Json::object();
        json.set("path", text(request.out));
        json.set("samples", Json::ofInt(rows));
        print(json);
    } else {
        std::printf("%ld samples to %s\n", static_cast<long>(rows), request.out.c_str());
    }
    return {};
}

Status gradInto(const Context& context, const std::string& name, const std::string& out) {
    LOCKSTEP_ASSIGN(auto subject, ofDocument(context, name));
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), subject.run));
    LOCKSTEP_ASSIGN(const double loss, train::writeGradients(subject.run, *device, out));
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

int statusOf(const Context& context, const Status& status) { return status ? kDone : fail(context, status.error()); }

} // namespace

int evaluate(const Context& context, const std::string& run, const std::string& checkpoint) {
    return statusOf(context, evaluateInto(context, run, checkpoint));
}

int predict(const Context& context, const std::string& run, const std::string& out, const std::string& split,
            const std::string& checkpoint) {
    return statusOf(context, predictInto(context, run, {out, split, checkpoint}));
}

int grad(const Context& context, const std::string& run, const std::string& out) { return statusOf(context, gradInto(context, run, out)); }

} // namespace lockstep::cli
