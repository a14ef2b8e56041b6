// The Runs page: every run of the store; chosen ones lie over each other in charts below.
#pragma once

#include "session/commands.h"
#include "ui/shell/page.h"

#include <QTimer>

#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;
class QToolButton;

namespace lockstep::ui {

class ChartStack;
class RunsCompare;
class RunsFeed;
class RunsModel;

class RunsPage : public Page {
    Q_OBJECT

public:
    explicit RunsPage(const StudioContext& context, QWidget* parent = nullptr);

    void activated() override;
    std::vector<session::RunId> selectedRuns() const; ///< in the table's order
    void select(const std::vector<session::RunId>& runs);
    QTableView* table() const { return m_table; }
    QLineEdit* filter() const { return m_filter; }
    ChartStack* charts() const { return m_charts; }
    RunsModel* model() const { return m_model; }
    RunsCompare* compare() const { return m_compare; }

public slots:
    void find(); ///< Ctrl+F

private:
    QWidget* makeBar();
    QWidget* makeTable();
    QWidget* makeBelow();
    void connectActs();
    void connectEdits();
    void makeConnections();
    QPushButton* makeButton(const QString& name, const QString& text, const QString& iconName, void (RunsPage::*act)());

    void onSelection();
    void updateButtons();
    void openViews();
    void showCurves();
    void restoreSelection();
    std::vector<session::RunId> drawnRuns() const; ///< those whose eye is open; else those chosen
    void toggleEyes();
    void toggleEye(session::RunId run);
    void applyEyes();
    void compareRuns();
    void edit(int column);
    void openSetup();
    void sortBy(int column, Qt::SortOrder order);

    void openRun();
    void resumeRun();
    void stopRun();
    void exportReport();
    void archiveRuns();
    void deleteRuns();
    void submit(session::Command command);
    void say(const QString& text);

    RunsModel* m_model;
    RunsFeed* m_feed;
    QLineEdit* m_filter;
    QLabel* m_filterNote;
    QToolButton* m_archived;
    QPushButton *m_open, *m_setup, *m_compareButton, *m_resume, *m_stop, *m_report, *m_archive, *m_delete;
    QTableView* m_table;
    QLabel* m_hint;
    ChartStack* m_charts;
    RunsCompare* m_compare;
    QTimer m_typing, m_curves;
    std::vector<session::RunId> m_selected, m_eyes;
    bool m_restoring = false;
};

} // namespace lockstep::ui
