// A line of the recent lists: a chip in the run's colour (runs only), a name, a muted second line.
#pragma once

#include <QAbstractButton>
#include <QColor>

namespace lockstep::ui {

class StartRow : public QAbstractButton {
    Q_OBJECT

public:
    StartRow(const QString& name, const QString& detail, const QColor& chip, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_detail;
    QColor m_chip;
};

} // namespace lockstep::ui
