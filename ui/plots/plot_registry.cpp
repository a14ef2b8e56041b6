#include "ui/plots/plot_registry.h"

#include "session/run_view.h"
#include "spec/json.h"
#include "ui/plots/curve_drawing.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep::ui {

namespace {

#define TITLE(text) QT_TRANSLATE_NOOP("Plots", text)

const std::vector<PlotRow>& rows() {
    static const std::vector<PlotRow> kRows{
        {"loss", TITLE("Loss"), ValueFormat::Plain, false, true, {"loss"}, {"validation/loss"}},
        {"lr", TITLE("Learning rate"), ValueFormat::Plain, true, false, {"lr"}, {}},
        {"grad_norm", TITLE("Gradient norm"), ValueFormat::Plain, false, true, {"grad_norm"}, {}},
        {"loss_scale", TITLE("Loss scale"), ValueFormat::Plain, false, false, {"loss_scale"}, {}},
        {"throughput", TITLE("Throughput (samples)"), ValueFormat::PerSecond, true, true, {"samples_per_s"}, {}},
        {"utilization", TITLE("Utilisation"), ValueFormat::Percent, true, true, {"utilization"}, {}},
        {"memory", TITLE("Memory"), ValueFormat::Bytes, true, false, {"memory"}, {}},
        {"time",
         TITLE("Time of a step by part"),
         ValueFormat::Milliseconds,
         true,
         true,
         {"time/data", "time/transfer", "time/compute", "time/communication", "time/optimizer", "time/other"},
         {}},
    };
    return kRows;
}

const PlotRow* rowOf(const QString& id) {
    const auto found = std::find_if(rows().begin(), rows().end(), [&](const PlotRow& row) { return id == QLatin1String(row.id); });
    return found == rows().end() ? nullptr : &*found;
}

bool has(const session::RunView& view, const char* series) { return view.series.contains(series); }

constexpr std::string_view kValidation = "validation/";

/// "accuracy" of "validation/accuracy"; empty for losses and other series.
QString metricOf(const std::string& series) {
    if (series.rfind(kValidation, 0) != 0 || series == "validation/loss") return {};
    return QString::fromStdString(series.substr(kValidation.size()));
}

ChartSpec specOf(const PlotRow& row) {
    return {QLatin1String(row.id), QCoreApplication::translate("Plots", row.title), row.format, row.fromZero, row.smoothable, false};
}

/// Metrics are mostly measured on validation data alone: then the title says so.
ChartSpec metricSpec(const QString& metric, bool trained) {
    auto title = metric;
    title[0] = title[0].toUpper();
    if (!trained) title = QCoreApplication::translate("Plots", "%1, validation").arg(title);
    const bool share = metric.contains(QLatin1String("accuracy")) || metric == QLatin1String("top5");
    return {QStringLiteral("metric/") + metric, title, share ? ValueFormat::Percent : ValueFormat::Plain, false, true, share};
}

ChartCurve curveOf(const session::RunView& view, const std::string& name, CurveRole role, bool dashed) {
    ChartCurve curve;
    curve.key = QStringLiteral("%1/%2").arg(view.id).arg(QString::fromStdString(name));
    curve.run = view.name.empty() ? QCoreApplication::translate("Plots", "run %1").arg(view.id) : QString::fromStdString(view.name);
    curve.name = QString::fromStdString(name);
    curve.ordinal = view.ordinal;
    curve.role = role;
    curve.dashed = dashed;
    curve.markBest = role == CurveRole::Validation && name == "validation/loss";
    curve.series = view.series.at(name);
    return curve;
}

/// Several series of one run: told apart by the colours that the bar of shares has, named by what they are.
void nameParts(std::vector<ChartCurve>& curves) {
    for (auto& curve : curves) {
        curve.run = curve.name.section(QLatin1Char('/'), -1);
        curve.run[0] = curve.run[0].toUpper();
        curve.ordinal = partSlot(curve.name.section(QLatin1Char('/'), -1));
    }
}

} // namespace

int partSlot(const QString& part) {
    constexpr std::pair<const char*, int> kSlots[] = {{"data", 1},          {"transfer", 5},  {"compute", 2},
                                                      {"communication", 3}, {"optimizer", 4}, {"other", 7}};
    for (const auto& [name, slot] : kSlots)
        if (part == QLatin1String(name)) return slot;
    return 0;
}

const std::vector<PlotRow>& plotRegistry() { return rows(); }

std::vector<ChartSpec> chartsOf(const session::RunView& view) {
    std::vector<ChartSpec> specs;
    for (const auto& row : rows()) {
        const auto any = [&](const auto& names) {
            return std::any_of(names.begin(), names.end(), [&](const char* n) { return has(view, n); });
        };
        if (QLatin1String(row.id) == QLatin1String("loss") || any(row.series) || any(row.validation)) specs.push_back(specOf(row));
        if (QLatin1String(row.id) != QLatin1String("loss")) continue;
        for (const auto& [name, series] : view.series)
            if (const auto metric = metricOf(name); !metric.isEmpty())
                specs.push_back(metricSpec(metric, view.series.contains(metric.toStdString())));
    }
    return specs;
}

std::vector<ChartCurve> curvesOf(const session::RunView& view, const QString& chart, bool dashed) {
    std::vector<ChartCurve> curves;
    const auto add = [&](const std::string& name, CurveRole role) {
        if (view.series.contains(name)) curves.push_back(curveOf(view, name, role, dashed));
    };
    if (const auto* row = rowOf(chart)) {
        for (const char* name : row->series) add(name, CurveRole::Train);
        for (const char* name : row->validation) add(name, CurveRole::Validation);
        if (row->series.size() > 1) nameParts(curves);
        return curves;
    }
    const auto metric = chart.section(QLatin1Char('/'), 1).toStdString();
    add(metric, CurveRole::Train);
    add(std::string(kValidation) + metric, CurveRole::Validation);
    return curves;
}

namespace {

/// 0 if the document does not say, or says that it changes.
double batchSize(const session::RunView& view) {
    const auto& document = view.resolvedDocument ? view.resolvedDocument : view.runDocument;
    if (!document || document->empty()) return 0;
    const auto json = spec::parseJson(*document, "run");
    if (!json.ok()) return 0;
    const auto* schedule = json.value().find("batch_schedule");
    const auto* data = json.value().find("data");
    const auto* size = data ? data->find("batch_size") : nullptr;
    if (!size || size->kind != spec::Json::Kind::Int || (schedule && !schedule->items.empty())) return 0;
    return static_cast<double>(size->integer);
}

std::vector<Pause> pausesOf(const session::RunView& view) {
    constexpr const char* kIdle[] = {"pause", "stop", "fail", "finish"};
    std::vector<Pause> pauses;
    double since = 0;
    bool idle = false;
    if (!view.events) return pauses;
    for (const auto& event : *view.events) {
        if (idle && event.kind == "resume")
            pauses.push_back({since, event.wall}), idle = false;
        else if (!idle && std::any_of(std::begin(kIdle), std::end(kIdle), [&](const char* kind) { return event.kind == kind; }))
            since = event.wall, idle = true;
    }
    return pauses;
}

} // namespace

std::shared_ptr<const RunPace> paceOf(const session::RunView& view) {
    RunPace pace;
    pace.samplesPerStep = batchSize(view);
    if (view.progress.step > 0) pace.epochsPerStep = view.progress.epoch / static_cast<double>(view.progress.step);
    pace.pauses = pausesOf(view);
    return std::make_shared<const RunPace>(std::move(pace));
}

std::vector<ChartEvent> eventsOf(const session::RunView& view, const XScale& axis) {
    constexpr const char* kShown[] = {"checkpoint", "pause", "resume", "stop", "edit", "alarm", "fail"};
    std::vector<ChartEvent> events;
    if (!view.events) return events;
    for (const auto& event : *view.events) {
        if (std::none_of(std::begin(kShown), std::end(kShown), [&](const char* kind) { return event.kind == kind; })) continue;
        const auto loss = view.series.find("loss");
        const auto x = loss == view.series.end() ? std::optional<double>() : xOfStep(loss->second, event.step, axis);
        if (!x) continue;
        events.push_back({*x, event.step, QString::fromStdString(event.kind), QString::fromStdString(event.text)});
    }
    return events;
}

} // namespace lockstep::ui
