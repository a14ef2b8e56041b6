// A button with an icon, a title and a few lines; and a grid that has as many columns as fit.
#pragma once

#include <QAbstractButton>
#include <QLayout>

#include <vector>

namespace lockstep::ui {

class Tile : public QAbstractButton {
    Q_OBJECT

public:
    Tile(const QString& icon, const QString& title, const QString& detail, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRect detailRect(int width) const;

    QString m_icon, m_detail;
};

/// Equal columns of at least `least` pixels; the rows of a line have the height of its tallest.
class TileGrid : public QLayout {
public:
    explicit TileGrid(int least, int gap, QWidget* parent = nullptr);
    ~TileGrid() override;

    void addItem(QLayoutItem* item) override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    int count() const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;

private:
    int place(const QRect& rect, bool move) const;

    std::vector<QLayoutItem*> m_items;
    int m_least, m_gap;
};

} // namespace lockstep::ui
