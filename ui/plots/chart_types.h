// Values that charts are told in.
#pragma once

#include "monitors/smoothing.h"
#include "ui/plots/curve_drawing.h"

#include <QString>

#include <cstdint>
#include <memory>

namespace lockstep::ui {

/// How values of a chart are written.
enum class ValueFormat { Plain, Percent, Bytes, PerSecond, Milliseconds };

struct ChartSpec {
    QString id;    ///< "loss"
    QString title; ///< translated
    ValueFormat format = ValueFormat::Plain;
    bool fromZero = false;  ///< y starts at 0
    bool smoothable = true; ///< smoothing applies
    bool higherIsBetter = false;
};

enum class CurveRole { Train, Validation };

struct ChartCurve {
    QString key;  ///< unique in the chart
    QString run;  ///< name shown
    QString name; ///< of the series: "loss", "validation/loss"
    int ordinal = 0;
    CurveRole role = CurveRole::Train;
    bool dashed = false;                 ///< several runs share the chart: the run's dash is shown
    bool markBest = false;               ///< a dotted vertical at its least value
    std::shared_ptr<const RunPace> pace; ///< none: no axis of samples or epochs
    monitors::Series series;
};

struct ChartEvent {
    double x = 0; ///< on the chart's x axis
    std::int64_t step = 0;
    QString kind, text;
};

struct ChartRange {
    double lower = 0, upper = 1;
    double size() const { return upper - lower; }
    bool operator==(const ChartRange&) const = default;
};

struct ChartOptions {
    XAxis xAxis = XAxis::Step;
    double smoothing = 0.6; ///< 0: none
    monitors::SmoothingMethod method = monitors::SmoothingMethod::Exponential;
    bool showRaw = true;
    bool logX = false, logY = false;
    bool ignoreOutliers = false;
    bool operator==(const ChartOptions&) const = default;
};

enum class ChartExport { CopyImage, Png, Svg, Csv, CopyData };

} // namespace lockstep::ui
