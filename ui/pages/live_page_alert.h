// What is wrong with the run, across the page, until it is resumed from before that.
#pragma once

#include <QFrame>

class QLabel;

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class LiveAlert : public QFrame {
    Q_OBJECT

public:
    explicit LiveAlert(QWidget* parent = nullptr);
    /// Hides itself where nothing is wrong.
    void show(const session::RunView& view);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
};

} // namespace lockstep::ui
