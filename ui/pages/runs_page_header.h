// Header of the table of runs: insets as its cells have, an arrow for the order.
#pragma once

#include <QHeaderView>

namespace lockstep::ui {

class RunsHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit RunsHeader(QWidget* parent = nullptr) : QHeaderView(Qt::Horizontal, parent) {}
    QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int column) const override;
};

} // namespace lockstep::ui
