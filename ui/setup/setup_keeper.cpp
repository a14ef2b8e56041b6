#include "ui/setup/setup_keeper.h"

#include "session/run_view.h"
#include "spec/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_files.h"
#include "ui/setup/setup_of_run.h"
#include "ui/setup/setup_paths.h"
#include "ui/setup/worker.h"
#include "ui/shell/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>

namespace lockstep::ui {

namespace {
constexpr auto kFolderKey = "files/folder";
constexpr auto kSuffix = "run.json";

QString suggestedName(const Setup& setup) {
    QString name = textAt(setup.run, "name", "untitled").toLower();
    name.replace(QChar(' '), '-').remove(QChar('/'));
    return (name.isEmpty() ? QString("untitled") : name) + '.' + kSuffix;
}
} // namespace

SetupKeeper::SetupKeeper(SetupDocument& document, Dialogs& dialogs, Settings& settings, QString recoveryFolder, QObject* parent)
    : QObject(parent), m_document(document), m_dialogs(dialogs), m_settings(settings), m_recoveryFolder(std::move(recoveryFolder)),
      m_autosave(document, m_recoveryFolder) {
    connect(&m_autosave, &Autosave::failed, this,
            [this](const QString& reason) { emit message(tr("Not kept for recovery: %1").arg(reason)); });
}

/// A setup as the disk has it, and as it is to be written; and how that went.
struct SetupKeeper::Written {
    Setup setup;
    bool modelChanged = false;
    Status status;
    QString changed; ///< a file that another program wrote: nothing was written
};

void SetupKeeper::show(OpenedSetup opened, bool clean) {
    m_disk = std::move(opened.disk);
    m_modelOnDisk.reset();
    if (m_disk.model)
        if (auto model = spec::parseJson(*m_disk.model, ""); model.ok()) m_modelOnDisk = std::move(model).value();
    m_savedAt = {};
    m_autosave.setBase(m_disk);
    const QString file = opened.setup.runFile;
    m_document.replace(std::move(opened.setup), clean);
    if (!file.isEmpty()) {
        m_settings.addRecentFile(file);
        m_settings.setValue(kFolderKey, QFileInfo(file).absolutePath());
    }
    emit this->opened(displayName(*m_document.current()));
}

void SetupKeeper::refuse(const QString& title, const Error& error) {
    emit message(QString::fromStdString(error.message()));
    m_dialogs.tell("cannot", title, QString::fromStdString(error.message()), this, QString::fromStdString(error.hint()));
}

void SetupKeeper::newSetup() {
    leave([this] { show({emptySetup(), {}}); });
}

void SetupKeeper::newFromTemplate(const QString& name) {
    leave([this, name] {
        auto run = spec::templateRun(name.toStdString());
        if (!run.ok()) return refuse(tr("The template cannot be opened"), run.error());
        Setup setup;
        setup.run = std::move(run).value();
        show({std::move(setup), {}});
    });
}

void SetupKeeper::openRun(const session::RunView& run) {
    auto setup = setupOfRun(run);
    if (!setup.ok()) return refuse(tr("The setup of the run cannot be opened"), setup.error());
    leave([this, id = run.id, setup = std::move(setup).value()] {
        show({setup, {}});
        emit runOpened(id);
    });
}

void SetupKeeper::open() {
    leave([this] {
        const FileRequest request{tr("Open a document"),
                                  {tr("Run and model documents (*.json)"), tr("All files (*)")},
                                  m_settings.value(kFolderKey, QDir::homePath()).toString(),
                                  {},
                                  {}};
        m_dialogs.openFile(request, this, [this](const QString& path) {
            if (!path.isEmpty()) openFile(path);
        });
    });
}

void SetupKeeper::openFile(const QString& path) {
    leave([this, path] {
        onWorker(
            this, [path] { return Autosave::findBeside(path); },
            [this, path](const std::optional<SwapFile>& swap) { swap ? recoverOrRead(*swap, path) : read(path); });
    });
}

void SetupKeeper::read(const QString& path) {
    onWorker(
        this, [path] { return openSetup(path); },
        [this, path](Result<OpenedSetup> opened) {
            if (opened.ok()) return show(std::move(opened).value());
            m_settings.forgetRecentFile(path);
            refuse(tr("The document cannot be opened"), opened.error());
        });
}

/// Both are offered, and what is not chosen stays.
void SetupKeeper::recoverOrRead(const SwapFile& swap, const QString& path) {
    const QString when = QLocale().toString(swap.written, QLocale::ShortFormat);
    const Question question{
        "recover",
        tr("Unsaved changes to %1 were found").arg(swap.name),
        swap.originalChanged ? tr("The program ended without saving them on %1, and the file was changed since. Whichever you choose, the "
                                  "other is kept: the file as it is, the changes on the start page.")
                                   .arg(when)
                             : tr("The program ended without saving them on %1. If you open the file without them, they stay on the start "
                                  "page.")
                                   .arg(when),
        {},
        {{"stay", tr("Cancel")}, {"file", tr("Open the file")}, {"restore", tr("Restore the changes"), Choice::Kind::Primary}},
        "stay"};
    m_dialogs.ask(question, this, [this, swap, path](const QString& choice) {
        if (choice == "restore") return restore(swap);
        if (choice != "file") return;
        onWorker(
            this, [swap, folder = m_recoveryFolder] { return Autosave::setAside(swap, folder); },
            [this, path](const Status& status) {
                if (!status.ok()) return refuse(tr("The changes cannot be put aside"), status.error());
                read(path);
            });
    });
}

bool SetupKeeper::isModelChanged(const Setup& setup) const {
    return setup.linkedModel && !setup.modelFile.isEmpty() && (!m_modelOnDisk || !sameJson(*m_modelOnDisk, *setup.linkedModel));
}

void SetupKeeper::save(Done done) {
    const SetupPtr setup = m_document.current();
    if (setup->runFile.isEmpty()) return saveAs(std::move(done));
    write(*setup, isModelChanged(*setup), std::move(done));
}

void SetupKeeper::saveAs(Done done) {
    const SetupPtr setup = m_document.current();
    const QString folder =
        setup->runFile.isEmpty() ? m_settings.value(kFolderKey, QDir::homePath()).toString() : QFileInfo(setup->runFile).absolutePath();
    const FileRequest request{tr("Save the setup"), {tr("Run documents (*.run.json)")}, folder, suggestedName(*setup), kSuffix};
    m_dialogs.saveFile(request, this, [this, done = std::move(done)](const QString& chosen) {
        const SetupPtr setup = m_document.current();
        const QString path = chosen.isEmpty() ? QString() : QFileInfo(chosen).absoluteFilePath();
        if (path.isEmpty()) {
            if (done) done(false);
        } else if (path != setup->runFile && isModelChanged(*setup)) {
            askAboutModel(path, done);
        } else {
            // The dialog asked already whether to write over a file of that name.
            write(movedTo(*setup, path), isModelChanged(*setup), done, path != setup->runFile);
        }
    });
}

/// The linked file may belong to other setups, the one that is left behind among them.
void SetupKeeper::askAboutModel(const QString& path, Done done) {
    const QString name = QFileInfo(m_document.current()->modelFile).fileName();
    const Question question{
        "save-model",
        tr("The model in %1 was changed too").arg(name),
        tr("Writing it there changes every setup that uses this file. The new document can hold the changed model itself "
           "instead."),
        {},
        {{"stay", tr("Cancel")}, {"file", tr("Write %1").arg(name)}, {"inline", tr("Keep it in the new document"), Choice::Kind::Primary}},
        "stay"};
    m_dialogs.ask(question, this, [this, path, done = std::move(done)](const QString& choice) {
        const SetupPtr current = m_document.current();
        if (choice == "stay") {
            if (done) done(false);
            return;
        }
        Setup moved = movedTo(*current, path);
        if (choice == "inline") {
            moved.run.set("model", *current->linkedModel);
            moved.linkedModel.reset();
            moved.modelFile.clear();
        }
        write(moved, choice == "file", done, choice == "inline");
    });
}

void SetupKeeper::write(const Setup& setup, bool modelChanged, Done done, bool force) {
    const SetupPtr before = m_document.current();
    Written job;
    job.setup = setup;
    job.modelChanged = modelChanged;
    onWorker(
        this,
        [job, disk = m_disk, force, own = before->runFile]() mutable {
            // A new name has no text that this program knows.
            const DiskTexts known{job.setup.runFile == own ? disk.run : std::nullopt, disk.model};
            if (!force) job.changed = changedOutside(known, job.setup.runFile, job.modelChanged ? job.setup.modelFile : QString());
            if (job.changed.isEmpty()) job.status = writeSetup(job.setup, job.setup.runFile, job.modelChanged);
            return job;
        },
        [this, before, done = std::move(done)](const Written& written) { afterWrite(before, written, done); });
}

void SetupKeeper::afterWrite(const SetupPtr& before, const Written& written, const Done& done) {
    if (!written.changed.isEmpty()) return askToOverwrite(written, done);
    if (!written.status.ok()) {
        refuse(tr("The setup cannot be saved"), written.status.error());
        if (done) done(false);
        return;
    }
    m_disk.run = fileText(written.setup.run);
    if (!written.setup.linkedModel || written.setup.modelFile.isEmpty()) {
        m_disk.model.reset();
        m_modelOnDisk.reset();
    } else if (written.modelChanged) {
        m_disk.model = fileText(*written.setup.linkedModel);
        m_modelOnDisk = *written.setup.linkedModel;
    }
    m_autosave.setBase(m_disk);
    m_savedAt = QDateTime::currentDateTime();
    const QString path = written.setup.runFile;
    if (m_document.current() == before) m_document.markSaved(written.setup);
    m_settings.addRecentFile(path);
    m_settings.setValue(kFolderKey, QFileInfo(path).absolutePath());
    emit saved(path);
    if (done) done(true);
}

void SetupKeeper::askToOverwrite(const Written& written, Done done) {
    const Question question{"changed-outside",
                            tr("%1 was changed by another program").arg(QFileInfo(written.changed).fileName()),
                            tr("Saving writes over those changes. Under another name both are kept."),
                            {},
                            {{"stay", tr("Cancel")},
                             {"overwrite", tr("Write over them"), Choice::Kind::Danger},
                             {"save-as", tr("Save under another name…"), Choice::Kind::Primary}},
                            "stay"};
    m_dialogs.ask(question, this, [this, written, done = std::move(done)](const QString& choice) {
        if (choice == "overwrite") return write(written.setup, written.modelChanged, done, true);
        if (choice == "save-as") return saveAs(done);
        if (done) done(false);
    });
}

void SetupKeeper::leave(std::function<void()> proceed, std::function<void()> stayed) {
    if (!m_document.isOpen() || m_document.isClean()) return proceed();
    const Question question{
        "unsaved",
        tr("Save the changes to %1?").arg(displayName(*m_document.current())),
        tr("Changes that are not saved are lost."),
        {},
        {{"discard", tr("Don't save"), Choice::Kind::Danger}, {"stay", tr("Cancel")}, {"save", tr("Save"), Choice::Kind::Primary}},
        "stay"};
    m_dialogs.ask(question, this, [this, proceed = std::move(proceed), stayed = std::move(stayed)](const QString& choice) {
        const auto stay = [stayed] {
            if (stayed) stayed();
        };
        if (choice == "discard") return proceed();
        if (choice != "save") return stay();
        save([proceed, stay](bool saved) { saved ? proceed() : stay(); });
    });
}

void SetupKeeper::findRecoveries() {
    onWorker(
        this, [folder = m_recoveryFolder, files = m_settings.recentFiles()] { return Autosave::find(folder, files); },
        [this](const std::vector<SwapFile>& swaps) {
            if (!swaps.empty()) emit recoveriesFound(swaps);
        });
}

void SetupKeeper::restore(const SwapFile& swap) {
    leave([this, swap] {
        onWorker(
            this, [swap] { return Autosave::read(swap); },
            [this, swap](Result<OpenedSetup> opened) {
                if (!opened.ok()) return refuse(tr("The changes cannot be restored"), opened.error());
                show(std::move(opened).value(), false);
                m_autosave.adopt(swap.path);
            });
    });
}

void SetupKeeper::discard(const SwapFile& swap, std::function<void()> done) {
    const Question question{"discard-recovery",
                            tr("Give up the unsaved changes to %1?").arg(swap.name),
                            tr("They cannot be brought back."),
                            {},
                            {{"discard", tr("Discard"), Choice::Kind::Danger}, {"keep", tr("Keep"), Choice::Kind::Primary}},
                            "keep"};
    m_dialogs.ask(question, this, [this, path = swap.path, done = std::move(done)](const QString& choice) {
        if (choice != "discard") return;
        onWorker(
            this, [path] { return QFile::remove(path); }, [](bool) {});
        if (done) done();
    });
}

} // namespace lockstep::ui
