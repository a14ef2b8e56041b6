#include "cli/run_json.h"

#include "cli/context.h"

namespace lockstep::cli {

using spec::Json;

std::string_view statusOf(session::RunState state) {
    using session::RunState;
    return state == RunState::Pausing || state == RunState::Stopping ? name(RunState::Running) : name(state);
}

Json lossJson(const session::RunView& view) {
    Json loss = Json::object();
    for (const auto* key : {"first", "train", "validation", "test"}) {
        const auto found = view.results.find(std::string("loss.") + key);
        if (found != view.results.end()) loss.set(key, number(found->second));
    }
    // A branch's first loss is that of its first own step.
    const auto series = view.series.find("loss");
    if (!loss.find("first") && series != view.series.end() && !series->second.empty()) {
        for (const auto& piece : series->second.pieces()) {
            if (piece.empty()) continue;
            loss.fields.insert(loss.fields.begin(), {"first", number(piece.front().value)});
            break;
        }
    }
    return loss;
}

Json metricsJson(const std::map<std::string, double>& results) {
    Json metrics = Json::object();
    for (const auto* split : {"test/", "validation/"}) {
        for (const auto& [key, value] : results) {
            if (key.starts_with(split)) metrics.set(key.substr(std::string_view(split).size()), number(value));
        }
        if (!metrics.fields.empty()) break;
    }
    return metrics;
}

Json breakdownJson(const session::Breakdown& b) {
    Json json = Json::object();
    json.set("data", number(b.data));
    json.set("transfer", number(b.transfer));
    json.set("compute", number(b.compute));
    json.set("communication", number(b.communication));
    json.set("optimizer", number(b.optimizer));
    json.set("other", number(b.other));
    return json;
}

static Json bytes(std::size_t count) { return Json::ofInt(static_cast<std::int64_t>(count)); }

static void addSpeed(Json& json, const session::RunView& view) {
    const auto& p = view.progress;
    json.set("samples_per_s", number(p.samplesPerS));
    json.set("items_per_s", number(p.itemsPerS));
    json.set("step_ms_median", number(p.stepMsMedian));
    if (const auto flops = view.results.find("flops_per_step"); flops != view.results.end())
        json.set("model_flops_per_step", number(flops->second));
    json.set("achieved_flops", number(p.achievedFlops));
    if (p.peakMeasured) json.set("utilization", number(p.utilization));
    json.set("peak_memory_bytes", bytes(p.usedBytes));
    json.set("planned_memory_bytes", bytes(p.plannedBytes));
    json.set("peak_rss_bytes", bytes(p.peakRssBytes));
    json.set("breakdown", breakdownJson(p.breakdown));
}

Json resultJson(const session::RunView& view) {
    Json json = Json::object();
    json.set("run_id", Json::ofInt(view.id));
    json.set("status", text(statusOf(view.state)));
    json.set("steps", Json::ofInt(view.progress.step));
    json.set("seconds", number(view.progress.activeSeconds));
    json.set("loss", lossJson(view));
    json.set("metrics", metricsJson(view.results));
    addSpeed(json, view);
    return json;
}

static Json optional(const std::optional<double>& value) { return value ? number(*value) : Json(); }

Json rowJson(const session::RunRow& row) {
    Json json = Json::object();
    json.set("run_id", Json::ofInt(row.id));
    json.set("name", text(row.name));
    json.set("status", text(row.status));
    json.set("device", text(row.device));
    json.set("created", number(row.createdWall));
    json.set("seconds", number(row.activeSeconds));
    json.set("step", Json::ofInt(row.step));
    json.set("steps", Json::ofInt(row.steps));
    json.set("best_validation", optional(row.bestValidation));
    json.set("best_metric", text(row.bestMetric.empty() ? "loss" : row.bestMetric));
    json.set("last_loss", optional(row.lastLoss));
    json.set("last_validation", optional(row.lastValidation));
    Json tags = Json::array();
    for (const auto& tag : row.tags) tags.items.push_back(text(tag));
    json.set("tags", std::move(tags));
    json.set("notes", text(row.notes));
    json.set("parent", row.parent ? Json::ofInt(*row.parent) : Json());
    json.set("archived", Json::ofBool(row.archived));
    json.set("elsewhere", Json::ofBool(row.elsewhere));
    Json metrics = Json::object();
    for (const auto& [name, value] : row.metrics) metrics.set(name, number(value));
    json.set("metrics", std::move(metrics));
    return json;
}

} // namespace lockstep::cli
