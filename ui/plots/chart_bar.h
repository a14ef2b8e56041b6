// Controls over a group of charts.
#pragma once

#include "ui/plots/chart_types.h"

#include <QWidget>

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
    /// The hint that Ctrl+wheel zooms, shown for a few seconds.
    void showHint(const QString& text);

signals:
    void optionsChanged(const lockstep::ui::ChartOptions& options);
    void fitRequested();

private:
    void changed();
    void makeSmoothing();

    ChartOptions m_options;
    QSlider* m_smoothing;
    QDoubleSpinBox* m_smoothingBox;
    QCheckBox *m_raw, *m_logY, *m_linked;
    QComboBox* m_axis;
    QLabel* m_hint;
    bool m_setting = false;
};

} // namespace lockstep::ui
