#include "ui/plots/chart_table.h"

#include "ui/theme/metrics.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

namespace lockstep::ui {

namespace {
constexpr int kRowsOfRange = 4;
}

ChartTable::ChartTable(const QString& title, ValueFormat format, QWidget* parent)
    : QWidget(parent), m_points(new ChartPointsModel(format, this)), m_range(new ChartRangeModel(format, this)), m_picked(new QLabel(this)),
      m_rangeView(makeView(m_range, tr("Figures of the picked range: %1").arg(title))),
      m_pointsView(makeView(m_points, tr("Points of the chart: %1").arg(title))) {
    const int row = m_rangeView->verticalHeader()->defaultSectionSize();
    m_rangeView->setFixedHeight((kRowsOfRange + 1) * row);
    m_picked->setFont(scaledFont(0.9, true));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(space(1), 0, 0, 0);
    layout->setSpacing(space(1));
    layout->addWidget(m_picked);
    layout->addWidget(m_rangeView);
    layout->addWidget(m_pointsView, 1);
    setPicked({});
}

QTableView* ChartTable::makeView(QAbstractItemModel* model, const QString& name) {
    auto* view = new QTableView(this);
    view->setModel(model);
    view->setAccessibleName(name);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setTabKeyNavigation(false);
    view->setFont(scaledFont(0.9));
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(QFontMetrics(view->font()).height() + space(1));
    view->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < model->columnCount(); ++column)
        view->setColumnWidth(column, QFontMetrics(view->font()).horizontalAdvance(QStringLiteral("00,000,000")) + space(2));
    return view;
}

void ChartTable::setPicked(const QString& what) {
    m_picked->setText(what);
    m_picked->setVisible(!what.isEmpty());
    m_rangeView->setVisible(!what.isEmpty());
}

} // namespace lockstep::ui
