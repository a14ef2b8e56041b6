// Below the pages: what is wrong with the setup, and what happened.
#pragma once

#include "base/error.h"

#include <QFrame>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QStackedWidget;
class QTabBar;

namespace lockstep::ui {

class SetupAnalyser;
class SetupDocument;

class BottomPanel : public QFrame {
    Q_OBJECT

public:
    explicit BottomPanel(SetupAnalyser& analyser, SetupDocument& setup, QWidget* parent = nullptr);

    /// A line with the time before it. The view follows the tail until scrolled up.
    void log(const QString& text);
    void showProblems();

signals:
    void problemChosen(const QString& place);
    /// The way out that a problem offers was chosen.
    void mendChosen(const Error& problem);
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void addProblem(std::size_t index, const Error& problem);
    void choose(QListWidgetItem* item);

    SetupAnalyser& m_analyser;
    SetupDocument& m_setup;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    QListWidget* m_problems;
    QLabel* m_none;
    QPlainTextEdit* m_log;
};

} // namespace lockstep::ui
