// Along the bottom, always: phase, progress, time left, speed of the run in focus (C18).
#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;

namespace lockstep::ui {

class RunFocus;

class StatusStrip : public QFrame {
    Q_OBJECT

public:
    explicit StatusStrip(RunFocus& focus, QWidget* parent = nullptr);

    /// A passing remark at the left, until the next one.
    void setMessage(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    RunFocus& m_focus;
    QLabel* m_message;
    QLabel* m_run;
    QProgressBar* m_bar;
    QLabel* m_numbers;
};

} // namespace lockstep::ui
