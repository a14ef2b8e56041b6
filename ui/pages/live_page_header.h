// Top of the Live page: name, state, progress with ETA, and what can be done with the run now.
#pragma once

#include "ui/models/run_actions.h"

#include <QWidget>

#include <map>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class StateBadge;

class LiveHeader : public QWidget {
    Q_OBJECT

public:
    explicit LiveHeader(QWidget* parent = nullptr);

    /// Buttons follow the reported state, never a guess.
    void show(const session::RunView& view);
    void showNothing();
    /// A click was sent: its button is blocked until the next report.
    void markSent(RunAct act);
    QPushButton* button(RunAct act) const { return m_buttons.at(act); }
    QString progressText() const;
    QString activityText() const;

signals:
    void requested(lockstep::ui::RunAct act);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPushButton* makeButton(RunAct act, const QString& iconName, const char* look);
    void showProgress(const session::RunView& view);
    void showActivity(const session::RunView& view);

    QLabel *m_name, *m_activity, *m_progressText;
    StateBadge* m_badge;
    QProgressBar* m_progress;
    std::map<RunAct, QPushButton*> m_buttons;
    int m_ordinal = -1;
};

/// "step 1,240 of 5,000 · epoch 3.2 · 1 min 02 s · about 2 min 10 s left · 81.2 k samples/s"
QString progressLine(const session::RunView& view);

} // namespace lockstep::ui
