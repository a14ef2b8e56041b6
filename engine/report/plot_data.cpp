#include "report/plot_data.h"

#include <cmath>
#include <cstdio>
#include <map>

namespace lockstep::report {

static constexpr std::size_t kRows = 20, kMostNonFinite = 50;

static std::string text(double value) {
    char out[32];
    std::snprintf(out, sizeof out, "%.6g", value);
    return std::isnan(value) ? "nan" : out;
}

/// Adds a curve's column to the rows by step.
static void addColumn(const Curve& curve, std::size_t column, std::size_t columns, std::map<std::int64_t, std::vector<std::string>>& rows) {
    std::size_t count = 0, at = 0, strange = 0;
    for (std::size_t p = 0; p < curve.series.pieces().size(); ++p) count += curve.series.keptPoints(p);
    const std::size_t stride = std::max<std::size_t>(1, (count + kRows - 1) / kRows);
    for (std::size_t p = 0; p < curve.series.pieces().size(); ++p) {
        const auto& piece = curve.series.pieces()[p];
        const std::size_t end = curve.series.keptPoints(p);
        for (std::size_t i = 0; i < end; ++i, ++at) {
            const bool marked = !std::isfinite(piece[i].value) && strange < kMostNonFinite;
            strange += marked;
            if (at % stride != 0 && at + 1 != count && !marked) continue;
            auto& row = rows[piece[i].step];
            row.resize(columns);
            row[column] = text(piece[i].value);
        }
    }
}

Table plotData(const std::vector<Curve>& curves) {
    Table table{{"step"}, {}, "Numbers", true};
    std::map<std::int64_t, std::vector<std::string>> rows;
    std::size_t points = 0;
    for (std::size_t c = 0; c < curves.size(); ++c) {
        table.columns.push_back(curves[c].name);
        addColumn(curves[c], c, curves.size(), rows);
        points += curves[c].series.size();
    }
    for (auto& [step, cells] : rows) {
        cells.insert(cells.begin(), std::to_string(step));
        table.rows.push_back(std::move(cells));
    }
    if (points > kRows) table.title += ": some of " + std::to_string(points) + "; a CSV report has all";
    return table;
}

} // namespace lockstep::report
