// Numbers as people read them, in the user's locale.
#pragma once

#include <QString>

#include <optional>

namespace lockstep::ui {

/// Four significant digits, scientific where needed; "NaN", "∞".
QString numberText(double value);
/// "—" if there is none.
QString numberText(const std::optional<double>& value);
QString countText(qint64 value); ///< 12,345
/// "1 run", "3 runs": `one` for 1, else `many` with %1.
QString pluralText(qint64 count, const QString& one, const QString& many);
/// "3.4 s", "2 min 05 s", "1 h 02 min", "2 d 03 h".
QString durationText(double seconds);
QString bytesText(double bytes);    ///< decimal units: "1.5 GB"
QString flopsText(double flops);    ///< "84.2 GFLOP/s"
QString rateText(double perSecond); ///< "81.2 k/s"
QString percentText(double share);
/// Date and time, short, of seconds since 1970.
QString whenText(double wallSeconds);

} // namespace lockstep::ui
