// A question with its choices as buttons, the safe one first reached.
#pragma once

#include "ui/dialogs/dialogs.h"

#include <QDialog>

namespace lockstep::ui {

class QuestionDialog : public QDialog {
    Q_OBJECT

public:
    explicit QuestionDialog(const Question& question, QWidget* parent = nullptr);

signals:
    void answered(const QString& choice); ///< once

private:
    QString m_answer;
};

} // namespace lockstep::ui
