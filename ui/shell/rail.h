// The strip of pages at the left.
#pragma once

#include <QFrame>

class QButtonGroup;

namespace lockstep::ui {

class Rail : public QFrame {
    Q_OBJECT

public:
    explicit Rail(QWidget* parent = nullptr);

    void addPage(const QString& id, const QString& title, const QString& icon, const QString& help);
    void setCurrent(const QString& id);

signals:
    void chosen(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup* m_group;
};

} // namespace lockstep::ui
