// From a series to what is drawn of it: a few points per pixel column, marks for what no line can show. Qt-free.
#pragma once

#include "monitors/series.h"
#include "ui/plots/x_scale.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lockstep::ui {

struct CurveRequest {
    XScale xAxis;
    bool logX = false, logY = false;
    double lower = 0, upper = 1; ///< x range on screen
    int columns = 1000;          ///< pixel columns over that range
    std::vector<double> keep;    ///< x of steps that must stay (events)
    bool marksOnly = false;      ///< no lines: only what is not finite, and the counts

    bool operator==(const CurveRequest&) const = default;
};

/// y is NaN where the line breaks.
struct DrawnPiece {
    std::vector<double> x, y;
    bool superseded = false; ///< repeated by a later piece: drawn at 40 %
};

/// One or more neighbouring points that are not finite.
struct NonFiniteMark {
    double from = 0, to = 0; ///< x
    double y = 0;            ///< last finite value before; the first after if there is none
    double kind = 0;         ///< NaN, +Inf or -Inf; NaN where mixed
    std::int64_t count = 0, firstStep = 0, lastStep = 0;
};

struct DrawnCurve {
    std::vector<DrawnPiece> pieces;
    std::vector<NonFiniteMark> marks;
    std::vector<double> nonPositive; ///< x of points that a log axis can't show, one a column
    std::int64_t nonPositiveCount = 0;
    std::int64_t points = 0; ///< in range
    bool anyFinite = false;

    std::size_t drawnPoints() const {
        std::size_t count = 0;
        for (const auto& piece : pieces) count += piece.x.size();
        return count;
    }
};

/// Points of `series` inside the range and one on each side, in time order, at most a handful per column and piece.
DrawnCurve drawCurve(const monitors::Series& series, const CurveRequest& request);

struct CurvePoint {
    std::size_t index = 0;
    std::int64_t step = 0;
    double x = 0, y = 0, wall = 0;
};
/// The point whose x is nearest; of the newest piece where pieces overlap.
std::optional<CurvePoint> nearestPoint(const monitors::Series& series, const XScale& axis, double x);
/// The last point recorded.
std::optional<CurvePoint> newestPoint(const monitors::Series& series);
/// The least finite value.
std::optional<CurvePoint> lowestPoint(const monitors::Series& series, const XScale& axis);
/// The greatest finite value.
std::optional<CurvePoint> highestPoint(const monitors::Series& series, const XScale& axis);
/// x of the first value after `x` that is not finite.
std::optional<double> nextNonFinite(const monitors::Series& series, const XScale& axis, double x);
/// Where a step stands on another axis; nothing if the series has no point near.
std::optional<double> xOfStep(const monitors::Series& series, std::int64_t step, const XScale& axis);
/// First and last x; nothing if empty.
std::optional<std::pair<double, double>> xExtent(const monitors::Series& series, const XScale& axis);

} // namespace lockstep::ui
