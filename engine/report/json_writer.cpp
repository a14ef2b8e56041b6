#include "report/writers.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lockstep::report {

using nlohmann::ordered_json;

static ordered_json numberOrNull(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }

static ordered_json documentOf(const std::string& text) {
    auto parsed = ordered_json::parse(text, nullptr, false);
    return parsed.is_discarded() ? ordered_json(nullptr) : parsed;
}

static ordered_json seriesOf(const monitors::Series& series) {
    ordered_json out = ordered_json::array();
    for (const auto& piece : series.pieces()) {
        ordered_json points = ordered_json::array();
        for (std::size_t i = 0; i < piece.size(); ++i) points.push_back({piece[i].step, piece[i].wall, numberOrNull(piece[i].value)});
        out.push_back(std::move(points));
    }
    return out;
}

static ordered_json runOf(const RunData& run) {
    ordered_json out{
        {"run_id", run.id}, {"name", run.name},  {"status", run.status}, {"created", run.createdWall}, {"seconds", run.activeSeconds},
        {"step", run.step}, {"steps", run.steps}};
    if (!run.failure.empty()) out["failure"] = run.failure;
    for (const auto& [name, value] : run.results) out["results"][name] = numberOrNull(value);
    out["samples_per_s"] = numberOrNull(run.samplesPerS);
    out["step_ms_median"] = numberOrNull(run.stepMsMedian);
    out["achieved_flops"] = numberOrNull(run.achievedFlops);
    if (run.peakMeasured) out["utilization"] = numberOrNull(run.utilization), out["peak_flops"] = run.peakFlops;
    out["planned_memory_bytes"] = run.plannedBytes;
    out["peak_rss_bytes"] = run.peakRssBytes;
    for (const auto& [name, share] : run.breakdown) out["breakdown"][name] = numberOrNull(share);
    for (const auto& [name, series] : run.series) out["series"][name] = seriesOf(series);
    out["events"] = ordered_json::array();
    for (const auto& e : run.events) out["events"].push_back({{"step", e.step}, {"wall", e.wall}, {"kind", e.kind}, {"text", e.text}});
    out["checkpoints"] = ordered_json::array();
    for (const auto& c : run.checkpoints)
        out["checkpoints"].push_back({{"step", c.step}, {"folder", c.folder}, {"bytes", c.bytes}, {"best", c.best}});
    out["parent"] = run.parent ? ordered_json(*run.parent) : ordered_json(nullptr);
    out["document"] = documentOf(run.runDocument);
    out["resolved"] = documentOf(run.resolvedDocument);
    out["model"] = documentOf(run.modelDocument);
    return out;
}

std::string writeJson(const std::vector<RunData>& runs, const std::vector<std::pair<std::string, std::string>>& environment) {
    ordered_json out{{"format", "lockstep-report/1"}};
    for (const auto& [key, value] : environment) out["environment"][key] = value;
    out["runs"] = ordered_json::array();
    for (const auto& run : runs) out["runs"].push_back(runOf(run));
    return out.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace lockstep::report
