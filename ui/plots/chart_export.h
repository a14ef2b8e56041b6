// Charts as files.
#pragma once

#include "ui/plots/chart_types.h"

class QCustomPlot;

namespace lockstep::ui {

bool writeChartSvg(QCustomPlot& plot, const QString& title, const QString& path);
/// `run,name,step,wall_s,value`, shortest digits that read back the same; stored points of the newest pieces.
QString chartCsv(const std::vector<ChartCurve>& curves);

} // namespace lockstep::ui
