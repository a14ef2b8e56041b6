#include "session/report_export.h"

#include "files/atomic_write.h"
#include "report/compose.h"
#include "report/writers.h"

#include <sys/utsname.h>

namespace lockstep::session {

static constexpr ErrorCode kReportKind{"session.report_kind", LOCKSTEP_TR("error", "a report can't be written as {0}"),
                                       LOCKSTEP_TR("error", "give a file that ends in .html, .csv or .json")};

static std::string textOf(const std::shared_ptr<const std::string>& text) { return text ? *text : std::string(); }

static report::RunData dataOf(const RunView& view) {
    report::RunData run;
    run.id = view.id;
    run.ordinal = view.ordinal;
    run.name = view.name;
    run.status = std::string(name(view.state));
    if (view.failure) run.failure = view.failure->message();
    run.modelDocument = textOf(view.modelDocument);
    run.runDocument = textOf(view.runDocument);
    run.resolvedDocument = textOf(view.resolvedDocument);
    run.createdWall = view.createdWall;
    const RunProgress& p = view.progress;
    run.activeSeconds = p.activeSeconds;
    run.step = p.step;
    run.steps = p.steps;
    run.series = view.series;
    run.results = view.results;
    if (view.events) {
        for (const RunEvent& e : *view.events) run.events.push_back({e.step, e.wall, e.kind, e.text});
    }
    if (view.layerSamples) run.layerSamples = *view.layerSamples;
    for (const CheckpointRow& c : view.checkpoints) run.checkpoints.push_back({c.step, c.folder, c.bytes, c.best});
    run.parent = view.parent;
    const Breakdown& b = p.breakdown;
    run.breakdown = {{"data", b.data},           {"transfer", b.transfer}, {"compute", b.compute}, {"communication", b.communication},
                     {"optimizer", b.optimizer}, {"other", b.other}};
    run.samplesPerS = p.samplesPerS;
    run.stepMsMedian = p.stepMsMedian;
    run.achievedFlops = p.achievedFlops;
    run.utilization = p.utilization;
    run.peakFlops = p.peakFlops;
    run.peakMeasured = p.peakMeasured;
    run.plannedBytes = p.plannedBytes;
    run.peakRssBytes = p.peakRssBytes;
    return run;
}

/// This machine; what a run ran on is among its events.
static report::Environment environmentOf(const std::vector<DeviceRow>& devices) {
    report::Environment out;
    utsname system{};
    if (uname(&system) == 0) out.rows.emplace_back("system", std::string(system.sysname) + " " + system.release + ", " + system.machine);
    for (const DeviceRow& d : devices) {
        if (d.available)
            out.rows.emplace_back(d.id, d.description + ", " + std::to_string(d.threads) + (d.threads == 1 ? " thread" : " threads"));
    }
    return out;
}

Result<FileWritten> writeReport(const std::vector<std::shared_ptr<const RunView>>& views, const std::vector<DeviceRow>& devices,
                                const std::string& path) {
    std::vector<report::RunData> runs;
    runs.reserve(views.size());
    for (const auto& view : views) runs.push_back(dataOf(*view));
    const report::Environment environment = environmentOf(devices);
    std::string text;
    if (path.ends_with(".html"))
        text = report::writeHtml(report::compose(runs, environment));
    else if (path.ends_with(".csv"))
        text = report::writeCsv(runs);
    else if (path.ends_with(".json"))
        text = report::writeJson(runs, environment.rows);
    else
        return Error(kReportKind, {path});
    LOCKSTEP_TRY(files::writeWhole(path, text));
    return FileWritten{path, text.size()};
}

} // namespace lockstep::session
