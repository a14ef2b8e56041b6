// Saving, moving, recovering: whatever happens to the files, nothing that was typed is lost and every path still leads where it led.
#include "base/process.h"
#include "support/qt_main.h"
#include "ui/setup/autosave.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui/setup/setup_paths.h"
#include "ui_support/window_fixture.h"

#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include <csignal>
#include <future>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::testing {

namespace {

constexpr auto kModel = R"({"format":"lockstep-model/1","inputs":[{"id":"x","shape":[8],"dtype":"f32"}],
"layers":[{"id":"a","type":"Linear","inputs":["x"],"args":{"out_features":3}}],"outputs":["a"]})";

/// Another process of this program's name, as long as it lives.
struct Twin {
    const pid_t pid = fork();
    Twin() {
        if (pid == 0)
            for (;;) pause();
    }
    ~Twin() {
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
    }
};

struct FilesRig : WindowFixture {
    void write(const QString& name, const QByteArray& text) {
        QDir().mkpath(QFileInfo(path(name)).absolutePath());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QByteArray read(const QString& name) {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// A run beside its model and its data.
    void writeProject() {
        write("one/net.model.json", kModel);
        write("one/a.run.json", R"({"format":"lockstep-run/1","model":"net.model.json","init":"weights/w.safetensors",
            "data":{"source":"csv","path":"../data/t.csv","target":"y","batch_size":8},"steps":4})");
    }
    void openFile(const QString& name) {
        window().context().keeper.openFile(path(name));
        [&] { QTRY_VERIFY(setup()->runFile == path(name) && window().context().analyser.isCurrent()); }();
    }
    ui::SetupPtr setup() { return window().context().setup.current(); }
    QString text(const char* at) { return ui::textAt(setup()->run, at); }
    std::int64_t batch() {
        const auto* json = ui::jsonAt(setup()->run, "data.batch_size");
        return json ? json->integer : -1;
    }
    void setBatch(int size) {
        window().context().setup.editRun({"change batch size", "run", {}}, "data.batch_size", spec::Json::ofInt(size));
    }
    void setWidth(int width) {
        window().context().setup.editModel({"change width", "model", {}}, "layers[0].args.out_features", spec::Json::ofInt(width));
    }
    bool clean() { return window().context().setup.isClean(); }
    QStringList swaps(const QString& folder) { return QDir(path(folder)).entryList({"*.lockstep-swap"}, QDir::Files | QDir::Hidden); }
};

} // namespace

class FilesTest : public QObject {
    Q_OBJECT

private slots:
    void savingElsewhereKeepsThePathsLeadingToTheSameFiles() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        const QString there = rig.path(QString::fromUtf8("zwei/größe.run.json"));
        QDir().mkpath(QFileInfo(there).absolutePath());
        rig.dialogs().answerFile(there);
        rig.trigger("save-as");
        QTRY_COMPARE(rig.setup()->runFile, there);
        QCOMPARE(rig.text("model"), QString("../one/net.model.json"));
        QCOMPARE(rig.text("init"), QString("../one/weights/w.safetensors"));
        QCOMPARE(rig.text("data.path"), QString("../data/t.csv"));
        QVERIFY(rig.clean());
        // What was written opens by itself, with the same model.
        rig.reopen();
        rig.window().context().keeper.openFile(there);
        QTRY_COMPARE(rig.setup()->runFile, there);
        QCOMPARE(rig.setup()->modelFile, rig.path("one/net.model.json"));
        QVERIFY(rig.dialogs().unexpected().isEmpty());
    }

    void undoPastASaveElsewhereKeepsThePathsToo() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        rig.setBatch(16);
        const QString there = rig.path("two/deep/a.run.json");
        QDir().mkpath(QFileInfo(there).absolutePath());
        rig.dialogs().answerFile(there);
        rig.trigger("save-as");
        QTRY_COMPARE(rig.setup()->runFile, there);
        rig.trigger("undo");
        QTRY_COMPARE(rig.batch(), 8);
        QCOMPARE(rig.text("model"), QString("../../one/net.model.json"));
        QCOMPARE(rig.setup()->runFile, there);
    }

    void aFarAwayFileIsNamedWhole() {
        const spec::Json run = *spec::parseJson(R"({"data":{"path":"t.csv"},"model":"template:lenet"})", "");
        const spec::Json moved = ui::rebasedRun(run, "/a/b/c/d", "/x/y/z");
        QCOMPARE(ui::textAt(moved, "data.path"), QString("/a/b/c/d/t.csv"));
        QCOMPARE(ui::textAt(moved, "model"), QString("template:lenet"));
        QCOMPARE(ui::textAt(ui::rebasedRun(run, "/a/b", "/a/b/new"), "data.path"), QString("../t.csv"));
    }

    void everyPathOfTheRunDocumentMoves() {
        spec::Json run = spec::Json::object();
        run.set("data", spec::Json::object());
        ui::setJsonAt(run, "data.tokenizer_model", spec::Json::ofString("words.model"));
        QCOMPARE(ui::textAt(ui::rebasedRun(run, "/a/b", "/a/b/new"), "data.tokenizer_model"), QString("../words.model"));
    }

    void aModelThatIsOpenedIsLinkedByANameThatMovesWithIt() {
        FilesRig rig;
        rig.write("m/net.model.json", kModel);
        rig.window().context().keeper.openFile(rig.path("m/net.model.json"));
        QTRY_COMPARE(rig.setup()->modelFile, rig.path("m/net.model.json"));
        rig.dialogs().answerFile(rig.path("m/new.run.json"));
        rig.trigger("save");
        QTRY_VERIFY(QFile::exists(rig.path("m/new.run.json")));
        QTRY_COMPARE(rig.text("model"), QString("net.model.json"));
    }

    void aChangedModelIsWrittenWithTheRun() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        rig.setWidth(5);
        rig.trigger("save");
        QTRY_VERIFY(rig.clean());
        QVERIFY(rig.read("one/net.model.json").contains("\"out_features\": 5"));
    }

    void savingElsewhereAsksWhatBecomesOfAChangedModel() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        rig.setWidth(5);
        rig.dialogs().answerFile(rig.path("one/b.run.json"));
        rig.dialogs().answer("save-model", "inline");
        rig.trigger("save-as");
        QTRY_COMPARE(rig.setup()->runFile, rig.path("one/b.run.json"));
        QCOMPARE(rig.read("one/net.model.json"), QByteArray(kModel)); // other setups are as they were
        QVERIFY(rig.read("one/b.run.json").contains("\"out_features\": 5"));
        QVERIFY(rig.clean());
        QVERIFY(rig.dialogs().unexpected().isEmpty());
    }

    void aFileThatAnotherProgramChangedIsNotWrittenOver() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        const QByteArray theirs = rig.read("one/a.run.json").replace("\"steps\":4", "\"steps\":9");
        rig.write("one/a.run.json", theirs);
        rig.setBatch(16);
        rig.dialogs().answer("changed-outside", "stay");
        rig.trigger("save");
        QTRY_COMPARE(rig.dialogs().asked().size(), 1);
        QTest::qWait(0);
        QCOMPARE(rig.read("one/a.run.json"), theirs);
        QVERIFY(!rig.clean());
        rig.dialogs().answer("changed-outside", "overwrite");
        rig.trigger("save");
        QTRY_VERIFY(rig.clean());
        QVERIFY(rig.read("one/a.run.json").contains("16"));
        rig.setBatch(32); // our own writing is no change outside
        rig.trigger("save");
        QTRY_VERIFY(rig.clean());
        QVERIFY(rig.dialogs().unexpected().isEmpty());
    }

    void openingAFileWithUnsavedChangesOffersBothAndKeepsTheOther() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        rig.setBatch(24);
        QTRY_COMPARE(rig.swaps("one").size(), 1);
        rig.reopen(); // killed
        rig.dialogs().answer("recover", "file");
        rig.openFile("one/a.run.json");
        QCOMPARE(rig.batch(), 8);
        QCOMPARE(rig.swaps("one").size(), 0);
        QCOMPARE(rig.swaps("recovery").size(), 1); // not lost
        rig.setBatch(12);                          // an edit does not write over it
        QTRY_COMPARE(rig.swaps("one").size(), 1);
        QCOMPARE(rig.swaps("recovery").size(), 1);
        rig.trigger("save");
        QTRY_VERIFY(rig.clean());
        rig.reopen();
        QTRY_VERIFY(rig.window().findChild<QWidget*>("recovery"));
        QVERIFY(rig.find<QWidget>("recovery")->findChildren<QLabel*>().last()->text().contains("changed since"));
    }

    void restoredChangesStayInTheSwapFileUntilTheyAreSaved() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        rig.setBatch(24);
        rig.setWidth(7);
        QTRY_COMPARE(rig.swaps("one").size(), 1);
        rig.reopen();
        rig.write("one/a.run.json", rig.read("one/a.run.json").replace("\"steps\":4", "\"steps\":9"));
        rig.dialogs().answer("recover", "restore");
        rig.openFile("one/a.run.json");
        QVERIFY(rig.dialogs().asked().front().text.contains("changed since"));
        QCOMPARE(rig.batch(), 24);
        QVERIFY(!rig.clean());
        QCOMPARE(rig.swaps("one").size(), 1); // a second kill would lose nothing
        // The file of the other program is not written over without asking; then the model's change is not forgotten either.
        rig.dialogs().answer("changed-outside", "overwrite");
        rig.trigger("save");
        QTRY_VERIFY(rig.clean());
        QVERIFY(rig.read("one/net.model.json").contains("\"out_features\": 7"));
        QTRY_COMPARE(rig.swaps("one").size(), 0);
        QVERIFY(rig.dialogs().unexpected().isEmpty());
    }

    void aNumberThatWasGivenToAnotherProcessHidesNoCrashedWork() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        rig.setBatch(24);
        QTRY_COMPARE(rig.swaps("one").size(), 1);
        const QString swap = rig.path("one/" + rig.swaps("one")[0]);
        const spec::Json written = *spec::parseJson(rig.read("one/" + rig.swaps("one")[0]).toStdString(), "");
        QCOMPARE(written.find("pid")->integer, qint64(getpid()));
        QCOMPARE(written.find("pid_start")->integer, qint64(*processStart(getpid())));
        rig.kill();
        const Twin twin;
        const std::int64_t began = *processStart(twin.pid);
        const auto found = [&](std::int64_t start, const std::string& boot) {
            spec::Json json = written;
            json.set("pid", spec::Json::ofInt(twin.pid));
            json.set("pid_start", spec::Json::ofInt(start));
            json.set("boot_id", spec::Json::ofString(boot));
            rig.write(QFileInfo(swap).fileName().prepend("one/"), QByteArray::fromStdString(spec::writeJson(json)));
            return std::async(std::launch::async, [&] { return ui::Autosave::findBeside(rig.path("one/a.run.json")).has_value(); }).get();
        };
        QVERIFY(!found(began, bootId())); // it works on it
        QVERIFY(found(began - 1, bootId()));
        QVERIFY(found(began, "of another boot"));
    }

    void givingUpRecoveredWorkAsks() {
        FilesRig rig;
        rig.writeProject();
        rig.openFile("one/a.run.json");
        rig.setBatch(24);
        QTRY_COMPARE(rig.swaps("one").size(), 1);
        rig.reopen();
        QTRY_VERIFY(rig.window().findChild<QWidget*>("recovery"));
        const auto buttons = rig.find<QWidget>("recovery")->findChildren<QPushButton*>();
        rig.dialogs().answer("discard-recovery", "keep");
        buttons.last()->click();
        QTRY_COMPARE(rig.dialogs().asked().size(), 1);
        QTest::qWait(0);
        QCOMPARE(rig.swaps("one").size(), 1);
        rig.dialogs().answer("discard-recovery", "discard");
        buttons.last()->click();
        QTRY_COMPARE(rig.swaps("one").size(), 0);
    }
};

LOCKSTEP_QT_TEST(FilesTest);

} // namespace lockstep::testing

#include "files_test.moc"
