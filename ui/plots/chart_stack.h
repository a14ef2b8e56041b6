// Charts of one or more runs, their x axes linked, under one bar of controls (smoothing, raw line, x axis, log).
#pragma once

#include "ui/plots/chart_types.h"

#include <QWidget>

#include <memory>
#include <vector>

class QGridLayout;
class QScrollArea;

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class ChartBar;
class LineChart;
class RepaintGovernor;

class ChartStack : public QWidget {
    Q_OBJECT

public:
    explicit ChartStack(QWidget* parent = nullptr);

    /// Charts of all these runs; charts that stay keep their ranges. More than one run: dashes tell them apart.
    void setRuns(const std::vector<std::shared_ptr<const session::RunView>>& views);
    LineChart* chart(const QString& id) const;
    const std::vector<LineChart*>& charts() const { return m_charts; }
    RepaintGovernor& governor() { return *m_governor; }
    ChartBar& bar() { return *m_bar; }
    void setOptions(const ChartOptions& options);
    const ChartOptions& options() const { return m_options; }
    void setHighlighted(int ordinal);

signals:
    void exportRequested(lockstep::ui::LineChart* chart, lockstep::ui::ChartExport kind);
    void hovered(int ordinal);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void ensureCharts(const std::vector<ChartSpec>& specs);
    LineChart* makeChart(const ChartSpec& spec);
    void link(LineChart* chart);
    void arrange();
    void findPaces();
    void showEvents();
    void pinnedFirst();

    ChartBar* m_bar;
    QScrollArea* m_scroll;
    QWidget* m_ground;
    QGridLayout* m_grid;
    RepaintGovernor* m_governor;
    std::vector<LineChart*> m_charts;
    std::vector<std::shared_ptr<const session::RunView>> m_views;
    std::vector<std::shared_ptr<const RunPace>> m_paces; ///< of the views
    ChartOptions m_options;
    int m_columns = 0;
};

} // namespace lockstep::ui
