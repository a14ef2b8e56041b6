// Single values out of a run's series.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

struct SeriesValue {
    std::int64_t step = 0;
    double value = 0;
};

/// The newest point, NaN too; nothing if the series is empty or missing.
std::optional<SeriesValue> lastPoint(const session::RunView& view, const std::string& series);
/// The least finite point.
std::optional<SeriesValue> bestPoint(const session::RunView& view, const std::string& series);
/// The first `validation/..` series that is no loss; empty: none.
QString firstMetric(const session::RunView& view);
/// "validation/accuracy" as "Accuracy".
QString metricTitle(const QString& series);

} // namespace lockstep::ui
