// Above the page: what is edited, the state of the run, and the run buttons.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;
class QTimer;
class QToolButton;

namespace lockstep::ui {

class ActionTable;
class RunControl;
class RunFocus;
class SetupDocument;
class SetupKeeper;
class StateBadge;

class HeaderBar : public QFrame {
    Q_OBJECT

public:
    struct Parts {
        ActionTable& actions;
        RunControl& control;
        RunFocus& focus;
        SetupDocument& setup;
        SetupKeeper& keeper;
    };
    explicit HeaderBar(const Parts& parts, QWidget* parent = nullptr);

signals:
    void reasonClicked(const QString& place);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void updateTitle();
    void updateRun();
    QToolButton* actButton(const char* id);

    Parts m_parts;
    QLabel* m_title;
    QLabel* m_saved;
    QPushButton* m_start;
    QPushButton* m_reason;
    StateBadge* m_badge;
    QTimer* m_clock;
    QString m_place;
};

} // namespace lockstep::ui
