// Fields of a run that may change while it trains: learning rate and total steps (GUI.md section 4).
#pragma once

#include "session/commands.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

/// Esc brings back the value in force; no refresh overwrites a field being edited.
class LiveEdit : public QWidget {
    Q_OBJECT

public:
    explicit LiveEdit(QWidget* parent = nullptr);
    void show(const session::RunView& view);
    QLineEdit* rateField() const { return m_rate; }
    QLineEdit* stepsField() const { return m_steps; }
    QPushButton* applyButton() const { return m_apply; }
    /// The answer to what apply sent: empty text, accepted.
    void showOutcome(const QString& refusal);

signals:
    void edited(const QString& field, double value);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    void update();
    void revert();
    QString problem() const;

    QLineEdit *m_rate, *m_steps;
    QPushButton* m_apply;
    QLabel* m_note;
    session::RunId m_run = 0;
    double m_rateInForce = 0, m_stepsInForce = 0;
    std::int64_t m_step = 0;
    bool m_offered = false;
};

} // namespace lockstep::ui
