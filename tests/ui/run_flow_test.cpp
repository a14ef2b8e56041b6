// What the window says of runs and setups: what was changed since, what went wrong, what goes on without it.
#include "session/run_view.h"
#include "support/qt_main.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/pages/live_page_log.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_base.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/run_focus.h"
#include "ui_support/window_fixture.h"

#include <QAbstractButton>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

namespace lockstep::testing {

namespace {

FakeSession::Options byHand() {
    FakeSession::Options options;
    options.automatic = false;
    return options;
}

struct RunRig : WindowFixture {
    RunRig() : WindowFixture(byHand()) {}

    void start() {
        QTest::mouseClick(find<QAbstractButton>("template-digits-mlp"), Qt::LeftButton);
        [this] { QTRY_VERIFY(find<QPushButton>("start")->isEnabled()); }();
        trigger("start");
        [this] { QTRY_VERIFY(window().context().focus.isActive()); }();
        session().tick();
        [this] { QTRY_COMPARE(state(), session::RunState::Running); }();
    }
    session::RunId run() { return window().context().focus.run(); }
    session::RunState state() { return window().context().focus.view()->state; }
    void setBatch(int size) {
        window().context().setup.editRun({"change batch size", "run", {}}, "data.batch_size", spec::Json::ofInt(size));
    }
    std::int64_t batch() { return ui::jsonAt(window().context().setup.current()->run, "data.batch_size")->integer; }
    QString log() { return find<QPlainTextEdit>("log")->toPlainText(); }
    void grow(const std::function<void(FakeRun&)>& how) { session().change(run(), how); }
};

/// Another window of the desktop in front.
struct OtherWindow : QWidget {
    OtherWindow() {
        show();
        activateWindow();
    }
};

} // namespace

class RunFlowTest : public QObject {
    Q_OBJECT

private slots:
    void theSetupSaysHowItDiffersFromItsRun() {
        RunRig rig;
        rig.start();
        auto* bar = rig.find<QWidget>("differs-bar");
        rig.window().showPage("run");
        QVERIFY(!bar->isVisible());
        const auto before = rig.batch();
        rig.setBatch(48);
        QTRY_VERIFY(bar->isVisible());
        QCOMPARE(rig.find<QLabel>("differs-text")->text(), QString("Differs from run %1 in 1 field").arg(rig.run()));
        rig.window().context().setup.editModel({"", "model", {}}, "layers[0].args.out_features", spec::Json::ofInt(33));
        QTRY_COMPARE(rig.find<QLabel>("differs-text")->text(), QString("Differs from run %1 in 2 fields").arg(rig.run()));
        auto* menu = rig.find<QToolButton>("differs-show")->menu();
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 2);
        QVERIFY(menu->actions()[0]->text().contains("batch size") && menu->actions()[0]->text().contains("48"));
        menu->actions()[1]->trigger(); // leads to the layer
        QCOMPARE(rig.window().currentPage(), QString("model"));
        rig.window().showPage("runs");
        QVERIFY(!bar->isVisible()); // only where the setup is edited
        rig.window().showPage("run");
        rig.find<QPushButton>("differs-back")->click();
        QTRY_COMPARE(rig.batch(), before);
        QVERIFY(!bar->isVisible());
        rig.trigger("undo"); // one step
        QTRY_COMPARE(rig.batch(), 48);
        QTRY_VERIFY(bar->isVisible());
    }

    void theSetupOfARunIsUsedAgain() {
        RunRig rig;
        const auto old = rig.session().addRun("old", session::RunState::Completed, [](FakeRun& run) {
            run.times(20).document(R"({"format":"lockstep-run/1","model":"template:digits-mlp","name":"old",
                "data":{"source":"bundled","name":"digits","batch_size":77},"steps":20})");
        });
        rig.window().context().focus.setRun(old);
        QTRY_VERIFY(rig.window().context().bridge.view(old));
        rig.window().context().keeper.openRun(*rig.window().context().bridge.view(old));
        QTRY_COMPARE(rig.batch(), 77);
        QVERIFY(rig.window().context().setup.current()->runFile.isEmpty());
        QTRY_VERIFY(rig.find<QPushButton>("start")->isEnabled()); // a start is a new run
        rig.setBatch(78);
        QTRY_COMPARE(rig.find<QLabel>("differs-text")->text(), QString("Differs from run %1 in 1 field").arg(old));
    }

    void anAlertIsSaidEverywhere() {
        RunRig rig;
        rig.start();
        rig.grow([](FakeRun& run) { run.times(20).checkpoint(10, 100); });
        OtherWindow other;
        QTRY_VERIFY(!rig.window().isActiveWindow());
        rig.grow([](FakeRun& run) { run.event("alert", 15, "the loss is nan"); });
        QTRY_COMPARE(rig.told().titles.size(), 1);
        QVERIFY(rig.told().titles[0].contains(QString::number(rig.run())));
        QCOMPARE(rig.told().texts[0], QString("Step 15: the loss is nan"));
        QVERIFY(rig.log().contains("Alert: run 1, step 15: the loss is nan"));
        auto* sign = rig.find<QToolButton>("status-alert");
        QVERIFY(sign->isVisible() && sign->toolTip().contains("the loss is nan"));
        rig.window().showPage("start");
        sign->click();
        QCOMPARE(rig.window().currentPage(), QString("live"));
        QTRY_VERIFY(rig.find<QWidget>("live-alert")->isVisible());
        QVERIFY(rig.find<QLabel>("live-alert-text")->text().contains("step 10")); // where it was still well
        // Going on from before it ends the alert.
        rig.grow([](FakeRun& run) { run.resumeAt(10); });
        QTRY_VERIFY(!sign->isVisible());
        QTRY_VERIFY(!rig.find<QWidget>("live-alert")->isVisible());
        QCOMPARE(rig.told().titles.size(), 1);
    }

    void aSpikeIsALineAndACountAndNoAlert() {
        RunRig rig;
        rig.start();
        OtherWindow other;
        QTRY_VERIFY(!rig.window().isActiveWindow());
        const auto spike = [](std::int64_t step) {
            return "the gradient norm is 2.345 at step " + std::to_string(step) +
                   ", more than 4 deviations above the last 128 steps (a rule of thumb)";
        };
        rig.grow([&](FakeRun& run) { run.times(200).event("alarm", 150, spike(150)); });
        rig.window().showPage("live");
        auto* count = rig.find<QLabel>("live-hints");
        QTRY_COMPARE(count->text(), QString("1 warning"));
        QVERIFY(count->isVisible());
        rig.grow([&](FakeRun& run) { run.event("alarm", 190, spike(190)); });
        QTRY_COMPARE(count->text(), QString("2 warnings"));
        QVERIFY(!rig.find<QWidget>("live-alert")->isVisible());
        QVERIFY(!rig.find<QToolButton>("status-alert")->isVisible());
        QVERIFY(rig.told().titles.isEmpty());
        const auto* log = rig.window().findChild<ui::LiveLog*>()->list()->model();
        const QString line = log->index(log->rowCount() - 1, 0).data().toString();
        QVERIFY2(line.contains("190: the gradient norm is 2.345, more than 4"), qPrintable(line));
        // A fault after spikes is the alert.
        rig.grow([](FakeRun& run) { run.event("alarm", 195, "the loss is nan"); });
        QTRY_VERIFY(rig.find<QToolButton>("status-alert")->toolTip().contains("the loss is nan"));
    }

    void whoLooksAtTheWindowIsNotToldTwice() {
        RunRig rig;
        rig.start();
        rig.window().activateWindow();
        QTRY_VERIFY(rig.window().isActiveWindow());
        rig.grow([](FakeRun& run) { run.event("alert", 3, "a spike"); });
        QTRY_VERIFY(rig.find<QToolButton>("status-alert")->isVisible());
        QVERIFY(rig.told().titles.isEmpty());
    }

    void oldAlertsAreNoNews() {
        RunRig rig;
        const auto old = rig.session().addRun("old", session::RunState::Completed,
                                              [](FakeRun& run) { run.times(20).event("alarm", 5, "the checkpoint was not saved"); });
        OtherWindow other;
        QTRY_VERIFY(!rig.window().isActiveWindow());
        rig.window().context().focus.setRun(old);
        QTRY_VERIFY(rig.find<QToolButton>("status-alert")->isVisible()); // but they are shown
        QVERIFY(rig.told().titles.isEmpty());
    }

    void theEndOfARunIsTold() {
        RunRig rig;
        rig.start();
        OtherWindow other;
        QTRY_VERIFY(!rig.window().isActiveWindow());
        rig.grow([](FakeRun& run) { run.times(100).state(session::RunState::Completed); });
        QTRY_COMPARE(rig.told().titles.size(), 1);
        QCOMPARE(rig.told().titles[0], QString("Run 1: completed"));
        QVERIFY(rig.log().contains("Run 1: completed"));
    }

    void theStatusStripShowsProgressAndState() {
        RunRig rig;
        rig.start();
        rig.grow([](FakeRun& run) { run.times(50); });
        QTRY_VERIFY(rig.find<QLabel>("status-numbers")->text().contains("step 50 / "));
        auto* name = rig.find<QLabel>("status-run");
        rig.trigger("pause");
        QTRY_COMPARE(rig.state(), session::RunState::Pausing);
        rig.session().tick();
        QTRY_COMPARE(rig.state(), session::RunState::Paused);
        QTRY_VERIFY(name->text().contains("Paused"));
        const auto& progress = rig.window().context().focus.view()->progress;
        QCOMPARE(rig.window().findChildren<QProgressBar*>().last()->maximum(), 1000);
        QVERIFY(rig.find<QLabel>("status-numbers")->text().contains("samples/s"));
        QVERIFY(progress.step == 50);
    }

    void aRunGoesOnInTheBackground() {
        RunRig rig;
        rig.start();
        QSignalSpy wanted(&rig.window(), &ui::MainWindow::backgroundWanted);
        rig.dialogs().answer("close-running", "background");
        rig.window().close();
        QTRY_COMPARE(rig.state(), session::RunState::Stopping);
        QVERIFY(rig.window().isVisible() && wanted.isEmpty()); // it saves first
        rig.session().tick(2);
        QTRY_VERIFY(!rig.window().isVisible());
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<session::RunId>(), rig.run());
        QVERIFY(rig.dialogs().unexpected().isEmpty());
    }

    void aRunThatIsNotInFocusIsAskedAboutToo() {
        RunRig rig;
        rig.start();
        const auto active = rig.run();
        const auto other = rig.session().addRun("other", session::RunState::Completed, [](FakeRun& r) { r.times(5); });
        rig.window().context().focus.setRun(other);
        rig.dialogs().answer("close-running", "stay");
        rig.window().close();
        QTRY_COMPARE(rig.dialogs().asked().size(), 1);
        QVERIFY(rig.dialogs().asked()[0].title.contains(QString::number(active)));
        QVERIFY(rig.window().isVisible());
    }

    void whoStaysForTheSetupHasNotStoppedTheRun() {
        RunRig rig;
        rig.start();
        rig.setBatch(48);
        for (int i = 0; i < 2; ++i) { // it can be asked again
            rig.dialogs().answer("close-running", i ? "save-quit" : "background");
            rig.dialogs().answer("unsaved", "stay");
            rig.window().close();
            QTRY_COMPARE(rig.dialogs().asked().size(), 2 * (i + 1));
            QTest::qWait(0);
        }
        QCOMPARE(rig.state(), session::RunState::Running);
        QVERIFY(rig.window().isVisible());
    }

    void aRunOfAnotherProcessIsFoundAtTheStart() {
        RunRig rig;
        const auto run =
            rig.session().addRun("in the background", session::RunState::Running, [](FakeRun& r) { r.times(30).view().elsewhere = true; });
        rig.reopen();
        QTRY_COMPARE(rig.run(), run);
        QTRY_VERIFY(rig.find<QLabel>("status-run")->text().contains("in the background"));
        // It keeps nobody from starting one here.
        QTest::mouseClick(rig.find<QAbstractButton>("template-digits-mlp"), Qt::LeftButton);
        QTRY_VERIFY(rig.find<QPushButton>("start")->isEnabled());
        QCOMPARE(rig.find<QPushButton>("start")->text(), QString("Start"));
        rig.window().close(); // it is not this window's: nothing is asked
        QTRY_VERIFY(!rig.window().isVisible());
        QVERIFY(rig.dialogs().asked().isEmpty());
    }
};

LOCKSTEP_QT_TEST(RunFlowTest);

} // namespace lockstep::testing

#include "run_flow_test.moc"
