// Controls over a group of charts.
#pragma once

#include "ui/plots/chart_types.h"

#include <QWidget>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSlider;
class QToolButton;

namespace lockstep::ui {

class ChartBar : public QWidget {
    Q_OBJECT

public:
    explicit ChartBar(QWidget* parent = nullptr);

    void setOptions(const ChartOptions& options);
    bool isLinked() const;
    /// Axes that a shown run has no figures for are grey and say why.
    void setAvailable(bool samples, bool epochs);
    /// The hint that Ctrl+wheel zooms, shown for a few seconds.
    void showHint(const QString& text);

    QSize minimumSizeHint() const override;

signals:
    void optionsChanged(const lockstep::ui::ChartOptions& options);
    void fitRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void changed();
    void makeSmoothing();
    void makeAxis();
    void methodChosen();

    ChartOptions m_options;
    QSlider* m_smoothing;
    QDoubleSpinBox* m_smoothingBox;
    QCheckBox *m_raw, *m_logY, *m_linked;
    QComboBox *m_method, *m_axis;
    double m_lastStrength; ///< before smoothing was switched off
    QLabel* m_hint;
    QBoxLayout* m_rows = nullptr; ///< of one or two rows
    bool m_setting = false;
};

} // namespace lockstep::ui
