// The learning rate over the run as a small picture.
#pragma once

#include <QWidget>

#include <vector>

namespace lockstep::ui {

class RateCurve : public QWidget {
    Q_OBJECT

public:
    explicit RateCurve(QWidget* parent = nullptr);

    /// `rates` evenly spread over 0 .. steps - 1.
    void setRates(std::vector<double> rates, qint64 steps);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<double> m_rates;
    qint64 m_steps = 0;
};

} // namespace lockstep::ui
