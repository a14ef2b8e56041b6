// The bar of notices: trouble with the store, stores that can't be written, runs that were interrupted.
#include "session/run_view.h"
#include "session/session_errors.h"
#include "support/qt_main.h"
#include "ui/models/number_text.h"
#include "ui/shell/action_table.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/run_focus.h"
#include "ui/theme/theme.h"
#include "ui_support/window_fixture.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

namespace lockstep::testing {

namespace {

constexpr ErrorCode kFull{"test.full", "no space left for the run store", "free some disk space"};
constexpr ErrorCode kDamaged{"test.damaged", "the run store is damaged: {0}", "restore it from a backup"};

FakeSession::Options byHand() {
    FakeSession::Options options;
    options.automatic = false;
    return options;
}

struct NoticeRig : WindowFixture {
    NoticeRig() : WindowFixture(byHand()) {}

    ui::NoticeBar& bar() { return *window().findChild<ui::NoticeBar*>(); }
    QString text() { return find<QLabel>("notice-text")->text(); }
    QString hint() { return find<QLabel>("notice-hint")->text(); }
    QPushButton* act(const char* id) { return window().findChild<QPushButton*>(QString("notice-") + id); }
    session::RunId dead(const std::string& name, int steps, const std::function<void(FakeRun&)>& grow = {}) {
        return session().addRun(name, session::RunState::Interrupted, [&](FakeRun& run) {
            run.times(steps);
            if (grow) grow(run);
        });
    }
    template <class C> std::vector<C> sent() {
        std::vector<C> found;
        for (const auto& command : session().commands())
            if (const auto* one = std::get_if<C>(&command)) found.push_back(*one);
        return found;
    }
    session::RunState stateOf(session::RunId run) { return session().view(run)->state; }
    void shoot(const QString& name) { // to be looked at, where a folder is named
        const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
        if (folder.isEmpty()) return;
        for (const auto mode : {ui::Theme::Mode::Light, ui::Theme::Mode::Dark}) {
            ui::Theme::instance().setMode(mode);
            QTest::qWait(50);
            window().grab().save(QString("%1/%2-%3.png").arg(folder, name, mode == ui::Theme::Mode::Dark ? "dark" : "light"));
        }
        ui::Theme::instance().setMode(ui::Theme::Mode::Light);
    }
};

} // namespace

class NoticesTest : public QObject {
    Q_OBJECT

private slots:
    void troubleWithTheStoreStandsUntilItIsClosed() {
        NoticeRig rig;
        QVERIFY(!rig.bar().isVisible());
        rig.session().postTrouble(Error(kFull).inFile("/data/runs.db"));
        QTRY_VERIFY(rig.bar().isVisible());
        QCOMPARE(rig.text(), QString("No space left for the run store: /data/runs.db"));
        QCOMPARE(rig.hint(), QString("Free some disk space"));
        QVERIFY(rig.bar().accessibleName().contains("No space left"));
        QVERIFY(rig.find<QPlainTextEdit>("log")->toPlainText().contains("no space left"));
        rig.window().showPage("runs"); // whatever page is in front
        QVERIFY(rig.bar().isVisible());
        QTest::mouseClick(rig.find<QToolButton>("notice-close"), Qt::LeftButton);
        QVERIFY(!rig.bar().isVisible());
    }

    void equalTroublesAreOneAndSeveralAreReached() {
        NoticeRig rig;
        for (int i = 0; i < 3; ++i) rig.session().postTrouble(Error(kFull));
        rig.session().postTrouble(Error(kDamaged, {"a page is torn"}));
        rig.session().postTrouble(Error(kFull));
        QTRY_COMPARE(rig.bar().count(), 2);
        QTest::qWait(0);
        QCOMPARE(rig.text(), QString("The run store is damaged: a page is torn")); // an old one does not push to the front
        QCOMPARE(rig.find<QLabel>("notice-place")->text(), QString("2 of 2"));
        rig.shoot("notices");
        QTest::mouseClick(rig.find<QToolButton>("notice-next"), Qt::LeftButton);
        QCOMPARE(rig.text(), QString("No space left for the run store"));
        QTest::mouseClick(rig.find<QToolButton>("notice-previous"), Qt::LeftButton);
        QCOMPARE(rig.find<QLabel>("notice-place")->text(), QString("2 of 2"));
        QTest::mouseClick(rig.find<QToolButton>("notice-close"), Qt::LeftButton);
        QCOMPARE(rig.text(), QString("No space left for the run store"));
        QVERIFY(!rig.find<QLabel>("notice-place")->isVisible());
        QTest::mouseClick(rig.find<QToolButton>("notice-close"), Qt::LeftButton);
        QVERIFY(!rig.bar().isVisible());
    }

    void whereNothingCanBeWrittenNothingCanBeStarted() {
        NoticeRig rig;
        const auto run = rig.dead("lenet", 40);
        rig.kill();
        rig.session().postTrouble(Error(session::kReadOnlyStore).inFile("/cd/runs.db"), true);
        rig.reopen();
        QTRY_COMPARE(rig.bar().count(), 2);
        QTRY_VERIFY(!rig.act("resume") && rig.act("show")); // of the interrupted run
        QTest::mouseClick(rig.act("show"), Qt::LeftButton);
        QTRY_COMPARE(rig.window().context().focus.run(), run);
        QTest::mouseClick(rig.find<QToolButton>("notice-next"), Qt::LeftButton);
        QVERIFY(rig.text().contains("can't be written") && rig.text().contains("/cd/runs.db"));
        rig.shoot("read-only");
        rig.window().showPage("start");
        QTest::mouseClick(rig.find<QAbstractButton>("template-digits-mlp"), Qt::LeftButton);
        QTRY_COMPARE(rig.find<QAbstractButton>("start-reason")->text(), QString("The run store cannot be written"));
        QVERIFY(!rig.find<QPushButton>("start")->isEnabled());
    }

    void aNetworkDiskIsToldWithoutAlarm() {
        NoticeRig rig;
        rig.session().postTrouble(Error(session::kStoreNotice, {"The run store is on a network disk."}), true);
        QTRY_COMPARE(rig.text(), QString("The run store is on a network disk."));
        QVERIFY(!rig.find<QLabel>("notice-hint")->isVisible());
    }

    void theNewestInterruptedRunIsOfferedAndResumed() {
        NoticeRig rig;
        rig.dead("old", 3);
        rig.dead("older archived", 3, [](FakeRun& run) { run.row().archived = true; });
        const auto newest = rig.dead("lenet", 1500);
        rig.session().addRun("interrupted", session::RunState::Completed); // only its name is
        rig.reopen();
        QTRY_VERIFY(rig.bar().isVisible());
        QCOMPARE(rig.text(), QString("Run %1 was interrupted at step %2").arg(QString::number(newest), ui::countText(1500)));
        QVERIFY(rig.hint() == QString::fromUtf8("lenet · one more run was interrupted"));
        QVERIFY(rig.sent<session::ResumeRun>().empty()); // nothing unasked
        QCOMPARE(rig.window().currentPage(), QString("start"));
        rig.shoot("interrupted");
        QTest::mouseClick(rig.act("all"), Qt::LeftButton);
        QCOMPARE(rig.window().currentPage(), QString("runs"));
        QTest::mouseClick(rig.act("resume"), Qt::LeftButton);
        QVERIFY(!rig.bar().isVisible()); // two clicks are one request
        QTRY_COMPARE(rig.sent<session::ResumeRun>().size(), std::size_t(1));
        QCOMPARE(rig.sent<session::ResumeRun>()[0].run, newest);
        QTRY_VERIFY(rig.stateOf(newest) == session::RunState::Preparing);
        QCOMPARE(rig.window().context().focus.run(), newest);
        QCOMPARE(rig.window().currentPage(), QString("live"));
    }

    void keptAsStoppedTheNextIsOffered() {
        NoticeRig rig;
        const auto first = rig.dead("first", 10), second = rig.dead("second", 20);
        rig.reopen();
        QTRY_VERIFY(rig.bar().isVisible());
        QTest::mouseClick(rig.act("keep"), Qt::LeftButton);
        QTRY_VERIFY(rig.bar().isVisible() && rig.text() == QString("Run %1 was interrupted at step 10").arg(first));
        QVERIFY(rig.stateOf(second) == session::RunState::Stopped);
        QVERIFY(!rig.act("all"));
        QTest::mouseClick(rig.act("keep"), Qt::LeftButton);
        QTRY_VERIFY(rig.stateOf(first) == session::RunState::Stopped);
        QVERIFY(!rig.bar().isVisible());
    }

    void closedItStaysInterrupted() {
        NoticeRig rig;
        const auto run = rig.dead("lenet", 10);
        rig.reopen();
        QTRY_VERIFY(rig.bar().isVisible());
        QTest::mouseClick(rig.find<QToolButton>("notice-close"), Qt::LeftButton);
        QVERIFY(!rig.bar().isVisible());
        QVERIFY(rig.stateOf(run) == session::RunState::Interrupted);
        rig.reopen(); // and is offered again
        QTRY_VERIFY(rig.bar().isVisible());
    }

    void resumedFromItsPageItIsNoLongerOffered() {
        NoticeRig rig;
        const auto run = rig.dead("lenet", 10);
        rig.reopen();
        QTRY_VERIFY(rig.bar().isVisible());
        rig.session().change(run, [](FakeRun& r) { r.state(session::RunState::Running); });
        QTRY_VERIFY(!rig.bar().isVisible());
    }

    void aRefusalSaysWhyAndKeepsTheOffer() {
        NoticeRig rig;
        rig.dead("lenet", 10);
        rig.reopen();
        QTRY_VERIFY(rig.bar().isVisible());
        rig.session().addRun("busy", session::RunState::Running, [](FakeRun& r) { r.view().live = true; });
        rig.dialogs().answer("refused", "ok");
        QTest::mouseClick(rig.act("resume"), Qt::LeftButton);
        QTRY_VERIFY(!rig.dialogs().asked().isEmpty());
        QTRY_VERIFY(rig.bar().isVisible());
    }

    void aRunOfAnotherHostIsNeverResumedWithoutAsking() {
        NoticeRig rig;
        const double beat = 1.7e9;
        const auto run = rig.dead("lenet", 10, [&](FakeRun& r) { r.view().otherHost = "gpu-17", r.view().lastBeatWall = beat; });
        rig.reopen();
        QTRY_VERIFY(rig.bar().isVisible());
        QVERIFY(rig.text().startsWith(QString("Run %1 was trained on gpu-17: no sign of life since ").arg(run)));
        QVERIFY(rig.text().contains("2023")); // not of today: with its date
        rig.shoot("other-host");
        rig.dialogs().answer("resume-other-host", "leave");
        QTest::mouseClick(rig.act("resume"), Qt::LeftButton);
        QTRY_COMPARE(rig.dialogs().asked().size(), 1);
        QTest::qWait(0);
        QVERIFY(rig.sent<session::ResumeRun>().empty() && rig.bar().isVisible());
        rig.dialogs().answer("resume-other-host", "resume");
        QTest::mouseClick(rig.act("resume"), Qt::LeftButton);
        QTRY_COMPARE(rig.sent<session::ResumeRun>().size(), std::size_t(1));
    }

    void theBarFitsAndIsReachedByKeys() {
        NoticeRig rig;
        rig.dead("a rather long name that people give to the runs of a sweep, with seed and learning rate", 1000000);
        rig.dead("a rather long name that people give to the runs of a sweep, with seed and learning rate, too", 1000000);
        rig.reopen();
        QTRY_VERIFY(rig.bar().isVisible());
        rig.session().postTrouble(Error(kFull));
        QTRY_COMPARE(rig.bar().count(), 2);
        rig.find<QToolButton>("notice-previous")->click();
        rig.window().resize(1024, 640);
        for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
        QCOMPARE(rig.window().width(), 1024);
        rig.shoot("narrow");
        for (const auto* label : rig.bar().findChildren<QLabel*>())
            if (label->isVisible() && label->wordWrap())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        for (const auto* button : rig.bar().findChildren<QAbstractButton*>()) {
            if (!button->isVisible()) continue;
            QVERIFY2(button->width() >= 24 && button->height() >= 24 && button->focusPolicy() & Qt::TabFocus,
                     qPrintable(button->objectName()));
            QVERIFY(!(button->accessibleName() + button->text()).isEmpty());
        }
    }

    void aRunOfAnotherProgramCanOnlyBeStopped() {
        NoticeRig rig;
        const auto run = rig.session().addRun("by the command line", session::RunState::Running,
                                              [](FakeRun& r) { r.times(30).view().elsewhere = true; });
        rig.reopen();
        QTRY_COMPARE(rig.window().context().focus.run(), run);
        QTRY_VERIFY(rig.window().context().actions.action("stop")->isEnabled());
        for (const char* id : {"pause", "checkpoint", "evaluate", "discard"}) {
            const auto* action = rig.window().context().actions.action(id);
            QVERIFY2(!action->isEnabled(), id);
        }
        QVERIFY(rig.window().context().actions.action("pause")->toolTip().contains("Another program"));
        rig.trigger("stop");
        QTRY_COMPARE(rig.sent<session::Stop>().size(), std::size_t(1));
        QTRY_VERIFY(rig.stateOf(run) == session::RunState::Stopping);
        QTRY_VERIFY(!rig.window().context().actions.action("stop")->isEnabled());
    }
};

LOCKSTEP_QT_TEST(NoticesTest);

} // namespace lockstep::testing

#include "notices_test.moc"
