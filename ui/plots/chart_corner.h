// The buttons in a chart's corner: fit, log, and a menu with what can be taken out of it (GUI.md C12).
#pragma once

class QWidget;

namespace lockstep::ui {

class LineChart;

QWidget* makeChartCorner(LineChart& chart);

} // namespace lockstep::ui
