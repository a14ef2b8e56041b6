#include "ui/plots/chart_tickers.h"

#include "ui/models/number_text.h"
#include "ui/plots/chart_canvas.h"

#include <QDateTime>

#include <qcustomplot.h>

#include <cmath>

namespace lockstep::ui {

namespace {

/// 1,200,000 as "1.2M": what fits under an axis.
QString shortCount(double value) {
    constexpr std::pair<double, char> kUnits[] = {{1e9, 'G'}, {1e6, 'M'}, {1e4, 'k'}};
    for (const auto& [size, letter] : kUnits)
        if (std::abs(value) >= size) {
            const double unit = letter == 'k' ? 1e3 : size;
            return QLocale().toString(value / unit, 'g', 4) + QLatin1Char(letter);
        }
    return QLocale().toString(value, 'g', 6);
}

/// Whole seconds and minutes where people expect them: 1 2 5 10 15 30 s, min, h.
double niceTimeStep(double seconds) {
    constexpr double kSteps[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400};
    if (seconds < 1) return 0;
    for (const double step : kSteps)
        if (step >= seconds) return step;
    return std::ceil(seconds / 86400) * 86400;
}

template <class Base> class TextTicker : public Base {
public:
    std::function<QString(double)> text;
    std::function<double(double)> niceStep; ///< 0: the usual one

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return text(tick); }
    double getTickStep(const QCPRange& range) override {
        const double own = niceStep ? niceStep(range.size() / (this->tickCount() + 1e-10)) : 0;
        return own > 0 ? own : Base::getTickStep(range);
    }
};

QSharedPointer<QCPAxisTicker> make(bool logarithmic, std::function<QString(double)> text, std::function<double(double)> step = {}) {
    if (logarithmic) {
        auto ticker = QSharedPointer<TextTicker<QCPAxisTickerLog>>::create();
        ticker->text = std::move(text);
        return ticker;
    }
    auto ticker = QSharedPointer<TextTicker<QCPAxisTicker>>::create();
    ticker->text = std::move(text);
    ticker->niceStep = std::move(step);
    ticker->setTickCount(4);
    return ticker;
}

} // namespace

QString xTitle(XAxis axis) {
    switch (axis) {
    case XAxis::Elapsed: return QCoreApplication::translate("ChartAxis", "Elapsed time");
    case XAxis::Clock: return QCoreApplication::translate("ChartAxis", "Clock");
    case XAxis::Samples: return QCoreApplication::translate("ChartAxis", "Samples");
    case XAxis::Epoch: return QCoreApplication::translate("ChartAxis", "Epoch");
    case XAxis::Active: return QCoreApplication::translate("ChartAxis", "Active time");
    case XAxis::Step: break;
    }
    return QCoreApplication::translate("ChartAxis", "Step");
}

QString xText(double x, XAxis axis) {
    switch (axis) {
    case XAxis::Elapsed:
    case XAxis::Active: return durationText(x);
    case XAxis::Epoch: return QLocale().toString(x, 'f', 2);
    case XAxis::Clock: return QLocale().toString(QDateTime::fromMSecsSinceEpoch(std::llround(x * 1000)), QStringLiteral("HH:mm:ss"));
    case XAxis::Samples:
    case XAxis::Step: break;
    }
    return countText(std::llround(x));
}

QSharedPointer<QCPAxisTicker> xTicker(XAxis axis, bool logarithmic) {
    if (axis == XAxis::Epoch) return make(logarithmic, shortCount);
    if (axis == XAxis::Step || axis == XAxis::Samples)
        return make(logarithmic, shortCount, [](double step) { return step < 1 ? 1.0 : 0.0; }); // no half steps
    return make(
        logarithmic, [axis](double x) { return xText(x, axis); }, niceTimeStep);
}

QSharedPointer<QCPAxisTicker> yTicker(ValueFormat format, bool logarithmic) {
    return make(logarithmic, [format](double y) { return valueText(std::abs(y) < 1e-15 ? 0 : y, format); });
}

} // namespace lockstep::ui
