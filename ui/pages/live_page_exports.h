// What a chart's menu asks for: clipboard at once, files by the dialog seam.
#pragma once

#include "ui/plots/chart_types.h"

#include <QString>

#include <functional>

class QObject;

namespace lockstep::ui {

class Dialogs;
class LineChart;

/// `log` gets one line on success or failure.
void exportChart(LineChart& chart, ChartExport kind, Dialogs& dialogs, std::function<void(const QString&)> log);

} // namespace lockstep::ui
