#include "ui/models/number_text.h"

#include <QDateTime>
#include <QLocale>

#include <array>
#include <cmath>

namespace lockstep::ui {

namespace {

/// value / 1000^k with three significant digits and the k-th unit.
QString scaled(double value, std::initializer_list<const char*> units) {
    auto unit = units.begin();
    while (std::abs(value) >= 999.5 && unit + 1 != units.end()) value /= 1000, ++unit;
    const int digits = std::abs(value) >= 99.95 || (unit == units.begin() && value == std::floor(value)) ? 0
                       : std::abs(value) >= 9.995                                                        ? 1
                                                                                                         : 2;
    return QLocale().toString(value, 'f', digits) + QString::fromUtf8(*unit);
}

} // namespace

QString numberText(double value) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return QLocale().toString(value, 'g', 4);
}

QString numberText(const std::optional<double>& value) { return value ? numberText(*value) : QStringLiteral("—"); }

QString countText(qint64 value) { return QLocale().toString(value); }

QString pluralText(qint64 count, const QString& one, const QString& many) { return count == 1 ? one : many.arg(countText(count)); }

QString durationText(double seconds) {
    if (!(seconds >= 0) || std::isinf(seconds)) return QStringLiteral("—");
    const auto two = [](qint64 v) { return QStringLiteral("%1").arg(v, 2, 10, QLatin1Char('0')); };
    if (seconds < 59.95) return QLocale().toString(seconds, 'f', seconds < 9.995 ? 1 : 0) + QStringLiteral(" s");
    const auto whole = static_cast<qint64>(std::llround(seconds));
    if (whole < 3600) return QStringLiteral("%1 min %2 s").arg(whole / 60).arg(two(whole % 60));
    if (whole < 86400) return QStringLiteral("%1 h %2 min").arg(whole / 3600).arg(two(whole / 60 % 60));
    return QStringLiteral("%1 d %2 h").arg(whole / 86400).arg(two(whole / 3600 % 24));
}

QString bytesText(double bytes) { return scaled(bytes, {" B", " kB", " MB", " GB", " TB"}); }
QString flopsText(double flops) { return scaled(flops, {" FLOP/s", " kFLOP/s", " MFLOP/s", " GFLOP/s", " TFLOP/s", " PFLOP/s"}); }
QString rateText(double perSecond) { return scaled(perSecond, {"/s", " k/s", " M/s", " G/s"}); }
QString percentText(double share) { return QLocale().toString(100 * share, 'f', std::abs(share) < 0.0995 ? 1 : 0) + QStringLiteral(" %"); }

QString whenText(double wallSeconds) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(wallSeconds * 1000)), QLocale::ShortFormat);
}

} // namespace lockstep::ui
