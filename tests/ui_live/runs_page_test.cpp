#include "support/qt_main.h"
#include "ui_live/page_rig.h"

#include "session/run_view.h"
#include "ui/models/runs_model.h"
#include "ui/pages/runs_page.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
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
        rig.session.change(run, [](FakeRun& r) { r.times(3); });
        QTRY_COMPARE(rig.loss()->curves()[0].series.size(), 8u);
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

    void resumeExtendsACompletedRun() {
        RunsRig rig;
        QTRY_COMPARE(rig.rows(), 3);
        rig.page->select({rig.first});
        QCOMPARE(rig.button("runs-resume")->text(), QStringLiteral("Extend"));
        QTest::mouseClick(rig.button("runs-resume"), Qt::LeftButton);
        QTRY_COMPARE(rig.session.commands().size(), 1u);
        const auto command = std::get<session::ResumeRun>(rig.session.commands()[0]);
        QCOMPARE(command.run, rig.first);
        QCOMPARE(command.sets, std::vector<std::string>{"steps=150"});
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
