#include "support/qt_main.h"
#include "ui_live/page_rig.h"

#include "session/run_view.h"
#include "ui/pages/live_page.h"
#include "ui/pages/live_page_edit.h"
#include "ui/pages/live_page_header.h"
#include "ui/pages/live_page_log.h"
#include "ui/pages/live_page_stats.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QtTest>

#include <qcustomplot.h>

namespace lockstep::ui {

using lockstep::testing::FakeRun;
using session::RunState;

namespace {

struct LiveRig : PageRig {
    std::unique_ptr<LivePage> page = std::make_unique<LivePage>(context());

    LiveRig() {
        page->resize(1280, 900);
        page->show();
    }
    session::RunId run(RunState state, const std::function<void(FakeRun&)>& grow = {}) {
        const auto id = session.addRun("digits-mlp, lr 1e-3", state, [&](FakeRun& r) {
            r.view().live = true;
            r.times(60);
            if (grow) grow(r);
        });
        focus.setRun(id);
        return id;
    }
    QPushButton* button(RunAct act) { return page->header()->button(act); }
};

} // namespace

class LivePageTest : public QObject {
    Q_OBJECT

private slots:
    void withoutARunSaysWhatToDo() {
        LiveRig rig;
        QVERIFY(!rig.page->charts()->isVisible());
        QVERIFY(rig.page->header()->activityText().contains(QStringLiteral("Run page")));
    }

    void buttonsFollowTheReportedState_data() {
        QTest::addColumn<int>("state");
        for (int s = 0; s <= static_cast<int>(RunState::Interrupted); ++s)
            QTest::newRow(qPrintable(stateText(static_cast<RunState>(s)))) << s;
    }
    void buttonsFollowTheReportedState() {
        QFETCH(int, state);
        LiveRig rig;
        const auto s = static_cast<RunState>(state);
        rig.run(s);
        QTRY_VERIFY(rig.page->charts()->isVisible());
        for (const auto act : {RunAct::StartNow, RunAct::Remove, RunAct::Cancel, RunAct::Pause, RunAct::Continue, RunAct::Stop,
                               RunAct::Discard, RunAct::CheckpointNow, RunAct::EvaluateNow, RunAct::Resume, RunAct::KeepAsStopped})
            QCOMPARE(rig.button(act)->isVisible(), isOffered(act, s));
        QCOMPARE(rig.page->edit()->rateField()->isEnabled(), s == RunState::Running);
    }

    void whatWasNeverMeasuredIsNoZero() {
        LiveRig rig;
        rig.focus.setRun(rig.session.addRun("died at once", RunState::Failed, [](FakeRun& r) { r.view().progress.peakFlops = 1e11; }));
        QTRY_VERIFY(rig.page->stats()->isVisible());
        QCOMPARE(rig.page->header()->progressText(), QStringLiteral("no step was taken"));
        for (const char* tile : {"utilisation", "memory"}) QVERIFY(!rig.page->stats()->tile(QLatin1String(tile))->isVisible());
        for (const char* tile : {"loss", "throughput"})
            QCOMPARE(rig.page->stats()->tile(QLatin1String(tile))->value(), QStringLiteral("—"));
    }

    void pauseIsHonouredAndAskedOnce() {
        LiveRig rig;
        const auto run = rig.run(RunState::Running);
        QTRY_VERIFY(rig.button(RunAct::Pause)->isVisible());
        QTest::mouseClick(rig.button(RunAct::Pause), Qt::LeftButton);
        QVERIFY(!rig.button(RunAct::Pause)->isEnabled()); // shown at once
        QTest::mouseClick(rig.button(RunAct::Pause), Qt::LeftButton);
        QTRY_VERIFY(rig.button(RunAct::Continue)->isVisible()); // pausing, as reported
        rig.session.tick();
        QTRY_COMPARE(rig.bridge.view(run)->state, RunState::Paused);
        int pauses = 0;
        for (const auto& command : rig.session.commands()) pauses += std::holds_alternative<session::Pause>(command);
        QCOMPARE(pauses, 1);
    }

    void stopSavesAndSaysSo() {
        LiveRig rig;
        rig.run(RunState::Running);
        QTRY_VERIFY(rig.button(RunAct::Stop)->isVisible());
        QTest::mouseClick(rig.button(RunAct::Stop), Qt::LeftButton);
        QTRY_VERIFY(rig.button(RunAct::Discard)->isVisible());
        rig.session.tick();
        QTRY_VERIFY(rig.button(RunAct::Resume)->isVisible());
    }

    void discardAsksFirst() {
        LiveRig rig;
        const auto run = rig.run(RunState::Stopping);
        QTRY_VERIFY(rig.button(RunAct::Discard)->isVisible());
        rig.dialogs.choices = {QStringLiteral("wait"), QStringLiteral("discard")};
        QTest::mouseClick(rig.button(RunAct::Discard), Qt::LeftButton);
        QTRY_COMPARE(rig.dialogs.choices.size(), 1u);
        QCOMPARE(rig.bridge.view(run)->state, RunState::Stopping);
        QTest::mouseClick(rig.button(RunAct::Discard), Qt::LeftButton);
        QTRY_COMPARE(rig.bridge.view(run)->state, RunState::Stopped);
    }

    void curvesGrowWithTheRun() {
        LiveRig rig;
        const auto run = rig.run(RunState::Running);
        QTRY_VERIFY(rig.page->charts()->chart(QStringLiteral("loss")));
        auto* loss = rig.page->charts()->chart(QStringLiteral("loss"));
        QCOMPARE(loss->curves().size(), 2u); // training and validation
        rig.session.change(run, [](FakeRun& r) { r.times(20); });
        QTRY_COMPARE(loss->curves()[0].series.size(), 80u);
        for (const char* id : {"lr", "grad_norm", "throughput", "utilization", "memory", "metric/accuracy"})
            QVERIFY2(rig.page->charts()->chart(QLatin1String(id)), id);
        QCOMPARE(rig.page->charts()->chart(QStringLiteral("metric/accuracy"))->spec().title, QStringLiteral("Accuracy, validation"));
        QVERIFY(rig.page->stats()->tile(QStringLiteral("metric"))->remark().startsWith(QStringLiteral("Validation accuracy")));
    }

    void logarithmicAxesSaySo() {
        LiveRig rig;
        rig.run(RunState::Running);
        QTRY_VERIFY(rig.page->charts()->chart(QStringLiteral("loss")));
        auto* loss = rig.page->charts()->chart(QStringLiteral("loss"));
        QCOMPARE(loss->plot()->yAxis->label(), QString());
        ChartOptions options;
        options.logX = options.logY = true;
        loss->setOptions(options);
        QCOMPARE(loss->plot()->yAxis->label(), QStringLiteral("log scale"));
        QCOMPARE(loss->plot()->xAxis->label(), QStringLiteral("Step, log scale"));
    }

    void zoomIsLinkedAndSurvivesNewPoints() {
        LiveRig rig;
        const auto run = rig.run(RunState::Running);
        QTRY_VERIFY(rig.page->charts()->chart(QStringLiteral("lr")));
        auto* loss = rig.page->charts()->chart(QStringLiteral("loss"));
        auto* rate = rig.page->charts()->chart(QStringLiteral("lr"));
        loss->zoomTo({10, 20}, {0, 1});
        QCOMPARE(rate->xRange(), (ChartRange{10, 20}));
        rig.session.change(run, [](FakeRun& r) { r.times(20); });
        QTRY_COMPARE(loss->curves()[0].series.size(), 80u);
        loss->paintImmediately();
        QCOMPARE(loss->xRange(), (ChartRange{10, 20}));
        QCOMPARE(loss->yRange(), (ChartRange{0, 1}));
    }

    void utilisationIsHiddenWithoutAPeak() {
        LiveRig rig;
        const auto run = rig.run(RunState::Running, [](FakeRun& r) { r.view().progress.peakFlops = 0; });
        QTRY_VERIFY(rig.page->stats()->isVisible());
        QVERIFY(!rig.page->stats()->tile(QStringLiteral("utilisation"))->isVisible());
        rig.session.change(run, [](FakeRun& r) { r.step(); });
        QTRY_VERIFY(rig.page->stats()->tile(QStringLiteral("utilisation"))->isVisible());
        QVERIFY(rig.page->stats()->tile(QStringLiteral("utilisation"))->remark().contains(QStringLiteral("measured")));
    }

    void failureIsNamed() {
        static constexpr ErrorCode kMemory{"exec.memory", "cpu ran out of memory: planned 3 GB, free 1 GB", "halve the batch size"};
        LiveRig rig;
        rig.run(RunState::Failed, [](FakeRun& r) { r.step(lockstep::testing::kNaN).fail(Error(kMemory)); });
        QTRY_VERIFY(rig.page->header()->activityText().contains(QStringLiteral("planned 3 GB")));
        QVERIFY(rig.button(RunAct::Resume)->text().contains(QStringLiteral("last good")));
    }

    void anInterruptedRunOfAnotherHostIsResumedOnlyAfterAQuestion() {
        LiveRig rig;
        rig.run(RunState::Interrupted, [](FakeRun& r) { r.view().live = false, r.view().otherHost = "gpu-17"; });
        QTRY_VERIFY(rig.button(RunAct::Resume)->isVisible());
        rig.dialogs.choices = {QStringLiteral("leave")};
        QTest::mouseClick(rig.button(RunAct::Resume), Qt::LeftButton);
        QTRY_VERIFY(rig.dialogs.choices.empty());
        QTest::qWait(0);
        QVERIFY(rig.session.commands().empty() && rig.button(RunAct::Resume)->isEnabled());
        rig.dialogs.choices = {QStringLiteral("resume")};
        QTest::mouseClick(rig.button(RunAct::Resume), Qt::LeftButton);
        QTRY_COMPARE(rig.session.commands().size(), std::size_t(1));
    }

    void runsElsewhereCanOnlyBeWatchedAndStopped() {
        LiveRig rig;
        rig.run(RunState::Running, [](FakeRun& r) { r.view().live = false, r.view().elsewhere = true; });
        QTRY_VERIFY(rig.page->charts()->isVisible());
        QVERIFY(!rig.button(RunAct::Pause)->isVisible());
        QVERIFY(rig.button(RunAct::Stop)->isVisible() && rig.button(RunAct::Stop)->isEnabled());
        QVERIFY(!rig.page->edit()->rateField()->isEnabled());
        QVERIFY(rig.page->header()->activityText().contains(QStringLiteral("Another program")));
    }

    void editInFlightIsSentAndNotOverwritten() {
        LiveRig rig;
        const auto run = rig.run(RunState::Running, [](FakeRun& r) { r.document(R"({"optimizer":{"lr":0.002}})"); });
        auto* field = rig.page->edit()->rateField();
        QTRY_COMPARE(field->text(), QStringLiteral("0.002"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("0.0005"));
        rig.session.change(run, [](FakeRun& r) { r.times(5); });
        QTRY_VERIFY(rig.page->header()->progressText().contains(QStringLiteral("65")));
        QCOMPARE(field->text(), QStringLiteral("0.0005"));
        QTest::mouseClick(rig.page->edit()->applyButton(), Qt::LeftButton);
        QTRY_COMPARE(rig.session.commands().size(), 1u);
        const auto edit = std::get<session::EditField>(rig.session.commands()[0]);
        QCOMPARE(edit.field, std::string("lr"));
        QCOMPARE(edit.value, 0.0005);
    }

    void escapeBringsTheValueBack() {
        LiveRig rig;
        rig.run(RunState::Running, [](FakeRun& r) { r.document(R"({"optimizer":{"lr":0.002}})"); });
        auto* field = rig.page->edit()->rateField();
        QTRY_COMPARE(field->text(), QStringLiteral("0.002"));
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("abc"));
        QVERIFY(!rig.page->edit()->applyButton()->isEnabled());
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), QStringLiteral("0.002"));
    }

    void logFollowsTheTailUntilScrolledUp() {
        LiveRig rig;
        const auto add = [](FakeRun& r) {
            for (int i = 0; i < 200; ++i) r.event("log", i, "line " + std::to_string(i));
        };
        const auto run = rig.run(RunState::Running, add);
        auto* bar = rig.page->eventLog()->list()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
        bar->setValue(3);
        QVERIFY(!rig.page->eventLog()->followsTail());
        rig.session.change(run, add);
        QTRY_COMPARE(rig.page->eventLog()->list()->model()->rowCount(), 400);
        QCOMPARE(bar->value(), 3);
    }

    void theSignOfAnAlertFollowsTheTheme() {
        LiveRig rig;
        rig.run(RunState::Running, [](FakeRun& r) { r.event("alarm", 40, "the loss is nan"); });
        auto* sign = rig.page->findChild<QLabel*>(QStringLiteral("live-alert-sign"));
        QVERIFY(sign);
        QTRY_VERIFY(sign->isVisible());
        const auto strokes = [&](const Colors& colors) { // pixels of the sign in about this colour
            const QImage image = sign->pixmap(Qt::ReturnByValue).toImage();
            const auto near = [&](const QColor& c) {
                const QColor& w = colors.warning;
                return c.alpha() > 128 &&
                       std::abs(c.red() - w.red()) + std::abs(c.green() - w.green()) + std::abs(c.blue() - w.blue()) < 24;
            };
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) count += near(image.pixelColor(x, y));
            return count;
        };
        QVERIFY(strokes(lightColors()) > 0);
        Theme::instance().setMode(Theme::Mode::Dark);
        QVERIFY(strokes(darkColors()) > 0 && strokes(lightColors()) == 0);
        Theme::instance().setMode(Theme::Mode::Light);
        QVERIFY(strokes(lightColors()) > 0);
    }

    void nothingIsUnnamed() {
        LiveRig rig;
        rig.run(RunState::Running);
        QTRY_VERIFY(rig.page->charts()->isVisible());
        for (const auto* button : rig.page->findChildren<QAbstractButton*>())
            if (button->isVisible()) QVERIFY2(!(button->accessibleName() + button->text()).isEmpty(), qPrintable(button->objectName()));
    }
};

LOCKSTEP_QT_TEST(LivePageTest);

} // namespace lockstep::ui

#include "live_page_test.moc"
