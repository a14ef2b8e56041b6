// Along the bottom, always: phase, progress, time left, speed of the run in focus (C18).
#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;
class QToolButton;

namespace lockstep::ui {

class ElidedLabel;
class RunFocus;

class StatusStrip : public QFrame {
    Q_OBJECT

public:
    explicit StatusStrip(RunFocus& focus, QWidget* parent = nullptr);

    /// A passing remark at the left, until the next one.
    void setMessage(const QString& text);
    /// What is wrong with the run; stays until it is empty.
    void setAlert(const QString& text);

signals:
    void alertClicked();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void announce(const QString& state);

    RunFocus& m_focus;
    ElidedLabel* m_message;
    QToolButton* m_alert;
    ElidedLabel* m_run;
    QProgressBar* m_bar;
    QLabel* m_numbers;
    QString m_state;
};

} // namespace lockstep::ui
