// Where the time of a step goes: one bar in proportion, with a legend that names every part and its share.
#pragma once

#include <QWidget>

#include <array>

namespace lockstep::session {
struct Breakdown;
}

namespace lockstep::ui {

class BreakdownBar : public QWidget {
    Q_OBJECT

public:
    explicit BreakdownBar(QWidget* parent = nullptr);
    void setShares(const session::Breakdown& shares);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    static constexpr int kParts = 6;
    double share(int part) const { return m_shares[static_cast<std::size_t>(part)]; }
    static QString partName(int part);
    static QColor partColor(int part);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int columns() const;
    std::array<double, kParts> m_shares{};
};

} // namespace lockstep::ui
