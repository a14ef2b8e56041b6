// A line of text that gives way: cut with an ellipsis where there is no room, whole in its tooltip (N18).
#pragma once

#include <QLabel>

namespace lockstep::ui {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    using QLabel::QLabel;

    /// Also the tooltip and the accessible name.
    void setLine(const QString& text);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace lockstep::ui
