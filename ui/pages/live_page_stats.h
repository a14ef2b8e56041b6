// Figures of a run at a glance: tiles with a label, a value and a remark.
#pragma once

#include <QFrame>

#include <map>

class QLabel;

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

/// A rounded ground in the theme's colours.
class LivePanel : public QFrame {
    Q_OBJECT

public:
    explicit LivePanel(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

class StatTile : public LivePanel {
    Q_OBJECT

public:
    explicit StatTile(const QString& label, QWidget* parent = nullptr);
    void show(const QString& value, const QString& remark, const QString& toolTip = {});
    QString value() const;
    QString remark() const;

private:
    QLabel *m_label, *m_value, *m_remark;
};

/// Loss, validation, throughput, utilisation, memory. What is not known is not shown: utilisation without a measured
/// peak, validation before the first evaluation.
class LiveStats : public QWidget {
    Q_OBJECT

public:
    explicit LiveStats(QWidget* parent = nullptr);
    void show(const session::RunView& view);
    StatTile* tile(const QString& id) const; ///< loss validation metric throughput utilisation memory

private:
    void showLosses(const session::RunView& view);
    void showSpeed(const session::RunView& view);
    void showMemory(const session::RunView& view);

    std::map<QString, StatTile*> m_tiles;
};

} // namespace lockstep::ui
