// The charts of a run, declared once: what they show, in which order.
#pragma once

#include "ui/plots/chart_types.h"

#include <QString>

#include <vector>

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

struct PlotRow {
    const char* id;
    const char* title; ///< English, translated in the context "Plots"
    ValueFormat format;
    bool fromZero, smoothable;
    std::vector<const char*> series;     ///< drawn as lines, if the run has them
    std::vector<const char*> validation; ///< drawn with round markers
};

/// To add a plot: a row here. Metrics of a run that no row names get a chart each, after "loss".
const std::vector<PlotRow>& plotRegistry();

/// Slot of the run palette for a part of a step ("data", "compute", ..): neighbours differ under every kind of sight.
int partSlot(const QString& part);

/// Charts that a run has anything for, in order: rows of the registry and one a metric. Loss is always there.
std::vector<ChartSpec> chartsOf(const session::RunView& view);
/// The curves of one run in one of those charts.
std::vector<ChartCurve> curvesOf(const session::RunView& view, const QString& chart, bool dashed);
/// Samples and epochs a step, and when it did not work.
std::shared_ptr<const RunPace> paceOf(const session::RunView& view);
/// Events of the run that belong on the axis.
std::vector<ChartEvent> eventsOf(const session::RunView& view, const XScale& axis);

} // namespace lockstep::ui
