#include "ui/plots/line_chart.h"

#include "ui/plots/chart_canvas.h"
#include "ui/plots/chart_corner.h"
#include "ui/plots/chart_export.h"
#include "ui/plots/chart_gestures.h"
#include "ui/plots/chart_ranges.h"
#include "ui/plots/chart_table.h"
#include "ui/plots/chart_tickers.h"
#include "ui/plots/curve_store.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QLabel>

#include <qcustomplot.h>

#include <cmath>

namespace lockstep::ui {

namespace {
constexpr double kFadedStrength = 0.2;    // C7
constexpr int kEventReach = 6;            ///< px
constexpr int kCalmMs = 150;              ///< after a gesture, lines are drawn fine again
constexpr std::size_t kFinePoints = 8000; ///< more are too dear to antialias
} // namespace

class LineChart::Paint : public Repaintable {
public:
    explicit Paint(LineChart& chart) : m_chart(chart) {}
    bool wantsPaint() const override {
        const bool seen = m_chart.isVisible() && !m_chart.visibleRegion().isEmpty();
        m_chart.m_missed = !seen;
        return seen;
    }
    void paintNow() override {
        const double start = RepaintGovernor::threadCpuMs();
        m_chart.rebuild();
        m_chart.m_canvas->replotQueued();
        m_chart.m_governor.spent(RepaintGovernor::threadCpuMs() - start);
    }

private:
    LineChart& m_chart;
};

LineChart::LineChart(ChartSpec spec, RepaintGovernor& governor, QWidget* parent)
    : QWidget(parent), m_spec(std::move(spec)), m_governor(governor), m_store(new CurveStore), m_paint(new Paint(*this)) {
    m_canvas = new ChartCanvas(m_spec.format, this);
    m_readOut = new ChartReadOut(*m_canvas, m_spec.format, m_canvas->plot());
    m_gestures = new ChartGestures(*this);
    m_title = new QLabel(m_spec.title, this);
    m_title->setFont(scaledFont(1.0, true));
    m_note = new QLabel(this);
    m_note->setFont(scaledFont(0.9));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(space(1.5), 0, 0, 0);
    head->addWidget(m_title);
    head->addWidget(m_note, 1);
    head->addWidget(makeChartCorner(*this));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(space(1.5), space(1), space(1.5), space(1));
    layout->setSpacing(0);
    layout->addLayout(head);
    m_body = new QHBoxLayout;
    m_body->setSpacing(0);
    m_body->addWidget(m_canvas->plot(), 3);
    layout->addLayout(m_body, 1);
    setMinimumHeight(space(34));
    m_canvas->plot()->setAccessibleName(tr("Chart: %1").arg(m_spec.title));
    connect(m_canvas, &ChartCanvas::painted, this, [this](double cpuMs) {
        m_governor.spent(cpuMs);
        m_painted = m_canvas->columns() == m_drawnColumns;
        if (!m_painted) refresh(true); // the layout came after the lines
    });
    m_calm.setSingleShot(true);
    m_calm.setInterval(kCalmMs);
    connect(&m_calm, &QTimer::timeout, this, [this] { refresh(true); });
    connect(m_store.get(), &CurveStore::ready, this, [this] { refresh(true); });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_canvas->applyTheme();
        refresh(true);
    });
}

LineChart::~LineChart() = default;

void LineChart::setCurves(std::vector<ChartCurve> curves) {
    m_curves = std::move(curves);
    m_store->update(m_curves, {m_options.method, m_spec.smoothable ? m_options.smoothing : 0});
    refresh(false);
}

void LineChart::setEvents(std::vector<ChartEvent> events) {
    m_events = std::move(events);
    refresh(false);
}

void LineChart::setOptions(const ChartOptions& options) {
    if (options == m_options) return;
    if (options.xAxis != m_options.xAxis || options.logX != m_options.logX) m_userX = false;
    if (options.logY != m_options.logY) m_userY = false;
    m_options = options;
    m_canvas->setAxes(options);
    m_store->update(m_curves, {m_options.method, m_spec.smoothable ? m_options.smoothing : 0});
    refresh(true);
}

bool LineChart::isSmoothing() const { return m_store->isWorking(); }

void LineChart::setHighlighted(int ordinal) {
    if (std::exchange(m_highlighted, ordinal) != ordinal) refresh(true);
}

void LineChart::fit() {
    m_userX = m_userY = false;
    refresh(true);
    emit xFollowed();
}

void LineChart::followX() {
    m_userX = false;
    refresh(true);
}

ChartRange LineChart::xRange() const { return m_canvas->x(); }
ChartRange LineChart::yRange() const { return m_canvas->y(); }
QRect LineChart::drawingArea() const { return m_canvas->drawingArea(); }
QCustomPlot* LineChart::plot() const { return m_canvas->plot(); }

void LineChart::setXRange(const ChartRange& range) {
    m_userX = true;
    m_canvas->setBand(range, m_canvas->y());
    refresh(true);
}

void LineChart::chooseX(const ChartRange& range) {
    m_calm.start();
    setXRange(range);
    emit xRangeChosen(range);
}

void LineChart::chooseY(const ChartRange& range) {
    m_calm.start();
    m_userY = true;
    m_canvas->setBand(m_canvas->x(), range);
    refresh(true);
}

void LineChart::zoomTo(const ChartRange& x, const ChartRange& y) {
    if (y != yRange()) chooseY(y);
    if (x != xRange()) chooseX(x);
}

void LineChart::refresh(bool gesture) {
    m_painted = false;
    if (gesture)
        m_governor.requestNow(m_paint.get());
    else
        m_governor.request(m_paint.get());
}

void LineChart::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh(true); // requests made while hidden were dropped
}

/// Scrolled into view: what was asked for meanwhile is made now.
void LineChart::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    if (std::exchange(m_missed, false)) refresh(true);
}

void LineChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_readOut->setGeometry(m_canvas->plot()->rect());
    refresh(true);
}

void LineChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) m_canvas->applyTheme();
}

void LineChart::rebuild() {
    m_readOut->setGeometry(m_canvas->plot()->rect());
    const auto x = m_userX ? m_canvas->x() : wholeX();
    m_canvas->setBand(x, m_canvas->y());
    drawCurves();
}

ChartRange LineChart::wholeX() const {
    XRangeFinder finder(m_options.logX);
    for (const auto& curve : m_curves)
        if (const auto extent = xExtent(curve.series, XScale(m_options.xAxis, curve.pace))) finder.add(m_options.xAxis, *extent);
    return finder.range();
}

CurveRequest LineChart::requestFor(const ChartCurve& curve) const {
    const auto x = m_canvas->x();
    CurveRequest request{XScale(m_options.xAxis, curve.pace), m_options.logX, m_options.logY, x.lower, x.upper, m_drawnColumns, {}, false};
    for (const auto& event : m_events) request.keep.push_back(event.x);
    return request;
}

bool LineChart::smooths(const ChartCurve& curve) const { return m_store->isSmoothed() && curve.role == CurveRole::Train; }

void LineChart::drawCurves() {
    m_canvas->clear();
    m_drawnColumns = m_canvas->columns();
    m_drawn.beginPass();
    YRangeFinder y(m_options, m_spec.fromZero);
    bool anyFinite = m_curves.empty();
    std::size_t points = 0;
    std::vector<Line> behind, front;
    for (const auto& curve : m_curves) {
        const bool smooth = smooths(curve);
        auto request = requestFor(curve);
        request.marksOnly = smooth && !m_options.showRaw;
        const auto raw = m_drawn.drawn(curve.key, curve.series, request);
        request.marksOnly = false;
        anyFinite = anyFinite || raw->anyFinite;
        m_canvas->addMarks(curve, *raw, strengthOf(curve));
        front.push_back({&curve, smooth ? m_drawn.drawn(curve.key + QLatin1Char('~'), m_store->smoothed(curve), request) : raw});
        if (smooth && m_options.showRaw) behind.push_back({&curve, raw});
        if (!curve.markBest) continue;
        if (const auto best = lowestPoint(curve.series, request.xAxis)) m_canvas->addBest(curve, best->x);
    }
    m_drawn.endPass();
    for (const auto* lines : {&behind, &front})
        for (const auto& line : *lines) y.add(*line.drawn), points += line.drawn->drawnPoints();
    const bool fine = points <= kFinePoints && !m_calm.isActive();
    for (const auto& line : behind) m_canvas->addLine(*line.curve, *line.drawn, ChartCanvas::Weight::Behind, strengthOf(*line.curve), fine);
    for (const auto& line : front) {
        const bool full = m_store->isSmoothed() || line.curve->role == CurveRole::Validation || !m_spec.smoothable;
        m_canvas->addLine(*line.curve, *line.drawn, full ? ChartCanvas::Weight::Full : ChartCanvas::Weight::Hairline,
                          strengthOf(*line.curve), fine);
    }
    m_canvas->setEvents(m_events);
    m_canvas->setPicked(m_picked);
    m_canvas->setBand(m_canvas->x(), m_userY ? m_canvas->y() : y.range());
    updateNote(anyFinite);
    fillTable();
}

void LineChart::setPicked(const std::optional<ChartRange>& range) {
    if (m_picked == range) return;
    m_picked = range;
    refresh(true);
}

void LineChart::pick(const std::optional<ChartRange>& range) {
    setPicked(range);
    emit rangePicked(range);
}

/// The step of the nearest point.
void LineChart::pickAt(const QPointF& position) {
    const auto content = readOutContent(position);
    if (!content.rows.empty()) pick(ChartRange{content.rows.front().x, content.rows.front().x});
}

void LineChart::showTable(bool on) {
    if (on && !m_table) {
        m_table = new ChartTable(m_spec.title, m_spec.format, this);
        m_body->addWidget(m_table, 2);
    }
    if (m_table) m_table->setVisible(on);
    refresh(true);
}

bool LineChart::isTableShown() const { return m_table && m_table->isVisibleTo(this); }

void LineChart::fillTable() {
    if (!isTableShown()) return;
    std::vector<ChartPointsModel::Source> sources;
    for (const auto& curve : m_curves) sources.push_back({curve, smooths(curve) ? m_store->smoothed(curve) : curve.series});
    m_table->points().show(std::move(sources), m_options.xAxis, m_picked ? *m_picked : m_canvas->x());
    if (!m_picked) {
        m_table->range().clear();
        return m_table->setPicked({});
    }
    m_table->range().show(m_curves, m_options.xAxis, *m_picked);
    const auto from = xText(m_picked->lower, m_options.xAxis), to = xText(m_picked->upper, m_options.xAxis);
    m_table->setPicked(from == to ? QStringLiteral("%1 %2").arg(xTitle(m_options.xAxis), from)
                                  : tr("%1 %2 to %3").arg(xTitle(m_options.xAxis), from, to));
}

void LineChart::setPinned(bool on) {
    if (std::exchange(m_pinned, on) != on) emit pinned(on);
}

std::optional<double> LineChart::bestX() const {
    std::optional<CurvePoint> best;
    for (const auto role : {CurveRole::Validation, CurveRole::Train}) {
        for (const auto& curve : m_curves) {
            if (curve.role != role) continue;
            const XScale scale(m_options.xAxis, curve.pace);
            const auto point = m_spec.higherIsBetter ? highestPoint(curve.series, scale) : lowestPoint(curve.series, scale);
            if (point && (!best || (m_spec.higherIsBetter ? point->y > best->y : point->y < best->y))) best = point;
        }
        if (best) return best->x;
    }
    return std::nullopt;
}

std::optional<double> LineChart::nextRemarkableX(double x) const {
    std::optional<double> next;
    const auto take = [&](double at) {
        if (at > x && (!next || at < *next)) next = at;
    };
    for (const auto& event : m_events) take(event.x);
    for (const auto& curve : m_curves)
        if (const auto bad = nextNonFinite(curve.series, XScale(m_options.xAxis, curve.pace), x)) take(*bad);
    return next;
}

void LineChart::bringIntoView(double x) {
    const auto range = xRange();
    if (x >= range.lower && x <= range.upper) return;
    chooseX({x - range.size() / 2, x + range.size() / 2});
}

double LineChart::strengthOf(const ChartCurve& curve) const {
    return m_highlighted >= 0 && curve.ordinal != m_highlighted ? kFadedStrength : 1.0;
}

void LineChart::updateNote(bool anyFinite) {
    const auto empty = std::all_of(m_curves.begin(), m_curves.end(), [](const auto& curve) { return curve.series.empty(); });
    m_note->setText(empty ? tr("no data yet") : anyFinite ? QString() : tr("no finite value"));
}

void LineChart::readOutAt(const QPointF& position) {
    if (position.isNull() || !drawingArea().contains(position.toPoint()) || m_curves.empty()) {
        if (m_readOut->isShowing()) emit hovered(-1);
        return m_readOut->clear();
    }
    auto content = readOutContent(position);
    emit hovered(content.rows.empty() || content.rows.front().pixelDistance > 30 ? -1 : content.rows.front().ordinal);
    m_readOut->show(position, std::move(content));
}

ChartReadOut::Content LineChart::readOutContent(const QPointF& position) const {
    const auto* plot = m_canvas->plot();
    const double x = plot->xAxis->pixelToCoord(position.x());
    ChartReadOut::Content content;
    content.head = QStringLiteral("%1 %2").arg(xTitle(m_options.xAxis), xText(x, m_options.xAxis));
    for (const auto& curve : m_curves) {
        const XScale scale(m_options.xAxis, curve.pace);
        const auto raw = nearestPoint(curve.series, scale, x);
        if (!raw) continue;
        const auto drawn = smooths(curve) ? nearestPoint(m_store->smoothed(curve), scale, x) : raw;
        ChartReadOut::Row row{
            curve.run, curve.ordinal, curve.role == CurveRole::Validation, drawn ? drawn->y : raw->y, raw->y, raw->step, raw->x, 0, {}};
        row.pixel = {plot->xAxis->coordToPixel(raw->x), plot->yAxis->coordToPixel(row.smoothed)};
        const auto away = row.pixel - position;
        row.pixelDistance = std::isfinite(away.y()) ? std::hypot(away.x(), away.y()) : 1e9;
        content.rows.push_back(row);
    }
    std::stable_sort(content.rows.begin(), content.rows.end(),
                     [](const auto& a, const auto& b) { return a.pixelDistance < b.pixelDistance; });
    for (const auto& event : m_events)
        if (std::abs(plot->xAxis->coordToPixel(event.x) - position.x()) <= kEventReach) content.remarks << event.text;
    return content;
}

void LineChart::paintImmediately() {
    rebuild();
    m_canvas->plot()->replot(QCustomPlot::rpImmediateRefresh);
    rebuild(); // margins follow the labels of the first pass, columns follow the margins
    m_canvas->plot()->replot(QCustomPlot::rpImmediateRefresh);
}

QImage LineChart::image(double scale) {
    rebuild();
    return m_canvas->plot()->toPixmap(0, 0, scale).toImage();
}

bool LineChart::savePng(const QString& path) { return image(2).save(path, "PNG"); }
bool LineChart::saveSvg(const QString& path) {
    rebuild();
    return writeChartSvg(*m_canvas->plot(), m_spec.title, path);
}
QString LineChart::csv() const { return chartCsv(m_curves); }

} // namespace lockstep::ui
