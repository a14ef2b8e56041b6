#include "support/fake_session.h"
#include "support/qt_main.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"
#include "ui/models/runs_feed.h"
#include "ui/models/runs_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>

namespace lockstep::ui {

using lockstep::testing::FakeSession;
using session::RunState;

class ModelsTest : public QObject {
    Q_OBJECT

private slots:
    // The table of GUI.md section 4.
    void actsFollowTheState() {
        const std::map<RunState, std::vector<RunAct>> kOffered = {
            {RunState::Queued, {RunAct::StartNow, RunAct::Remove}},
            {RunState::Preparing, {RunAct::Cancel}},
            {RunState::Running, {RunAct::Pause, RunAct::Stop, RunAct::CheckpointNow, RunAct::EvaluateNow, RunAct::EditInFlight}},
            {RunState::Pausing, {RunAct::Continue, RunAct::Stop}},
            {RunState::Paused, {RunAct::Continue, RunAct::Stop, RunAct::CheckpointNow}},
            {RunState::Stopping, {RunAct::Discard}},
            {RunState::Completed, {RunAct::Resume, RunAct::Report, RunAct::Archive}},
            {RunState::Stopped, {RunAct::Resume, RunAct::Report, RunAct::Archive}},
            {RunState::Failed, {RunAct::Resume, RunAct::Report, RunAct::Archive}},
            {RunState::Interrupted, {RunAct::Resume, RunAct::KeepAsStopped, RunAct::Report}},
        };
        for (const auto& [state, offered] : kOffered)
            for (int act = 0; act <= static_cast<int>(RunAct::Archive); ++act) {
                const auto a = static_cast<RunAct>(act);
                const bool expected = std::find(offered.begin(), offered.end(), a) != offered.end();
                QVERIFY2(isOffered(a, state) == expected, qPrintable(stateText(state) + QStringLiteral(" ") + actText(a, state)));
                QCOMPARE(whyNot(a, state).isEmpty(), expected);
            }
    }

    void numbersAsPeopleReadThem() {
        QCOMPARE(durationText(3.44), QStringLiteral("3.4 s"));
        QCOMPARE(durationText(125), QStringLiteral("2 min 05 s"));
        QCOMPARE(durationText(3725), QStringLiteral("1 h 02 min"));
        QCOMPARE(durationText(-1), QStringLiteral("—"));
        QCOMPARE(bytesText(0), QStringLiteral("0 B"));
        QCOMPARE(bytesText(1.5e9), QStringLiteral("1.50 GB"));
        QCOMPARE(rateText(81234), QStringLiteral("81.2 k/s"));
        QCOMPARE(flopsText(8.4e10), QStringLiteral("84.0 GFLOP/s"));
        QCOMPARE(percentText(0.613), QStringLiteral("61 %"));
        QCOMPARE(numberText(std::nan("")), QStringLiteral("NaN"));
    }

    void modelIsSound() {
        RunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        FakeSession session;
        EngineBridge bridge(session);
        RunsFeed feed(bridge, model);
        session.addRows(200);
        QTRY_COMPARE(model.rowCount(), 200);
        feed.setFilter(QStringLiteral("seed-3"));
        QTRY_COMPARE(model.rowCount(), 40);
        feed.setFilter(QStringLiteral("no such run"));
        QTRY_COMPARE(model.rowCount(), 0);
    }

    void sortsBySession() {
        RunsModel model;
        FakeSession session;
        EngineBridge bridge(session);
        RunsFeed feed(bridge, model);
        session.addRows(50);
        feed.setSort(RunsModel::Best, Qt::AscendingOrder);
        QTRY_COMPARE(model.rowCount(), 50);
        for (std::size_t i = 1; i < model.rows().size(); ++i) QVERIFY(model.rows()[i - 1].bestValidation <= model.rows()[i].bestValidation);
    }

    void badFilterKeepsTheRows() {
        RunsModel model;
        FakeSession session;
        EngineBridge bridge(session);
        RunsFeed feed(bridge, model);
        session.addRows(10);
        QTRY_COMPARE(model.rowCount(), 10);
        QSignalSpy rejected(&feed, &RunsFeed::filterRejected);
        feed.setFilter(QStringLiteral("("));
        QTRY_COMPARE(rejected.count(), 1);
        QCOMPARE(model.rowCount(), 10);
    }

    void aRunHasItsNumberAndNoZeroThatWasNotMeasured() {
        RunsModel model;
        std::vector<session::RunRow> rows(2);
        rows[0].id = 1234, rows[0].status = "failed";
        rows[1].id = 7, rows[1].status = "running";
        model.setRows(rows);
        const auto text = [&](int row, int column) { return model.index(row, column).data(Qt::DisplayRole).toString(); };
        QCOMPARE(model.headerData(RunsModel::Number, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Run"));
        QCOMPARE(text(0, RunsModel::Number), QStringLiteral("1234")); // as commands take it
        QCOMPARE(text(0, RunsModel::Step), QStringLiteral("—"));
        QCOMPARE(text(0, RunsModel::Duration), QStringLiteral("—"));
        QCOMPARE(text(1, RunsModel::Step), QStringLiteral("0"));
    }

    void refreshOfTheSameRunsResetsNothing() {
        RunsModel model;
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        std::vector<session::RunRow> rows(3);
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i].id = static_cast<session::RunId>(i + 1);
        model.setRows(rows);
        QCOMPARE(reset.count(), 1);
        rows[1].step = 50;
        model.setRows(rows);
        QCOMPARE(reset.count(), 1);
        QCOMPARE(model.index(1, RunsModel::Step).data(Qt::DisplayRole).toString(), QStringLiteral("50"));
    }
};

LOCKSTEP_QT_TEST(ModelsTest);

} // namespace lockstep::ui

#include "models_test.moc"
