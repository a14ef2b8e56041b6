#include "support/qt_main.h"
#include "ui_live/page_rig.h"

#include "session/run_view.h"
#include "ui/models/runs_model.h"
#include "ui/pages/extend_run.h"
#include "ui/pages/runs_page.h"
#include "ui/pages/runs_page_compare.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include <qcustomplot.h>

namespace lockstep::ui {

using lockstep::testing::FakeRun;
using session::RunState;

namespace {

struct RunsRig : PageRig {
    session::RunId first = add("baseline"), second = add("wide"), third = add("cosine");
    std::unique_ptr<RunsPage> page = std::make_unique<RunsPage>(context());

    RunsRig() {
        page->resize(1280, 900);
        page->show();
    }
    session::RunId add(const char* name, RunState state = RunState::Completed) {
        return session.addRun(name, state, [](FakeRun& r) { r.times(60); });
    }
    QPushButton* button(const char* name) { return page->findChild<QPushButton*>(QLatin1String(name)); }
    /// Keys of the table count where it has the focus.
    void toTable() {
        page->activateWindow();
        page->table()->setFocus();
        QTRY_VERIFY(page->isActiveWindow() && page->table()->hasFocus());
    }
    int rows() { return page->model()->rowCount(); }
    LineChart* loss() { return page->charts()->chart(QStringLiteral("loss")); }
};

} // namespace

class RunsPageTest : public QObject {
    Q_OBJECT

private slots:
    void listsNewestFirstAndFilters() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        QCOMPARE(rig.page->model()->runAt(0), rig.third);
        QTest::keyClicks(rig.page->filter(), QStringLiteral("^w|cos"));
        QTRY_COMPARE(rig.rows(), 2);
        QTest::keyClicks(rig.page->filter(), QStringLiteral("("));
        QTRY_VERIFY(rig.page->filter()->property("invalid").toBool());
        QCOMPARE(rig.rows(), 2);
        rig.page->filter()->clear();
        QTRY_COMPARE(rig.rows(), 3);
        QVERIFY(!rig.page->filter()->property("invalid").toBool());
    }

    void headerSorts() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->table()->horizontalHeader()->setSortIndicator(RunsModel::Name, Qt::AscendingOrder);
        QTRY_COMPARE(rig.page->model()->runAt(0), rig.first);
    }

    void selectedRunsLieOverEachOtherInTheirColours() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->select({rig.first, rig.third});
        QTRY_VERIFY(rig.loss() && rig.loss()->curves().size() == 4); // training and validation of both
        for (const auto& curve : rig.loss()->curves()) {
            const auto* row = rig.page->model()->row(curve.key.section(QLatin1Char('/'), 0, 0).toLongLong());
            QCOMPARE(curve.ordinal, row->ordinal);
            QVERIFY(curve.dashed);
        }
        rig.page->select({rig.third});
        QTRY_COMPARE(rig.loss()->curves().size(), 2u);
        QVERIFY(!rig.loss()->curves()[0].dashed);
        QCOMPARE(rig.loss()->curves()[0].ordinal, rig.page->model()->row(rig.third)->ordinal);
    }

    void selectionSurvivesARefresh() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->select({rig.second});
        rig.add("another");
        QTRY_COMPARE(rig.rows(), 4);
        QCOMPARE(rig.page->selectedRuns(), std::vector<session::RunId>{rig.second});
        QCOMPARE(rig.page->table()->selectionModel()->selectedRows().size(), 1);
    }

    void runStartedElsewhereShowsUpAndGrows() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        const auto run =
            rig.session.addRun("by the command line", RunState::Running, [](FakeRun& r) { r.times(5).view().elsewhere = true; });
        QTRY_COMPARE(rig.rows(), 4);
        QTRY_VERIFY(rig.page->model()->row(run)->elsewhere);
        rig.page->select({run});
        QTRY_VERIFY(rig.loss() && rig.loss()->curves().size() == 1 && rig.loss()->curves()[0].series.size() == 5);
        QVERIFY(!rig.button("runs-resume")->isEnabled());
        QVERIFY(rig.button("runs-stop")->isEnabled());
        rig.session.change(run, [](FakeRun& r) { r.times(3); });
        QTRY_COMPARE(rig.loss()->curves()[0].series.size(), 8u);
    }

    void anInterruptedRunOfAnotherHostIsResumedOnlyAfterAQuestion() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        const auto run = rig.session.addRun("there", RunState::Interrupted, [](FakeRun& r) { r.times(5).view().otherHost = "gpu-17"; });
        QTRY_COMPARE(rig.rows(), 4);
        rig.page->select({run});
        for (const char* answer : {"leave", "resume"}) {
            rig.dialogs.choices = {QString::fromLatin1(answer)};
            QTest::mouseClick(rig.button("runs-resume"), Qt::LeftButton);
            QTRY_VERIFY(rig.dialogs.choices.empty());
            QTest::qWait(0);
        }
        QCOMPARE(rig.dialogs.asked, (std::vector<QString>{"resume-other-host", "resume-other-host"}));
        QTRY_COMPARE(rig.session.commands().size(), std::size_t(1));
        QCOMPARE(std::get<session::ResumeRun>(rig.session.commands()[0]).run, run);
    }

    void stopsTheActiveRunThatIsChosen() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->select({rig.first});
        QVERIFY(!rig.button("runs-stop")->isEnabled());
        QVERIFY(rig.button("runs-stop")->toolTip().contains(QStringLiteral("completed")));
        const auto run = rig.session.addRun("elsewhere", RunState::Running, [](FakeRun& r) { r.times(5).view().elsewhere = true; });
        QTRY_COMPARE(rig.rows(), 4);
        rig.page->select({run});
        QTest::mouseClick(rig.button("runs-stop"), Qt::LeftButton);
        QTRY_COMPARE(rig.session.commands().size(), std::size_t(1));
        QCOMPARE(std::get<session::Stop>(rig.session.commands()[0]).run, run);
    }

    void exportsAReport() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        QVERIFY(!rig.button("runs-report")->isEnabled());
        rig.page->select({rig.first, rig.second});
        QTemporaryDir dir;
        const auto path = dir.filePath(QStringLiteral("bericht größe.html"));
        rig.dialogs.files = {path};
        QTest::mouseClick(rig.button("runs-report"), Qt::LeftButton);
        QTRY_VERIFY(QFile::exists(path));
        QTRY_VERIFY(!rig.log.isEmpty() && rig.log.last().contains(path));
        const auto queries = rig.session.queries();
        const auto asked = std::count_if(queries.begin(), queries.end(), [](const auto& q) {
            const auto* report = std::get_if<session::ExportReport>(&q);
            return report && report->runs.size() == 2;
        });
        QCOMPARE(asked, 1);
    }

    void failedReportSaysWhy() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->select({rig.first});
        rig.dialogs.files = {QStringLiteral("/nowhere/at/all/r.html")};
        rig.dialogs.choices = {QStringLiteral("ok")};
        QTest::mouseClick(rig.button("runs-report"), Qt::LeftButton);
        QTRY_VERIFY(std::find(rig.dialogs.asked.begin(), rig.dialogs.asked.end(), QStringLiteral("report-failed")) !=
                    rig.dialogs.asked.end());
    }

    void opensInLive() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->select({rig.second});
        QTest::mouseClick(rig.button("runs-open"), Qt::LeftButton);
        QCOMPARE(rig.focus.run(), rig.second);
        QCOMPARE(rig.pages, QStringList{QStringLiteral("live")});
    }

    void archivesAndDeletesOnlyFromTheArchive() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->select({rig.first});
        QVERIFY(!rig.button("runs-delete")->isVisible());
        QTest::mouseClick(rig.button("runs-archive"), Qt::LeftButton);
        QTRY_COMPARE(rig.rows(), 2);
        auto* archive = rig.page->findChild<QToolButton*>(QStringLiteral("runs-show-archive"));
        archive->click();
        QTRY_COMPARE(rig.rows(), 1);
        rig.page->select({rig.first});
        rig.dialogs.choices = {QStringLiteral("keep"), QStringLiteral("delete")};
        QTest::mouseClick(rig.button("runs-delete"), Qt::LeftButton);
        QTRY_COMPARE(rig.dialogs.choices.size(), 1u);
        QCOMPARE(rig.rows(), 1);
        QTest::mouseClick(rig.button("runs-delete"), Qt::LeftButton);
        QTRY_COMPARE(rig.rows(), 0);
    }

    void extendingAsksByHowMuch() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->select({rig.first});
        QTRY_VERIFY(rig.bridge.view(rig.first));
        QCOMPARE(rig.button("runs-resume")->text(), QStringLiteral("Extend"));
        rig.dialogs.choices = {QString(), QStringLiteral("30 steps"), QStringLiteral("2 epochs")};
        QTest::mouseClick(rig.button("runs-resume"), Qt::LeftButton); // dismissed
        QTRY_COMPARE(rig.dialogs.choices.size(), 2u);
        QCOMPARE(rig.session.commands().size(), 0u);
        QTest::mouseClick(rig.button("runs-resume"), Qt::LeftButton);
        QTRY_COMPARE(rig.session.commands().size(), 1u);
        const auto command = std::get<session::ResumeRun>(rig.session.commands()[0]);
        QCOMPARE(command.run, rig.first);
        QCOMPARE(command.sets, std::vector<std::string>{"steps=130"}); // of 100
        rig.session.change(rig.first, [](FakeRun& r) { r.state(RunState::Completed); });
        QTRY_VERIFY(rig.bridge.view(rig.first)->state == RunState::Completed && rig.bridge.view(rig.first)->progress.steps == 130);
        QTRY_COMPARE(rig.button("runs-resume")->text(), QStringLiteral("Extend"));
        QTest::mouseClick(rig.button("runs-resume"), Qt::LeftButton);
        QTRY_COMPARE(rig.session.commands().size(), 2u);
        // 60 steps were 5 epochs: two more are 24 steps.
        QCOMPARE(std::get<session::ResumeRun>(rig.session.commands()[1]).sets, std::vector<std::string>{"steps=154"});
    }

    void anExtensionIsCheckedWhileItIsTyped() {
        QueuedDialogs dialogs;
        dialogs.choices = {QStringLiteral("0 steps"), QStringLiteral("1.5 steps"), QStringLiteral("many steps"),
                           QStringLiteral("-2 epochs"), QStringLiteral("0.25 epochs")};
        std::vector<std::string> sets;
        QObject here;
        while (!dialogs.choices.empty()) {
            const auto left = dialogs.choices.size();
            askToExtend({7, 100, 10}, dialogs, &here, [&](const session::ResumeRun& command) { sets.push_back(command.sets.front()); });
            QTRY_VERIFY(dialogs.choices.size() < left);
            QCoreApplication::processEvents();
        }
        QTRY_COMPARE(sets, std::vector<std::string>{"steps=103"}); // a quarter of 10 is rounded up
    }

    void spaceKeepsRunsInTheChartsWhateverIsChosen() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.toTable();
        rig.page->select({rig.first, rig.second});
        QTest::keyClick(rig.page->table(), Qt::Key_Space);
        rig.page->select({rig.third});
        QTRY_VERIFY(rig.loss() && rig.loss()->curves().size() == 4);
        QStringList keys;
        for (const auto& curve : rig.loss()->curves()) keys << curve.key.section(QLatin1Char('/'), 0, 0);
        QVERIFY(!keys.contains(QString::number(rig.third)));
        QVERIFY(rig.page->model()->indexOf(rig.first).siblingAtColumn(RunsModel::Eye).data(RunsModel::KeptRole).toBool());
        rig.page->select({rig.first, rig.second});
        QTest::keyClick(rig.page->table(), Qt::Key_Space); // all open: closed
        rig.page->select({rig.third});
        QTRY_COMPARE(rig.loss()->curves().size(), 2u);
    }

    void aClickOnTheEyeOpensIt() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        const auto eye = rig.page->model()->indexOf(rig.second).siblingAtColumn(RunsModel::Eye);
        QTest::mouseClick(rig.page->table()->viewport(), Qt::LeftButton, {}, rig.page->table()->visualRect(eye).center());
        QTRY_VERIFY(eye.data(RunsModel::KeptRole).toBool());
        QCOMPARE(eye.data(Qt::AccessibleTextRole).toString(), QStringLiteral("kept in the charts"));
    }

    void aArchivesWhatIsChosen() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.toTable();
        rig.page->select({rig.first});
        QTest::keyClick(rig.page->table(), Qt::Key_A);
        QTRY_COMPARE(rig.rows(), 2);
        QVERIFY(!rig.page->model()->row(rig.first));
    }

    void runsAreRenamedAndTaggedInTheTable() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.toTable();
        rig.page->select({rig.first});
        QTest::keyClick(rig.page->table(), Qt::Key_F2);
        auto* name = rig.page->findChild<QLineEdit*>(QStringLiteral("edit-run-name"));
        QVERIFY(name);
        QCOMPARE(name->text(), QStringLiteral("baseline"));
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("a space too"));
        rig.add("a new run comes meanwhile"); // what is typed stays
        QCoreApplication::processEvents();
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(rig.page->model()->row(rig.first)->name, std::string("a space too"));
        QTRY_COMPARE(rig.rows(), 4);
        QTest::keyClick(rig.page->table(), Qt::Key_T);
        auto* tags = rig.page->findChild<QLineEdit*>(QStringLiteral("edit-run-tags"));
        QVERIFY(tags);
        QTest::keyClicks(tags, QStringLiteral("best, best,  seed 1 ,"));
        QTest::keyClick(tags, Qt::Key_Return);
        QTRY_COMPARE(rig.page->model()->row(rig.first)->tags, (std::vector<std::string>{"best", "seed 1"}));
        QCOMPARE(rig.page->model()->row(rig.first)->name, std::string("a space too"));
    }

    void escapeLeavesTheNameAsItWas() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.toTable();
        rig.page->select({rig.first});
        QTest::keyClick(rig.page->table(), Qt::Key_F2);
        auto* name = rig.page->findChild<QLineEdit*>(QStringLiteral("edit-run-name"));
        QVERIFY(name);
        QTest::keyClicks(name, QStringLiteral("other"));
        QTest::keyClick(name, Qt::Key_Escape);
        QCoreApplication::processEvents();
        QCOMPARE(rig.session.commands().size(), 0u);
    }

    void comparingListsWhatDiffers() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.toTable();
        const auto write = [&](session::RunId run, const char* text) { rig.session.change(run, [text](FakeRun& r) { r.document(text); }); };
        write(rig.first, R"({"name":"x","optimizer":{"lr":0.001,"type":"adamw"},"data":{"batch_size":64}})");
        write(rig.second, R"({"name":"y","optimizer":{"lr":1e-3,"type":"sgd","momentum":0.9},"data":{"batch_size":64}})");
        rig.page->select({rig.first, rig.second});
        QTest::keyClick(rig.page->table(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(rig.page->compare()->isVisible());
        QTRY_COMPARE(rig.page->compare()->differenceCount(), 2); // momentum and type; 0.001 and 1e-3 are the same, names are no settings
        auto* table = rig.page->compare()->table();
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->item(0, 0)->text(), QString::fromUtf8("optimizer › momentum"));
        QTest::keyClick(table, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(table->currentRow(), 0);
        QTest::keyClick(table, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(table->currentRow(), 1);
        QTest::keyClick(table, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(table->currentRow(), 0);
        rig.page->compare()->findChild<QCheckBox*>(QStringLiteral("compare-only"))->click();
        QCOMPARE(table->rowCount(), 4);
        QCOMPARE(rig.page->compare()->differenceCount(), 2);
    }

    void controlFGoesToTheFilter() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.toTable();
        QVERIFY(QMetaObject::invokeMethod(rig.page.get(), "find"));
        QTRY_VERIFY(rig.page->filter()->hasFocus());
    }

    void activeRunsAreNotArchived() {
        RunsRig rig;
        const auto run = rig.add("busy", RunState::Running);
        QTRY_COMPARE(rig.rows(), 4);
        rig.page->select({run});
        QVERIFY(!rig.button("runs-archive")->isEnabled());
        QVERIFY(!rig.button("runs-archive")->toolTip().isEmpty()); // and says why
    }
};

LOCKSTEP_QT_TEST(RunsPageTest);

} // namespace lockstep::ui

#include "runs_page_test.moc"
