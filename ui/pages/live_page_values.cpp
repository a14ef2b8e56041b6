#include "ui/pages/live_page_values.h"

#include "session/run_view.h"
#include "ui/plots/curve_drawing.h"

namespace lockstep::ui {

namespace {
const monitors::Series* seriesOf(const session::RunView& view, const std::string& name) {
    const auto found = view.series.find(name);
    return found == view.series.end() || found->second.empty() ? nullptr : &found->second;
}
} // namespace

std::optional<SeriesValue> lastPoint(const session::RunView& view, const std::string& name) {
    const auto* series = seriesOf(view, name);
    if (!series) return std::nullopt;
    const auto point = newestPoint(*series);
    return SeriesValue{point->step, point->y};
}

std::optional<SeriesValue> bestPoint(const session::RunView& view, const std::string& name) {
    const auto* series = seriesOf(view, name);
    const auto point = series ? lowestPoint(*series, XAxis::Step) : std::nullopt;
    return point ? std::optional<SeriesValue>({point->step, point->y}) : std::nullopt;
}

QString firstMetric(const session::RunView& view) {
    for (const auto& [name, series] : view.series)
        if (name.rfind("validation/", 0) == 0 && name != "validation/loss" && !series.empty()) return QString::fromStdString(name);
    return {};
}

QString metricTitle(const QString& series) {
    auto title = series.section(QLatin1Char('/'), -1);
    if (!title.isEmpty()) title[0] = title[0].toUpper();
    return title;
}

} // namespace lockstep::ui
