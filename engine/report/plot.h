// Curves laid out as a figure: axes, ticks, legend, decimated lines.
#pragma once

#include "monitors/series.h"
#include "report/blocks.h"

#include <string>
#include <vector>

namespace lockstep::report {

struct Curve {
    std::string name;
    monitors::Series series;
    int slot = 0;
    bool markers = false; ///< round markers only (validation, GUI.md C15)
};

struct PlotOptions {
    std::string title, yTitle;
    double width = 720, height = 260;
    bool logY = false; ///< values <= 0 are left out and counted in the description
};

/// Of each series the newest piece is drawn in full; of older ones what it did not repeat. Non-finite values break the line and are marked.
Figure plot(const std::vector<Curve>& curves, const PlotOptions& options);

/// About `wanted` round numbers (1, 2 or 5 times a power of ten) that cover [low, high].
std::vector<double> niceTicks(double low, double high, int wanted);

} // namespace lockstep::report
