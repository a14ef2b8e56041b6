// Ticks of the axes: where they stand and how they read.
#pragma once

#include "ui/plots/chart_types.h"

#include <QSharedPointer>

class QCPAxisTicker;

namespace lockstep::ui {

QSharedPointer<QCPAxisTicker> xTicker(XAxis axis, bool logarithmic);
QSharedPointer<QCPAxisTicker> yTicker(ValueFormat format, bool logarithmic);
QString xTitle(XAxis axis);
/// A place on the x axis in words: "1,240", "2 min 05 s", "14:02:11".
QString xText(double x, XAxis axis);

} // namespace lockstep::ui
