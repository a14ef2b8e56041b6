// The whole program, nothing faked but the dialogs: a template is opened, changed, trained by the real engine, stopped, found again.
#include "base/process.h"
#include "cli/devices.h"
#include "session/make_session.h"
#include "session/run_view.h"
#include "studio/background.h"
#include "support/qt_main.h"
#include "ui/setup/model_edits.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_focus.h"
#include "ui/shell/settings.h"
#include "ui/theme/theme.h"
#include "ui_support/scripted_dialogs.h"

#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

namespace lockstep::testing {

namespace {
constexpr int kPatienceMs = 60000; // a loaded machine, sanitizers; nobody waits this long where all is well
}

class RealFlowTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    ScriptedDialogs m_dialogs;
    std::unique_ptr<ui::Settings> m_settings;
    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<ui::MainWindow> m_window;

    void open() {
        session::SessionOptions options;
        options.database = m_folder.filePath("runs.db").toStdString();
        options.devices = cli::deviceFactory();
        auto made = session::makeSession(std::move(options));
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        m_session = std::move(made).value();
        m_window =
            std::make_unique<ui::MainWindow>(ui::WindowParts{*m_session, m_dialogs, *m_settings, m_folder.filePath("recovery"), true});
        m_window->show();
    }
    void close() {
        m_window.reset();
        m_session.reset();
    }
    std::optional<session::RunState> state() const {
        const auto view = m_window->context().focus.view();
        return view ? std::optional(view->state) : std::nullopt;
    }
    /// By the command line, without end.
    void startTraining(QProcess& train) const {
        train.start(studio::commandLineProgram(), {"train", "template:digits-mlp", "--db", m_folder.filePath("runs.db"), "--set",
                                                   "steps=100000000", "--set", "checkpoint.every_steps=50", "--quiet"});
        QVERIFY(train.waitForStarted(kPatienceMs));
    }
    QAction* act(const char* id) const { return m_window->context().actions.action(id); }

private slots:
    void initTestCase() {
        static ui::Theme* theme = new ui::Theme(qApp);
        theme->setMode(ui::Theme::Mode::Light);
        m_settings = std::make_unique<ui::Settings>(m_folder.filePath("settings.ini"));
        open();
    }
    void cleanupTestCase() { close(); }

    void aTemplateTrainsPausesResumesAndStops() {
        QTest::mouseClick(m_window->findChild<QAbstractButton*>("template-digits-mlp"), Qt::LeftButton);
        auto* start = m_window->findChild<QPushButton*>("start");
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), kPatienceMs);
        m_window->showPage("run");
        auto* box = m_window->findChild<QLineEdit*>("edit-data.batch_size");
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, "16");
        // Long enough to be paused in the middle.
        m_window->context().setup.editRun({"", "run", {}}, "epochs", std::nullopt);
        m_window->context().setup.editRun({"", "run", {}}, "steps", spec::Json::ofInt(1000000));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().analyser.isStartable(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), kPatienceMs);
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().focus.view()->progress.step > 20, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(act("pause")->isEnabled(), kPatienceMs);
        act("pause")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Paused, kPatienceMs);
        const auto paused = m_window->context().focus.view()->progress.step;
        QTRY_VERIFY_WITH_TIMEOUT(act("start")->isEnabled(), kPatienceMs);
        act("start")->trigger(); // resumes
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running && m_window->context().focus.view()->progress.step > paused,
                                 kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(act("stop")->isEnabled(), kPatienceMs);
        act("stop")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Stopped, kPatienceMs);
        QVERIFY(!m_window->context().focus.view()->checkpoints.empty());
    }

    void theRunIsFoundAgainAfterAReopening() {
        close();
        open();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QAbstractButton*>("recent-run-1"), kPatienceMs);
        m_window->findChild<QAbstractButton*>("recent-run-1")->click(); // not laid out yet: a mouse would miss it
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Stopped, kPatienceMs);
        QVERIFY(m_window->context().focus.view()->progress.step > 20);
    }

    void closingWhileItTrainsSavesAndQuits() {
        m_window->showPage("start");
        QTest::mouseClick(m_window->findChild<QAbstractButton*>("template-digits-mlp"), Qt::LeftButton);
        m_window->context().setup.editRun({"", "run", {}}, "epochs", std::nullopt);
        m_window->context().setup.editRun({"", "run", {}}, "steps", spec::Json::ofInt(1000000));
        QTRY_VERIFY_WITH_TIMEOUT(act("start")->isEnabled() && m_window->context().analyser.isStartable(), kPatienceMs);
        act("start")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running, kPatienceMs);
        m_dialogs.answer("close-running", "save-quit");
        m_dialogs.answer("unsaved", "discard");
        m_window->close();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), kPatienceMs);
        QVERIFY(state() == session::RunState::Stopped);
        QVERIFY(m_dialogs.unexpected().isEmpty());
    }

    void aRunGoesOnWithoutTheWindowAndIsSeenLiveAfterwards() {
        close();
        open();
        QTest::mouseClick(m_window->findChild<QAbstractButton*>("template-digits-mlp"), Qt::LeftButton);
        m_window->context().setup.editRun({"", "run", {}}, "epochs", std::nullopt);
        m_window->context().setup.editRun({"", "run", {}}, "steps", spec::Json::ofInt(10000000));
        QTRY_VERIFY_WITH_TIMEOUT(act("start")->isEnabled() && m_window->context().analyser.isStartable(), kPatienceMs);
        act("start")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().focus.view()->progress.step > 5, kPatienceMs);
        session::RunId wanted = 0;
        connect(m_window.get(), &ui::MainWindow::backgroundWanted, this, [&](session::RunId run) { wanted = run; });
        m_dialogs.answer("close-running", "background");
        m_dialogs.answer("unsaved", "save");
        const QString file = m_folder.filePath("long.run.json");
        m_dialogs.answerFile(file);
        m_window->close();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), kPatienceMs);
        QVERIFY(wanted > 0);
        const auto left = m_window->context().focus.view()->progress.step;
        close();
        const qint64 pid = studio::goOnInBackground(wanted, m_folder.filePath("runs.db"));
        QVERIFY(pid > 0);
        open();
        // It comes into focus by itself, live, with its steps going on from where they were.
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running, kPatienceMs);
        QCOMPARE(m_window->context().focus.run(), wanted);
        QVERIFY(m_window->context().focus.view()->elsewhere);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().focus.view()->progress.step > left + 5, kPatienceMs);
        QVERIFY(m_window->context().focus.view()->series.at("loss").size() > std::size_t(left)); // nothing is missing before
        // And so does its setup.
        m_window->context().keeper.openFile(file);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->context().setup.current()->runFile, file, kPatienceMs);
        QCOMPARE(m_window->context().setup.current()->run.find("steps")->integer, 10000000);
        ::kill(static_cast<pid_t>(pid), SIGTERM); // it saves and stops
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Stopped, kPatienceMs);
        QVERIFY(m_window->context().focus.view()->checkpoints.back().step > left);
        QVERIFY(m_dialogs.unexpected().isEmpty());
    }

    void aRunOfTheCommandLineIsStoppedFromTheWindow() {
        close();
        QProcess train;
        startTraining(train);
        open();
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running && m_window->context().focus.view()->elsewhere, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().focus.view()->progress.step > 3, kPatienceMs);
        for (const char* id : {"pause", "checkpoint", "evaluate"}) QVERIFY(!act(id)->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(act("stop")->isEnabled(), kPatienceMs);
        QTest::mouseClick(m_window->findChild<QAbstractButton*>("run-stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Stopped, kPatienceMs);
        const auto view = m_window->context().focus.view();
        QVERIFY(!view->checkpoints.empty());
        QCOMPARE(view->checkpoints.back().step, view->progress.step); // with everything saved
        QTRY_COMPARE_WITH_TIMEOUT(train.state(), QProcess::NotRunning, kPatienceMs);
        QVERIFY(train.exitStatus() == QProcess::NormalExit && train.exitCode() == 130);
        QVERIFY(m_dialogs.unexpected().isEmpty());
    }

    void aKilledRunIsOfferedAtTheNextStartAndResumed() {
        close();
        QProcess train;
        startTraining(train);
        open();
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running, kPatienceMs);
        const auto run = m_window->context().focus.run();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().focus.view()->progress.step > 3, kPatienceMs);
        close();
        train.kill();
        QVERIFY(train.waitForFinished(kPatienceMs));
        open();
        auto* text = m_window->findChild<QLabel*>("notice-text");
        QTRY_VERIFY_WITH_TIMEOUT(text->isVisible(), kPatienceMs);
        QVERIFY2(text->text().startsWith(QString("Run %1 was interrupted at step ").arg(run)), qPrintable(text->text()));
        QVERIFY(!state()); // nothing is resumed unasked
        QTest::mouseClick(m_window->findChild<QAbstractButton*>("notice-resume"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running, kPatienceMs);
        QCOMPARE(m_window->context().focus.run(), run);
        QVERIFY(!text->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(act("stop")->isEnabled(), kPatienceMs);
        act("stop")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Stopped, kPatienceMs);
        QVERIFY(m_dialogs.unexpected().isEmpty());
    }

    /// As another window's Stop, a shutdown or Ctrl+C ask it.
    void theProgramEndsBySignalsAndTellsSo() {
        for (const int number : {SIGTERM, SIGINT}) {
            QTemporaryDir home;
            QProcess program;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            for (const char* name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"}) environment.insert(name, home.path());
            program.setProcessEnvironment(environment);
            program.start(studio::commandLineProgram() + "-studio", {"--db", home.filePath("runs.db")});
            QVERIFY(program.waitForStarted(kPatienceMs));
            const auto pid = static_cast<pid_t>(program.processId());
            QTRY_VERIFY_WITH_TIMEOUT(handlesTermination(pid), kPatienceMs); // else no window offers to stop its run
            QCOMPARE(::kill(pid, number), 0);
            if (program.state() != QProcess::NotRunning) QVERIFY(program.waitForFinished(kPatienceMs));
            QCOMPARE(program.exitStatus(), QProcess::NormalExit);
            QCOMPARE(program.exitCode(), 0);
        }
    }

    void aSignalStopsTheRunWithEverythingSavedAndAsksNothing() {
        close();
        open();
        const auto unsaved = [this] {
            return QDir(m_folder.filePath("recovery")).entryList({"*.lockstep-swap"}, QDir::Files | QDir::Hidden).size();
        };
        const auto kept = unsaved();
        QTest::mouseClick(m_window->findChild<QAbstractButton*>("template-digits-mlp"), Qt::LeftButton);
        auto& setup = m_window->context().setup;
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().analyser.isStartable(), kPatienceMs);
        setup.editRun({"", "run", {}}, "epochs", std::nullopt);
        setup.editRun({"", "run", {}}, "steps", spec::Json::ofInt(100000000));
        QTRY_VERIFY_WITH_TIMEOUT(act("start")->isEnabled(), kPatienceMs);
        act("start")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Running && m_window->context().focus.view()->progress.step > 5, kPatienceMs);
        QSignalSpy ready(m_window.get(), &ui::MainWindow::quitReady);
        const auto asked = m_dialogs.asked().size();
        m_window->quitSaved();
        m_window->quitSaved(); // two ask
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatienceMs);
        const auto view = m_window->context().focus.view();
        QCOMPARE(view->state, session::RunState::Stopped);
        QCOMPARE(view->checkpoints.back().step, view->progress.step);
        QCOMPARE(m_dialogs.asked().size(), asked);
        QVERIFY(m_dialogs.unexpected().isEmpty());
        QCOMPARE(unsaved(), kept + 1); // the setup was changed and not saved
        while (!setup.isClean()) setup.undo();
    }

    /// Classes named by words: the same click sets the outputs too; labels beyond them are offered the outputs alone.
    void namedClassesGiveTheLastLayerItsOutputs() {
        QFile table(m_folder.filePath("sorten.csv"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("a,b,c,sort\n");
        const char* words[] = {"rot", "grün", "blau"};
        for (int i = 0; i < 60; ++i) table.write(QByteArray::number(i % 7) + ",1," + QByteArray::number(i % 5) + "," + words[i % 3] + "\n");
        table.close();
        QTest::mouseClick(m_window->findChild<QAbstractButton*>("template-digits-mlp"), Qt::LeftButton);
        auto& setup = m_window->context().setup;
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().analyser.isStartable(), kPatienceMs);
        auto data = spec::parseJson(R"({"source": "csv", "target": "sort", "batch_size": 20})", "data");
        data->set("path", spec::Json::ofString(table.fileName().toStdString()));
        setup.editRun({"", "run", {}}, "data", *data);
        auto* problems = m_window->findChild<QListWidget*>("problems");
        QTRY_VERIFY_WITH_TIMEOUT(problems->count() == 2, kPatienceMs);
        QVERIFY2(problems->item(1)->text().contains("3 classes"), qPrintable(problems->item(1)->text()));
        const int steps = setup.history().index();
        emit problems->itemActivated(problems->item(1));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().analyser.isStartable(), kPatienceMs);
        QCOMPARE(setup.history().index(), steps + 1); // one step to undo
        const auto& layers = m_window->context().analyser.latest()->layers;
        QCOMPARE(layers.front().outputShape, std::vector<std::int64_t>{3});
        QCOMPARE(layers.back().outputShape, std::vector<std::int64_t>{3});
        // Two outputs are too few.
        const spec::Json* model = ui::modelOf(*setup.current());
        const std::string last = ui::pathOfNode(*model, QString::fromStdString(layers.back().id));
        setup.editModel({"", "model", {}}, last + ".args.out_features", spec::Json::ofInt(2));
        QTRY_VERIFY_WITH_TIMEOUT(problems->count() == 2, kPatienceMs);
        emit problems->itemActivated(problems->item(1));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().analyser.isStartable(), kPatienceMs);
        QCOMPARE(m_window->context().analyser.latest()->layers.back().outputShape, std::vector<std::int64_t>{3});
        while (!setup.isClean()) setup.undo();
    }

    /// A template, own data of another shape: one click on what the problem offers, and it trains.
    void ownDataOfAnotherShapeTrainsAfterOneClick() {
        QFile table(m_folder.filePath("meßwerte.csv"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("a,b,c,label\n");
        for (int i = 0; i < 60; ++i)
            table.write(QByteArray::number(i % 7) + ",1," + QByteArray::number(i % 5) + "," + QByteArray::number(i % 3) + "\n");
        table.close();
        close();
        open();
        QTest::mouseClick(m_window->findChild<QAbstractButton*>("template-digits-mlp"), Qt::LeftButton);
        auto& setup = m_window->context().setup;
        QTRY_VERIFY_WITH_TIMEOUT(m_window->context().analyser.isStartable(), kPatienceMs);
        auto data = spec::parseJson(R"({"source": "csv", "target": "label", "batch_size": 20})", "data");
        data->set("path", spec::Json::ofString(table.fileName().toStdString()));
        setup.editRun({"", "run", {}}, "data", *data);
        setup.editRun({"", "run", {}}, "epochs", spec::Json::ofInt(2));
        auto* problems = m_window->findChild<QListWidget*>("problems");
        QTRY_VERIFY_WITH_TIMEOUT(problems->count() == 2, kPatienceMs);
        // The problem leads to the input, whose shape can be typed; what it offers does it at once.
        emit problems->itemActivated(problems->item(0));
        QCOMPARE(m_window->currentPage(), QString("model"));
        auto* shape = m_window->findChild<QLineEdit*>("edit-shape");
        QVERIFY(shape);
        QTRY_VERIFY(shape->isVisible());
        QCOMPARE(shape->text(), QString("64"));
        emit problems->itemActivated(problems->item(1));
        QTRY_COMPARE(shape->text(), QString("3"));
        auto* start = m_window->findChild<QPushButton*>("start");
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), kPatienceMs);
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(state() == session::RunState::Completed, kPatienceMs);
        QCOMPARE(m_window->context().focus.view()->progress.step, 6);
        while (!setup.isClean()) setup.undo();
    }
};

LOCKSTEP_QT_TEST(RealFlowTest);

} // namespace lockstep::testing

#include "real_flow_test.moc"
