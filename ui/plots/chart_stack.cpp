#include "ui/plots/chart_stack.h"

#include "session/run_view.h"
#include "ui/plots/chart_bar.h"
#include "ui/plots/line_chart.h"
#include "ui/plots/plot_registry.h"
#include "ui/plots/repaint_governor.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>

#include <algorithm>

namespace lockstep::ui {

namespace {

constexpr int kColumnWidth = 120; ///< in space(1): below twice that, one column

/// The card a chart stands on.
class ChartCard : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        drawBox(&painter, rect(), colors().surface, colors().border, 1.5 * cornerRadius());
    }
};

bool isActive(const session::RunView& view) {
    return view.state >= session::RunState::Preparing && view.state <= session::RunState::Stopping &&
           view.state != session::RunState::Paused;
}

} // namespace

ChartStack::ChartStack(QWidget* parent)
    : QWidget(parent), m_bar(new ChartBar(this)), m_scroll(new QScrollArea(this)), m_ground(new QWidget), m_grid(new QGridLayout(m_ground)),
      m_governor(new RepaintGovernor(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(space(2));
    m_scroll->setWidget(m_ground);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_ground->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space(2));
    layout->addWidget(m_bar);
    layout->addWidget(m_scroll, 1);
    connect(m_bar, &ChartBar::optionsChanged, this, &ChartStack::setOptions);
    connect(m_bar, &ChartBar::fitRequested, this, [this] {
        for (auto* chart : m_charts) chart->fit();
    });
}

LineChart* ChartStack::chart(const QString& id) const {
    const auto found = std::find_if(m_charts.begin(), m_charts.end(), [&](const LineChart* chart) { return chart->spec().id == id; });
    return found == m_charts.end() ? nullptr : *found;
}

void ChartStack::setRuns(const std::vector<std::shared_ptr<const session::RunView>>& views) {
    m_views = views;
    std::vector<ChartSpec> specs;
    for (const auto& view : views)
        for (auto& spec : chartsOf(*view))
            if (std::none_of(specs.begin(), specs.end(), [&](const ChartSpec& known) { return known.id == spec.id; }))
                specs.push_back(std::move(spec));
    const bool several = views.size() > 1;
    if (several) std::erase_if(specs, [](const ChartSpec& spec) { return spec.id == QLatin1String("time"); }); // parts of one run only
    ensureCharts(specs);
    m_governor->setShare(std::any_of(views.begin(), views.end(), [](const auto& view) { return isActive(*view); }) ? 0.015 : 0.5);
    findPaces();
    for (auto* chart : m_charts) {
        std::vector<ChartCurve> curves;
        for (std::size_t v = 0; v < views.size(); ++v) {
            auto own = curvesOf(*views[v], chart->spec().id, several);
            for (auto& curve : own) curve.pace = m_paces[v];
            std::move(own.begin(), own.end(), std::back_inserter(curves));
        }
        chart->setCurves(std::move(curves));
    }
    showEvents();
}

/// A pace that did not change stays the same object: what was drawn by it is still good.
void ChartStack::findPaces() {
    auto before = std::move(m_paces);
    m_paces.clear();
    bool samples = true, epochs = true;
    for (std::size_t v = 0; v < m_views.size(); ++v) {
        auto pace = paceOf(*m_views[v]);
        if (v < before.size() && *before[v] == *pace) pace = before[v];
        samples = samples && pace->samplesPerStep > 0, epochs = epochs && pace->epochsPerStep > 0;
        m_paces.push_back(std::move(pace));
    }
    m_bar->setAvailable(samples, epochs);
}

void ChartStack::showEvents() {
    if (m_views.size() != 1) {
        for (auto* chart : m_charts) chart->setEvents({});
        return;
    }
    const auto events = eventsOf(*m_views.front(), XScale(m_options.xAxis, m_paces.front()));
    for (auto* chart : m_charts) chart->setEvents(events);
}

void ChartStack::ensureCharts(const std::vector<ChartSpec>& specs) {
    const auto sameIds = std::equal(specs.begin(), specs.end(), m_charts.begin(), m_charts.end(),
                                    [](const ChartSpec& spec, const LineChart* chart) { return spec.id == chart->spec().id; });
    if (sameIds) return;
    std::vector<LineChart*> charts;
    for (const auto& spec : specs) {
        auto* known = chart(spec.id);
        charts.push_back(known ? known : makeChart(spec));
    }
    for (auto* old : m_charts)
        if (std::find(charts.begin(), charts.end(), old) == charts.end()) delete old->parentWidget();
    m_charts = std::move(charts);
    m_columns = 0;
    arrange();
}

LineChart* ChartStack::makeChart(const ChartSpec& spec) {
    auto* card = new ChartCard(m_ground);
    auto* made = new LineChart(spec, *m_governor, card);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(space(1), space(1), space(1), space(1));
    layout->addWidget(made);
    made->setObjectName(QStringLiteral("chart-") + spec.id);
    made->setOptions(m_options);
    link(made);
    card->show();
    return made;
}

void ChartStack::link(LineChart* chart) {
    connect(chart, &LineChart::xRangeChosen, this, [this, chart](const ChartRange& range) {
        for (auto* other : m_charts)
            if (other != chart && m_bar->isLinked()) other->setXRange(range);
    });
    connect(chart, &LineChart::xFollowed, this, [this, chart] {
        for (auto* other : m_charts)
            if (other != chart && m_bar->isLinked() && !other->followsX()) other->followX();
    });
    connect(chart, &LineChart::optionsChosen, this, [this, chart](const ChartOptions& options) {
        auto shared = m_options;
        shared.logX = options.logX; // x is common to all; the rest is this chart's own
        chart->setOptions(options);
        if (shared.logX != m_options.logX)
            for (auto* other : m_charts) {
                auto own = other->options();
                own.logX = shared.logX;
                other->setOptions(own);
            }
        m_options.logX = shared.logX;
    });
    connect(chart, &LineChart::rangePicked, this, [this, chart](const std::optional<ChartRange>& range) {
        for (auto* other : m_charts)
            if (other != chart) other->setPicked(range);
    });
    connect(chart, &LineChart::pinned, this, &ChartStack::pinnedFirst);
    connect(chart, &LineChart::hovered, this, [this](int ordinal) { emit hovered(m_views.size() > 1 ? ordinal : -1); });
    connect(chart, &LineChart::wheelHint, this, [this] { m_bar->showHint(tr("Ctrl + wheel zooms")); });
    connect(chart, &LineChart::exportRequested, this, [this, chart](ChartExport kind) { emit exportRequested(chart, kind); });
}

void ChartStack::setOptions(const ChartOptions& options) {
    m_options = options;
    m_bar->setOptions(options);
    for (auto* chart : m_charts) chart->setOptions(options);
    showEvents();
}

void ChartStack::setHighlighted(int ordinal) {
    for (auto* chart : m_charts) chart->setHighlighted(ordinal);
}

void ChartStack::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void ChartStack::pinnedFirst() {
    m_columns = 0;
    arrange();
}

/// Pinned charts first, in order; the first over the whole width, the others beside each other where there is room.
void ChartStack::arrange() {
    const int columns = width() >= 2 * space(kColumnWidth) * 0.75 ? 2 : 1;
    if (columns == m_columns) return;
    m_columns = columns;
    int row = 0, column = 0;
    auto charts = m_charts;
    std::stable_partition(charts.begin(), charts.end(), [](const LineChart* chart) { return chart->isPinned(); });
    for (std::size_t i = 0; i < charts.size(); ++i) {
        auto* card = charts[i]->parentWidget();
        m_grid->removeWidget(card);
        const bool wide = i == 0 || (i + 1 == charts.size() && column == 0);
        card->setMinimumHeight(i == 0 ? space(62) : space(42));
        m_grid->addWidget(card, row, column, 1, wide ? columns : 1);
        column = wide ? columns : column + 1;
        if (column >= columns) ++row, column = 0;
    }
    for (int i = 0; i <= row; ++i) m_grid->setRowStretch(i, i == 0 ? 3 : 2);
}

} // namespace lockstep::ui
