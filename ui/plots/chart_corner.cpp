#include "ui/plots/chart_corner.h"

#include "ui/plots/line_chart.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace lockstep::ui {

namespace {

QToolButton* button(QWidget* parent, const QString& iconName, const QString& name) {
    auto* made = new QToolButton(parent);
    made->setAutoRaise(true);
    made->setIcon(icon(iconName, IconTone::Muted));
    made->setIconSize({iconSize(), iconSize()});
    made->setToolTip(name);
    made->setAccessibleName(name);
    return made;
}

void addExports(QMenu* menu, LineChart* chart) {
    const std::pair<QString, ChartExport> rows[] = {{LineChart::tr("Copy image"), ChartExport::CopyImage},
                                                    {LineChart::tr("Copy data"), ChartExport::CopyData},
                                                    {LineChart::tr("Save PNG…"), ChartExport::Png},
                                                    {LineChart::tr("Save SVG…"), ChartExport::Svg},
                                                    {LineChart::tr("Save CSV…"), ChartExport::Csv}};
    for (const auto& [text, kind] : rows)
        QObject::connect(menu->addAction(text), &QAction::triggered, chart, [chart, kind = kind] { emit chart->exportRequested(kind); });
}

void addToggle(QMenu* menu, LineChart* chart, const QString& text, bool ChartOptions::*field) {
    auto* action = menu->addAction(text);
    action->setCheckable(true);
    QObject::connect(menu, &QMenu::aboutToShow, action, [=] { action->setChecked(chart->options().*field); });
    QObject::connect(action, &QAction::triggered, chart, [=](bool on) {
        auto options = chart->options();
        options.*field = on;
        emit chart->optionsChosen(options);
    });
}

} // namespace

QWidget* makeChartCorner(LineChart& chart) {
    auto* corner = new QWidget(&chart);
    auto* layout = new QHBoxLayout(corner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* fit = button(corner, QStringLiteral("fit"), LineChart::tr("Fit: show everything and follow (F)"));
    QObject::connect(fit, &QToolButton::clicked, &chart, &LineChart::fit);
    auto* more = button(corner, QStringLiteral("more"), LineChart::tr("Chart menu"));
    auto* menu = new QMenu(more);
    addToggle(menu, &chart, LineChart::tr("Logarithmic y (L)"), &ChartOptions::logY);
    addToggle(menu, &chart, LineChart::tr("Logarithmic x (Shift+L)"), &ChartOptions::logX);
    addToggle(menu, &chart, LineChart::tr("Ignore outliers"), &ChartOptions::ignoreOutliers);
    menu->addSeparator();
    addExports(menu, &chart);
    QObject::connect(more, &QToolButton::clicked, menu, [menu, more] { menu->popup(more->mapToGlobal(QPoint(0, more->height()))); });
    auto* pin = button(corner, QStringLiteral("pin"), LineChart::tr("Pin: keep this chart first (P)"));
    pin->setCheckable(true);
    QObject::connect(pin, &QToolButton::toggled, &chart, &LineChart::setPinned);
    QObject::connect(&chart, &LineChart::pinned, pin, &QToolButton::setChecked);
    auto* table = button(corner, QStringLiteral("table"), LineChart::tr("Data table: the points as figures (T)"));
    QObject::connect(table, &QToolButton::clicked, &chart, [&chart] { chart.showTable(!chart.isTableShown()); });
    layout->addWidget(pin);
    layout->addWidget(table);
    layout->addWidget(fit);
    layout->addWidget(more);
    return corner;
}

} // namespace lockstep::ui
