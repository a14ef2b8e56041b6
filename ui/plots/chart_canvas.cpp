#include "ui/plots/chart_canvas.h"

#include "ui/models/number_text.h"
#include "ui/plots/chart_marks.h"
#include "ui/plots/chart_tickers.h"
#include "ui/plots/curve_line.h"
#include "ui/plots/repaint_governor.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

#include <cmath>

namespace lockstep::ui {

namespace {

constexpr double kSupersededStrength = 0.4; // C13
constexpr double kBehindStrength = 0.25;    // C2
constexpr int kMarkerSpacing = 6;           ///< px between round markers of a validation curve

QPen penOf(const ChartCurve& curve, ChartCanvas::Weight weight, double strength) {
    const auto color = mixed(Theme::instance().runColor(curve.ordinal), colors().surface, strength);
    const auto dash = Theme::runDash(curve.ordinal);
    const bool dashed = curve.dashed && !dash.isEmpty();
    // Dashes are drawn by the painter at a tolerable price only as hairlines (GUI.md section 7).
    QPen pen(color, weight == ChartCanvas::Weight::Full && !dashed ? 1.6 : 1.0);
    if (dashed && weight != ChartCanvas::Weight::Behind) pen.setDashPattern(dash);
    pen.setCosmetic(true);
    if (weight != ChartCanvas::Weight::Full || dashed) pen.setWidth(0);
    return pen;
}

QVector<QCPGraphData> dataOf(const DrawnPiece& piece) {
    QVector<QCPGraphData> data(static_cast<qsizetype>(piece.x.size()));
    for (std::size_t i = 0; i < piece.x.size(); ++i) data[static_cast<qsizetype>(i)] = {piece.x[i], piece.y[i]};
    return data;
}

} // namespace

QString valueText(double value, ValueFormat format) {
    if (!std::isfinite(value)) return numberText(value);
    switch (format) {
    case ValueFormat::Percent: return percentText(value);
    case ValueFormat::Bytes: return bytesText(value);
    case ValueFormat::PerSecond: return rateText(value);
    case ValueFormat::Milliseconds: return QCoreApplication::translate("ChartValues", "%1 ms").arg(numberText(value));
    case ValueFormat::Plain: break;
    }
    return numberText(value);
}

QColor mixed(const QColor& color, const QColor& ground, double opacity) {
    const auto mix = [&](double a, double b) { return opacity * a + (1 - opacity) * b; };
    return QColor::fromRgbF(static_cast<float>(mix(color.redF(), ground.redF())), static_cast<float>(mix(color.greenF(), ground.greenF())),
                            static_cast<float>(mix(color.blueF(), ground.blueF())));
}

ChartCanvas::ChartCanvas(ValueFormat format, QWidget* parent) : QObject(parent), m_format(format), m_plot(new QCustomPlot(parent)) {
    m_plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setInteractions(QCP::iNone);
    m_plot->setMouseTracking(true);
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid | QCP::aeSubGrid);
    m_marks = new ChartMarks(m_plot);
    m_plot->axisRect()->setMinimumMargins(QMargins(space(1), space(1), space(2), 0));
    m_plot->plotLayout()->setMargins(QMargins(0, 0, 0, 0));
    connect(m_plot, &QCustomPlot::beforeReplot, this, [this] { m_paintStart = RepaintGovernor::threadCpuMs(); });
    connect(m_plot, &QCustomPlot::afterReplot, this, [this] { emit painted(RepaintGovernor::threadCpuMs() - m_paintStart); });
    applyTheme();
    setAxes({});
}

void ChartCanvas::styleAxis(bool horizontal) {
    auto* axis = horizontal ? m_plot->xAxis : m_plot->yAxis;
    const auto& c = colors();
    axis->setBasePen(horizontal ? QPen(c.border) : QPen(Qt::NoPen));
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(c.axisText);
    axis->setTickLabelFont(scaledFont(0.85));
    axis->setTickLabelPadding(space(1));
    axis->setLabelColor(c.axisText);
    axis->setLabelFont(scaledFont(0.85));
    axis->setLabelPadding(space(0.5));
    axis->grid()->setPen(QPen(c.gridLine, 0));
    axis->grid()->setZeroLinePen(QPen(c.gridLine, 0));
    axis->grid()->setVisible(!horizontal);
}

void ChartCanvas::applyTheme() {
    m_plot->setBackground(colors().surface);
    styleAxis(true);
    styleAxis(false);
}

void ChartCanvas::setAxes(const ChartOptions& options) {
    const auto type = [](bool logarithmic) { return logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear; };
    m_plot->xAxis->setScaleType(type(options.logX));
    m_plot->yAxis->setScaleType(type(options.logY));
    m_plot->xAxis->setTicker(xTicker(options.xAxis, options.logX));
    m_plot->yAxis->setTicker(yTicker(m_format, options.logY));
    const auto title = xTitle(options.xAxis);
    m_plot->xAxis->setLabel(options.logX ? QCoreApplication::translate("ChartAxis", "%1, log scale").arg(title) : title);
    m_plot->yAxis->setLabel(options.logY ? QCoreApplication::translate("ChartAxis", "log scale") : QString());
}

void ChartCanvas::clear() {
    m_plot->clearPlottables();
    m_marks->clear();
}

void ChartCanvas::addLine(const ChartCurve& curve, const DrawnCurve& drawn, Weight weight, double strength, bool fine) {
    if (weight == Weight::Behind) strength *= kBehindStrength;
    for (const auto& piece : drawn.pieces) {
        auto* graph = new CurveLine(m_plot->xAxis, m_plot->yAxis); // the plot's
        graph->setAdaptiveSampling(false);                         // the points are one column's already
        graph->setAntialiased(fine && weight != Weight::Hairline);
        graph->setPen(penOf(curve, weight, strength * (piece.superseded ? kSupersededStrength : 1)));
        graph->data()->set(dataOf(piece), true);
        if (curve.role != CurveRole::Validation) continue;
        const auto spacing =
            static_cast<double>(m_plot->axisRect()->width()) / static_cast<double>(std::max<std::size_t>(piece.x.size(), 1));
        if (spacing < kMarkerSpacing && piece.x.size() > 2) continue;
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, graph->pen().color(), graph->pen().color(), 6));
        graph->setAntialiasedScatters(true);
    }
}

void ChartCanvas::addMarks(const ChartCurve& curve, const DrawnCurve& drawn, double strength) {
    m_marks->add(drawn, mixed(Theme::instance().runColor(curve.ordinal), colors().surface, strength));
}

void ChartCanvas::addBest(const ChartCurve& curve, double x) { m_marks->addBest(x, Theme::instance().runColor(curve.ordinal)); }
void ChartCanvas::setEvents(const std::vector<ChartEvent>& events) { m_marks->setEvents(events); }

void ChartCanvas::setPicked(const std::optional<ChartRange>& x) { m_marks->setPicked(x); }

void ChartCanvas::setBand(const ChartRange& x, const ChartRange& y) {
    m_plot->xAxis->setRange(x.lower, x.upper);
    m_plot->yAxis->setRange(y.lower, y.upper);
}

ChartRange ChartCanvas::x() const { return {m_plot->xAxis->range().lower, m_plot->xAxis->range().upper}; }
ChartRange ChartCanvas::y() const { return {m_plot->yAxis->range().lower, m_plot->yAxis->range().upper}; }

int ChartCanvas::columns() const {
    return std::max(1, static_cast<int>(std::ceil(m_plot->axisRect()->width() * m_plot->bufferDevicePixelRatio())));
}

QRect ChartCanvas::drawingArea() const { return m_plot->axisRect()->rect(); }
void ChartCanvas::replotQueued() { m_plot->replot(QCustomPlot::rpQueuedReplot); }
void ChartCanvas::replotNow() { m_plot->replot(QCustomPlot::rpQueuedRefresh); }

} // namespace lockstep::ui
