// Below the pages: what is wrong with the setup, and what happened.
#pragma once

#include <QFrame>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QStackedWidget;
class QTabBar;

namespace lockstep::ui {

class SetupAnalyser;

class BottomPanel : public QFrame {
    Q_OBJECT

public:
    explicit BottomPanel(SetupAnalyser& analyser, QWidget* parent = nullptr);

    /// A line with the time before it. The view follows the tail until scrolled up.
    void log(const QString& text);
    void showProblems();

signals:
    void problemChosen(const QString& place);
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void choose(QListWidgetItem* item);

    SetupAnalyser& m_analyser;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    QListWidget* m_problems;
    QLabel* m_none;
    QPlainTextEdit* m_log;
};

} // namespace lockstep::ui
