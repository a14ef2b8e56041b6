#include "session/run_summary.h"

#include "spec/json.h"

#include <cmath>
#include <limits>
#include <mutex>
#include <set>

namespace lockstep::session {

using spec::Json;

namespace {

/// JSON has no NaN: written as a string.
Json numberJson(double value) {
    if (std::isfinite(value)) return Json::ofDouble(value);
    return Json::ofString(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

double numberOf(const Json& json) {
    if (json.isNumber()) return json.number;
    const double infinity = std::numeric_limits<double>::infinity();
    return json.text == "inf" ? infinity : json.text == "-inf" ? -infinity : std::numeric_limits<double>::quiet_NaN();
}

/// Name and place of each number, once for writing and reading.
template <class Progress, class Visit> void visitProgress(Progress& p, Visit visit) {
    visit("epoch", p.epoch);
    visit("samples_per_s", p.samplesPerS);
    visit("items_per_s", p.itemsPerS);
    visit("step_ms_median", p.stepMsMedian);
    visit("achieved_flops", p.achievedFlops);
    visit("utilization", p.utilization);
    visit("peak_flops", p.peakFlops);
    visit("planned_memory_bytes", p.plannedBytes);
    visit("peak_memory_bytes", p.usedBytes);
    visit("peak_rss_bytes", p.peakRssBytes);
    visit("share_data", p.breakdown.data);
    visit("share_transfer", p.breakdown.transfer);
    visit("share_compute", p.breakdown.compute);
    visit("share_communication", p.breakdown.communication);
    visit("share_optimizer", p.breakdown.optimizer);
    visit("share_other", p.breakdown.other);
}

} // namespace

std::string writeSummary(const RunSummary& summary) {
    Json results = Json::object(), progress = Json::object();
    for (const auto& [name, value] : summary.results) results.set(name, numberJson(value));
    visitProgress(summary.progress, [&](const char* name, auto value) { progress.set(name, numberJson(static_cast<double>(value))); });
    Json json = Json::object();
    json.set("device", Json::ofString(summary.device));
    json.set("results", std::move(results));
    json.set("progress", std::move(progress));
    return spec::writeJson(json, 0);
}

RunSummary readSummary(const std::string& text) {
    RunSummary summary;
    const auto json = spec::parseJson(text.empty() ? "{}" : text, "summary");
    if (!json) return summary;
    if (const auto* device = json->find("device")) summary.device = device->text;
    if (const auto* results = json->find("results")) {
        for (const auto& [name, value] : results->fields) summary.results[name] = numberOf(value);
    }
    if (const auto* progress = json->find("progress")) {
        visitProgress(summary.progress, [&](const char* name, auto& value) {
            const auto* found = progress->find(name);
            if (found && found->isNumber()) value = static_cast<std::remove_reference_t<decltype(value)>>(found->number);
        });
        summary.progress.peakMeasured = summary.progress.peakFlops > 0;
    }
    return summary;
}

std::string writeError(const Error& error) {
    const auto& where = error.where();
    Json json = Json::object();
    json.set("code", Json::ofString(std::string(error.id())));
    json.set("message", Json::ofString(error.text()));
    json.set("hint", Json::ofString(error.hint()));
    json.set("file", Json::ofString(where.file));
    json.set("line", Json::ofInt(where.line));
    json.set("path", Json::ofString(where.path));
    json.set("layer", Json::ofString(where.layer));
    return spec::writeJson(json, 0);
}

/// Codes are constants elsewhere; one read from the store may be another version's, so its texts are kept here for good.
static const ErrorCode& rememberedCode(const std::string& id) {
    static std::mutex mutex;
    static std::set<std::string> ids;
    static std::map<std::string, ErrorCode> codes;
    std::lock_guard lock(mutex);
    const auto& kept = *ids.insert(id).first;
    return codes.try_emplace(kept, ErrorCode{kept, "{0}", "{1}"}).first->second;
}

std::optional<Error> readError(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto json = spec::parseJson(text, "error");
    const auto get = [&](const char* name) {
        const auto* found = json ? json->find(name) : nullptr;
        return found ? found->text : std::string();
    };
    Error error(rememberedCode(json ? get("code") : "unknown"), {json ? get("message") : text, get("hint")});
    error.where().file = get("file");
    error.where().path = get("path");
    error.where().layer = get("layer");
    if (const auto* line = json ? json->find("line") : nullptr) error.where().line = static_cast<int>(line->integer);
    return error;
}

} // namespace lockstep::session
