// Flows through the real main window: clicks and keys, a fake session, scripted dialogs, an own settings folder.
#include "support/qt_main.h"
#include "ui/canvas/canvas.h"
#include "ui/canvas/node_item.h"
#include "ui/forms/field_editor.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/run_focus.h"
#include "ui_support/window_fixture.h"

#include "session/run_view.h"

#include <QAbstractButton>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QSlider>
#include <QtTest>

namespace lockstep::testing {

namespace {

void openTemplate(WindowFixture& fixture, const QString& name) {
    QTest::mouseClick(fixture.find<QAbstractButton>("template-" + name), Qt::LeftButton);
    QTRY_VERIFY(fixture.window().context().setup.isOpen());
    QTRY_VERIFY(fixture.window().context().analyser.isCurrent());
}

void type(QLineEdit* box, const QString& text) {
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, text);
}

std::int64_t number(WindowFixture& fixture, const char* path) {
    const spec::Json* json = ui::jsonAt(fixture.window().context().setup.current()->run, path);
    return json ? json->integer : -1;
}

FakeSession::Options byHand() {
    FakeSession::Options options;
    options.automatic = false;
    return options;
}

QStringList swapFiles(const WindowFixture& fixture) {
    return QDir(fixture.path("recovery")).entryList({"*.lockstep-swap"}, QDir::Files | QDir::Hidden);
}

void writeFile(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

class FlowTest : public QObject {
    Q_OBJECT

private slots:
    void aTemplateOpensOnTheModelPage() {
        WindowFixture fixture;
        QCOMPARE(fixture.window().currentPage(), QString("start"));
        QVERIFY(!fixture.find<QPushButton>("start")->isEnabled());
        openTemplate(fixture, "digits-mlp");
        QTRY_COMPARE(fixture.window().currentPage(), QString("model"));
        QTRY_VERIFY(fixture.find<ui::Canvas>("canvas")->graph().size() > 3);
        QTRY_VERIFY(fixture.find<QPushButton>("start")->isEnabled());
    }

    void theBatchSizeIsChangedAndUndone() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        const std::int64_t before = number(fixture, "data.batch_size");
        auto* box = fixture.find<QLineEdit>("edit-data.batch_size");
        type(box, "48");
        QTRY_COMPARE(number(fixture, "data.batch_size"), 48);
        fixture.trigger("undo");
        QTRY_COMPARE(number(fixture, "data.batch_size"), before);
        QTRY_COMPARE(box->text(), QString::number(before));
        fixture.trigger("redo");
        QTRY_COMPARE(number(fixture, "data.batch_size"), 48);
        QTRY_COMPARE(box->text(), QString("48"));
    }

    void theSliderMovesInPowersOfTwo() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        auto* slider = fixture.find<QSlider>("slide-data.batch_size");
        slider->setValue(5);
        QTRY_COMPARE(number(fixture, "data.batch_size"), 32);
        slider->setValue(9);
        QTRY_COMPARE(number(fixture, "data.batch_size"), 512);
        QCOMPARE(fixture.window().context().setup.history().count(), 1); // one drag is one step
    }

    void escapeBringsTheValueBack() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        fixture.window().activateWindow();
        auto* box = fixture.find<QLineEdit>("edit-seed");
        box->setFocus();
        QTRY_VERIFY(box->hasFocus());
        const QString before = box->text();
        type(box, "99");
        QTRY_COMPARE(number(fixture, "seed"), 99);
        QTest::keyClick(box, Qt::Key_Escape);
        QTRY_COMPARE(box->text(), before);
    }

    void aMistakeBlocksStartAndOneClickLeadsToTheField() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        type(fixture.find<QLineEdit>("edit-data.batch_size"), "0");
        auto* start = fixture.find<QPushButton>("start");
        QTRY_VERIFY(!start->isEnabled());
        auto* reason = fixture.find<QPushButton>("start-reason");
        auto* field = fixture.find<ui::FieldEditor>("field-data.batch_size");
        QTRY_VERIFY(!field->problem().isEmpty());
        QTRY_VERIFY(reason->isVisible() && !reason->toolTip().isEmpty());
        QTRY_VERIFY(fixture.find<QListWidget>("problems")->count() > 0);
        fixture.window().showPage("model");
        QTest::mouseClick(reason, Qt::LeftButton);
        QTRY_COMPARE(fixture.window().currentPage(), QString("run"));
        type(fixture.find<QLineEdit>("edit-data.batch_size"), "64");
        QTRY_VERIFY(start->isEnabled());
        QVERIFY(field->problem().isEmpty());
        QVERIFY(!reason->isVisible());
    }

    void aProblemOfAnInputLeadsToItsField() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().activateWindow();
        auto& setup = fixture.window().context().setup;
        setup.editModel({"", "model", {}}, "inputs[0].shape", spec::Json::array({spec::Json::ofInt(0)}));
        auto* problems = fixture.find<QListWidget>("problems");
        QTRY_VERIFY(problems->count() > 0);
        QCOMPARE(fixture.find<QLabel>("model-totals")->text().section(QString::fromUtf8("   ·   "), 1), QString("1 problem")); // no zeros
        fixture.window().showPage("run");
        emit problems->itemActivated(problems->item(0)); // a double click, or Enter
        QCOMPARE(fixture.window().currentPage(), QString("model"));
        auto* shape = fixture.find<QLineEdit>("edit-shape");
        QTRY_VERIFY(shape->hasFocus());
        QVERIFY(!fixture.find<ui::FieldEditor>("field-shape")->problem().isEmpty());
        type(shape, "64");
        QTRY_VERIFY(fixture.find<QPushButton>("start")->isEnabled());
        fixture.trigger("undo");
        QTRY_COMPARE(shape->text(), QString("0"));
    }

    void whatIsNoNumberIsNamedNotIgnored() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        type(fixture.find<QLineEdit>("edit-optimizer.lr"), "fast");
        QTRY_VERIFY(!fixture.find<ui::FieldEditor>("field-optimizer.lr")->problem().isEmpty());
        QTRY_VERIFY(!fixture.find<QPushButton>("start")->isEnabled());
    }

    void anErrorIsMarkedOnItsNode() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        auto* canvas = fixture.find<ui::Canvas>("canvas");
        QTRY_VERIFY(!canvas->graph().empty());
        QString linear;
        for (const ui::NodeView& node : canvas->graph())
            if (node.type == "Linear" && linear.isEmpty()) linear = node.id;
        canvas->select(linear);
        type(fixture.find<QLineEdit>("edit-args.out_features"), "-3");
        QTRY_VERIFY(!canvas->item(linear)->node().problems.isEmpty());
        QTRY_VERIFY(!fixture.find<QPushButton>("start")->isEnabled());
        QTRY_VERIFY(!fixture.find<ui::FieldEditor>("field-args.out_features")->problem().isEmpty());
        fixture.trigger("undo");
        QTRY_VERIFY(canvas->item(linear)->node().problems.isEmpty());
    }

    void layersAreAddedAndDeleted() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        auto* canvas = fixture.find<ui::Canvas>("canvas");
        QTRY_VERIFY(!canvas->graph().empty());
        const auto before = canvas->graph().size();
        canvas->select(canvas->graph()[1].id);
        fixture.trigger("canvas-duplicate");
        QTRY_COMPARE(canvas->graph().size(), before + 1);
        fixture.trigger("canvas-delete");
        QTRY_COMPARE(canvas->graph().size(), before);
        fixture.trigger("undo");
        fixture.trigger("undo");
        QTRY_VERIFY(fixture.window().context().setup.isClean());
    }

    void aSetupIsSavedClosedAndReopened() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        type(fixture.find<QLineEdit>("edit-data.batch_size"), "40");
        QVERIFY(fixture.find<QLabel>("document-title")->text().endsWith(QString::fromUtf8("•")));
        const QString file = fixture.path(QString::fromUtf8("größe.run.json"));
        fixture.dialogs().answerFile(file);
        fixture.trigger("save");
        QTRY_VERIFY(QFile::exists(file));
        QTRY_VERIFY(fixture.window().context().setup.isClean());
        QVERIFY(!fixture.find<QLabel>("document-title")->text().endsWith(QString::fromUtf8("•")));
        fixture.reopen();
        QVERIFY(fixture.settings().recentFiles().contains(file));
        fixture.window().context().keeper.openFile(file);
        QTRY_COMPARE(number(fixture, "data.batch_size"), 40);
        QVERIFY(fixture.dialogs().unexpected().isEmpty());
    }

    void aBrokenDocumentIsRefusedWithItsPlace() {
        WindowFixture fixture;
        const QString file = fixture.path("broken.run.json");
        writeFile(file, "{\n  \"format\": \"lockstep-run/1\",\n  \"seed\": }\n");
        fixture.dialogs().answer("cannot", "close");
        fixture.window().context().keeper.openFile(file);
        QTRY_COMPARE(fixture.dialogs().asked().size(), 1);
        QVERIFY(fixture.dialogs().asked().front().text.contains("broken.run.json:3"));
    }

    void aDroppedDocumentOpens() {
        WindowFixture fixture;
        const QString file = fixture.path("dropped.run.json");
        writeFile(file, R"({"format":"lockstep-run/1","model":"template:digits-mlp",
                            "data":{"source":"bundled","name":"digits","batch_size":16},"steps":5})");
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&fixture.window(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&fixture.window(), &drop);
        QTRY_COMPARE(number(fixture, "data.batch_size"), 16);
        QTRY_VERIFY(fixture.find<ui::Canvas>("canvas")->graph().size() > 3); // the template's model
    }

    void unsavedWorkIsOfferedAfterAKill() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        type(fixture.find<QLineEdit>("edit-data.batch_size"), "24");
        QTRY_VERIFY(!swapFiles(fixture).isEmpty());
        fixture.kill();
        fixture.reopen();
        QTRY_VERIFY(fixture.window().findChild<QWidget*>("recovery"));
        QTest::mouseClick(fixture.find<QWidget>("recovery")->findChildren<QPushButton*>().front(), Qt::LeftButton);
        QTRY_COMPARE(number(fixture, "data.batch_size"), 24);
        QVERIFY(!fixture.window().context().setup.isClean());
    }

    void startPauseResumeStopFollowTheReportedState() {
        WindowFixture fixture(byHand());
        openTemplate(fixture, "digits-mlp");
        auto* start = fixture.find<QPushButton>("start");
        QTRY_VERIFY(start->isEnabled());
        const auto state = [&] {
            const auto view = fixture.window().context().focus.view();
            return view ? view->state : session::RunState::Queued;
        };
        const auto enabled = [&](const char* id) { return fixture.window().context().actions.action(id)->isEnabled(); };
        const auto tickUntil = [&](session::RunState wanted) {
            for (int i = 0; i < 50 && state() != wanted; ++i) {
                fixture.session().tick();
                QTest::qWait(2);
            }
            return state() == wanted;
        };
        QTest::mouseClick(start, Qt::LeftButton);
        QTest::mouseClick(start, Qt::LeftButton); // two clicks are one request
        QTRY_VERIFY(fixture.window().context().focus.run() != 0);
        QCOMPARE(fixture.session().commands().size(), std::size_t{1});
        QVERIFY(tickUntil(session::RunState::Running));
        QTRY_VERIFY(enabled("pause") && enabled("stop") && enabled("checkpoint") && !enabled("start"));
        fixture.trigger("pause");
        QVERIFY(tickUntil(session::RunState::Paused));
        QTRY_VERIFY(enabled("start") && !enabled("pause"));
        QTRY_COMPARE(start->text(), QString("Resume"));
        fixture.trigger("start");
        QVERIFY(tickUntil(session::RunState::Running));
        QTRY_VERIFY(enabled("stop"));
        fixture.trigger("stop");
        QVERIFY(tickUntil(session::RunState::Stopped));
        QTRY_VERIFY(enabled("start") && !enabled("stop"));
        QTRY_COMPARE(start->text(), QString("Start"));
    }

    void closingWhileRunningAsksOnce() {
        WindowFixture fixture(byHand());
        openTemplate(fixture, "digits-mlp");
        QTRY_VERIFY(fixture.find<QPushButton>("start")->isEnabled());
        fixture.trigger("start");
        QTRY_VERIFY(fixture.window().context().focus.isActive());
        fixture.session().tick(3);
        QTRY_COMPARE(fixture.window().context().focus.view()->state, session::RunState::Running);
        fixture.dialogs().answer("close-running", "stay");
        fixture.window().close();
        QTRY_COMPARE(fixture.dialogs().asked().size(), 1);
        QTest::qWait(0);
        QVERIFY(fixture.window().isVisible());

        fixture.dialogs().answer("close-running", "save-quit");
        fixture.window().close();
        QTRY_COMPARE(fixture.window().context().focus.view()->state, session::RunState::Stopping);
        QVERIFY(fixture.window().isVisible()); // it saves first
        fixture.session().tick(3);
        QTRY_VERIFY(!fixture.window().isVisible());
        QVERIFY(fixture.dialogs().unexpected().isEmpty());
    }

    void quitNowEndsAtOnce() {
        WindowFixture fixture(byHand());
        openTemplate(fixture, "digits-mlp");
        QTRY_VERIFY(fixture.find<QPushButton>("start")->isEnabled());
        fixture.trigger("start");
        QTRY_VERIFY(fixture.window().context().focus.isActive());
        QSignalSpy quit(&fixture.window(), &ui::MainWindow::quitNowRequested);
        fixture.dialogs().answer("close-running", "quit-now");
        fixture.window().close();
        QTRY_COMPARE(quit.count(), 1);
    }

    void closingWithUnsavedChangesAsks() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        type(fixture.find<QLineEdit>("edit-data.batch_size"), "24");
        fixture.dialogs().answer("unsaved", "stay");
        fixture.window().close();
        QTRY_COMPARE(fixture.dialogs().asked().size(), 1);
        QVERIFY(fixture.window().isVisible());
        fixture.dialogs().answer("unsaved", "discard");
        fixture.window().close();
        QTRY_VERIFY(!fixture.window().isVisible());
        QVERIFY(swapFiles(fixture).isEmpty());
    }

    void undoGoesToThePageOfTheEdit() {
        WindowFixture fixture;
        openTemplate(fixture, "digits-mlp");
        fixture.window().showPage("run");
        type(fixture.find<QLineEdit>("edit-data.batch_size"), "24");
        fixture.window().showPage("model");
        fixture.trigger("undo");
        QTRY_COMPARE(fixture.window().currentPage(), QString("run"));
    }
};

LOCKSTEP_QT_TEST(FlowTest);

} // namespace lockstep::testing

#include "flow_test.moc"
