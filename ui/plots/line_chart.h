// One chart of curves over steps or time (GUI.md C1-C18). QCustomPlot stays behind it.
#pragma once

#include "ui/plots/chart_read_out.h"
#include "ui/plots/chart_types.h"
#include "ui/plots/drawn_cache.h"
#include "ui/plots/repaint_governor.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QBoxLayout;
class QCustomPlot;
class QLabel;

namespace lockstep::ui {

class ChartCanvas;
class ChartGestures;
class ChartTable;
class CurveStore;

class LineChart : public QWidget {
    Q_OBJECT

public:
    LineChart(ChartSpec spec, RepaintGovernor& governor, QWidget* parent = nullptr);
    ~LineChart() override;

    const ChartSpec& spec() const { return m_spec; }
    /// New or grown curves; keys tell which is which. Repainted when the governor allows. The user's range stays.
    void setCurves(std::vector<ChartCurve> curves);
    const std::vector<ChartCurve>& curves() const { return m_curves; }
    void setEvents(std::vector<ChartEvent> events);
    void setOptions(const ChartOptions& options);
    const ChartOptions& options() const { return m_options; }
    /// A worker is at a new smoothing; the old one is shown meanwhile.
    bool isSmoothing() const;
    /// Draws all other runs at 20 %; -1: none.
    void setHighlighted(int ordinal);

    /// Everything in view; follows new points again.
    void fit();
    bool followsX() const { return !m_userX; }
    bool followsY() const { return !m_userY; }
    ChartRange xRange() const;
    ChartRange yRange() const;
    /// A range chosen on a linked chart.
    void setXRange(const ChartRange& range);
    void followX();
    void zoomTo(const ChartRange& x, const ChartRange& y); ///< as a drag of the box does

    bool hasPainted() const { return m_painted; } ///< since the last change of curves or options
    /// A step (both ends equal) or a range of x, marked and told in figures; nothing: none (GUI.md C16).
    void setPicked(const std::optional<ChartRange>& range);
    const std::optional<ChartRange>& picked() const { return m_picked; }
    /// The table beside the lines; made when first shown.
    void showTable(bool on);
    ChartTable* table() const { return m_table; } ///< none before
    bool isTableShown() const;
    void setPinned(bool on); ///< says so; the stack puts pinned charts first
    bool isPinned() const { return m_pinned; }
    /// x of the best value: of validation if there is any.
    std::optional<double> bestX() const;
    /// x of the first event or non-finite value after `x`.
    std::optional<double> nextRemarkableX(double x) const;

    /// Paints now, whatever the governor says (tests, exports).
    void paintImmediately();
    QImage image(double scale);
    bool savePng(const QString& path);
    bool saveSvg(const QString& path);
    /// The stored points of the newest pieces: run, name, step, wall_s, value.
    QString csv() const;
    QCustomPlot* plot() const; ///< for tests of what was painted

signals:
    void xRangeChosen(const lockstep::ui::ChartRange& range);
    void xFollowed();
    void optionsChosen(const lockstep::ui::ChartOptions& options); ///< by key or menu
    void hovered(int ordinal);                                     ///< -1: nothing
    void exportRequested(lockstep::ui::ChartExport kind);
    void rangePicked(const std::optional<lockstep::ui::ChartRange>& range); ///< by mouse or key
    void pinned(bool on);
    void wheelHint(); ///< a plain wheel scrolled the page

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Paint;
    friend class ChartGestures;

    void rebuild();
    void refresh(bool gesture);
    void chooseX(const ChartRange& range); ///< by the user: kept until fit()
    void chooseY(const ChartRange& range);
    void readOutAt(const QPointF& position); ///< null: none
    void updateNote(bool anyFinite);
    void drawCurves();
    struct Line {
        const ChartCurve* curve;
        std::shared_ptr<const DrawnCurve> drawn;
    };
    CurveRequest requestFor(const ChartCurve& curve) const;
    bool smooths(const ChartCurve& curve) const;      ///< its line is the smoothed one
    double strengthOf(const ChartCurve& curve) const; ///< 1, or less while another run is highlighted
    QRect drawingArea() const;
    QWidget* makeCorner();
    ChartRange wholeX() const;
    void pick(const std::optional<ChartRange>& range); ///< by the user
    void pickAt(const QPointF& position);
    void bringIntoView(double x);
    void fillTable();
    ChartReadOut::Content readOutContent(const QPointF& position) const;

    ChartSpec m_spec;
    RepaintGovernor& m_governor;
    ChartOptions m_options;
    std::vector<ChartCurve> m_curves;
    std::vector<ChartEvent> m_events;
    int m_highlighted = -1;
    bool m_userX = false, m_userY = false, m_painted = false;
    QLabel *m_title = nullptr, *m_note = nullptr;
    std::unique_ptr<CurveStore> m_store; ///< smoothed copies
    DrawnCache m_drawn;
    ChartCanvas* m_canvas = nullptr;
    ChartGestures* m_gestures = nullptr;
    ChartReadOut* m_readOut = nullptr;
    std::unique_ptr<Repaintable> m_paint;
    QTimer m_calm;                ///< runs while a gesture is felt
    QBoxLayout* m_body = nullptr; ///< lines and table
    ChartTable* m_table = nullptr;
    std::optional<ChartRange> m_picked;
    bool m_pinned = false;
    bool m_missed = false;  ///< a request was dropped while nothing of the chart was on screen
    int m_drawnColumns = 0; ///< that the lines were made for
};

} // namespace lockstep::ui
