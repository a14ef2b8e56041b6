#include "ui/setup/setup_keeper.h"

#include "spec/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_files.h"
#include "ui/setup/worker.h"
#include "ui/shell/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

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

void SetupKeeper::show(Setup setup, bool clean) {
    m_modelOnDisk = setup.linkedModel ? std::make_shared<const spec::Json>(*setup.linkedModel) : nullptr;
    m_savedAt = {};
    const QString file = setup.runFile;
    m_document.replace(std::move(setup), clean);
    if (!file.isEmpty()) {
        m_settings.addRecentFile(file);
        m_settings.setValue(kFolderKey, QFileInfo(file).absolutePath());
    }
    emit opened(displayName(*m_document.current()));
}

void SetupKeeper::refuse(const QString& title, const Error& error) {
    emit message(QString::fromStdString(error.message()));
    m_dialogs.tell("cannot", title, QString::fromStdString(error.message()), this, QString::fromStdString(error.hint()));
}

void SetupKeeper::newSetup() {
    leave([this] { show(emptySetup()); });
}

void SetupKeeper::newFromTemplate(const QString& name) {
    leave([this, name] {
        auto run = spec::templateRun(name.toStdString());
        if (!run.ok()) return refuse(tr("The template cannot be opened"), run.error());
        Setup setup;
        setup.run = std::move(run).value();
        show(std::move(setup));
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
            this, [path] { return readSetup(path); },
            [this, path](Result<Setup> setup) {
                if (setup.ok()) return show(std::move(setup).value());
                m_settings.forgetRecentFile(path);
                refuse(tr("The document cannot be opened"), setup.error());
            });
    });
}

void SetupKeeper::save(std::function<void(bool)> done) {
    const QString file = m_document.current()->runFile;
    if (file.isEmpty()) return saveAs(std::move(done));
    write(file, std::move(done));
}

void SetupKeeper::saveAs(std::function<void(bool)> done) {
    const SetupPtr setup = m_document.current();
    const QString folder =
        setup->runFile.isEmpty() ? m_settings.value(kFolderKey, QDir::homePath()).toString() : QFileInfo(setup->runFile).absolutePath();
    const FileRequest request{tr("Save the setup"), {tr("Run documents (*.run.json)")}, folder, suggestedName(*setup), kSuffix};
    m_dialogs.saveFile(request, this, [this, done = std::move(done)](const QString& path) {
        if (!path.isEmpty()) return write(path, done);
        if (done) done(false);
    });
}

void SetupKeeper::write(const QString& path, std::function<void(bool)> done) {
    const SetupPtr setup = m_document.current();
    const bool modelChanged =
        setup->linkedModel && !setup->modelFile.isEmpty() && (!m_modelOnDisk || !sameJson(*m_modelOnDisk, *setup->linkedModel));
    onWorker(
        this, [setup, path, modelChanged] { return writeSetup(*setup, path, modelChanged); },
        [this, setup, path, done = std::move(done)](Status status) {
            if (!status.ok()) {
                refuse(tr("The setup cannot be saved"), status.error());
                if (done) done(false);
                return;
            }
            if (setup->linkedModel) m_modelOnDisk = std::make_shared<const spec::Json>(*setup->linkedModel);
            m_savedAt = QDateTime::currentDateTime();
            if (m_document.current() == setup) m_document.markSaved(path, setup->modelFile);
            m_settings.addRecentFile(path);
            m_settings.setValue(kFolderKey, QFileInfo(path).absolutePath());
            emit saved(path);
            if (done) done(true);
        });
}

void SetupKeeper::leave(std::function<void()> proceed) {
    if (!m_document.isOpen() || m_document.isClean()) return proceed();
    const Question question{
        "unsaved",
        tr("Save the changes to %1?").arg(displayName(*m_document.current())),
        tr("Changes that are not saved are lost."),
        {},
        {{"discard", tr("Don't save"), Choice::Kind::Danger}, {"stay", tr("Cancel")}, {"save", tr("Save"), Choice::Kind::Primary}},
        "stay"};
    m_dialogs.ask(question, this, [this, proceed = std::move(proceed)](const QString& choice) {
        if (choice == "discard") return proceed();
        if (choice != "save") return;
        save([proceed](bool saved) {
            if (saved) proceed();
        });
    });
}

void SetupKeeper::findRecoveries() {
    onWorker(
        this, [folder = m_recoveryFolder, files = m_settings.recentFiles()] { return Autosave::find(folder, files); },
        [this](std::vector<SwapFile> swaps) {
            if (!swaps.empty()) emit recoveriesFound(swaps);
        });
}

void SetupKeeper::restore(const SwapFile& swap) {
    leave([this, swap] {
        onWorker(
            this, [swap] { return Autosave::read(swap); },
            [this, swap](Result<Setup> setup) {
                if (!setup.ok()) return refuse(tr("The changes cannot be restored"), setup.error());
                show(std::move(setup).value(), false);
                discard(swap);
            });
    });
}

void SetupKeeper::discard(const SwapFile& swap) {
    onWorker(
        this, [path = swap.path] { return QFile::remove(path); }, [](bool) {});
}

} // namespace lockstep::ui
