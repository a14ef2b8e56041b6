#include "ui/setup/autosave.h"

#include "base/result.h"
#include "base/thread.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_files.h"
#include "ui/setup/worker.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QUuid>

namespace lockstep::ui {

namespace {

constexpr int kDelayMs = 800; // within 2 s of an edit, and not at each key
constexpr auto kSuffix = ".lockstep-swap";
constexpr auto kFormat = "lockstep-swap/1";

/// One thread: an older write never overtakes a newer one.
QThreadPool& writer() {
    static QThreadPool pool;
    pool.setMaxThreadCount(1);
    return pool;
}

std::string swapText(const Setup& setup) {
    using spec::Json;
    Json swap = Json::object();
    swap.set("format", Json::ofString(kFormat));
    swap.set("pid", Json::ofInt(QCoreApplication::applicationPid()));
    swap.set("written", Json::ofInt(QDateTime::currentMSecsSinceEpoch()));
    swap.set("original", Json::ofString(setup.runFile.toStdString()));
    swap.set("name", Json::ofString(displayName(setup).toStdString()));
    swap.set("model_file", Json::ofString(setup.modelFile.toStdString()));
    swap.set("run", setup.run);
    if (setup.linkedModel) swap.set("model", *setup.linkedModel);
    return spec::writeJson(swap) + "\n";
}

bool isRunning(std::int64_t pid) { return pid != QCoreApplication::applicationPid() && QFileInfo::exists(QString("/proc/%1").arg(pid)); }

std::optional<SwapFile> inspect(const QString& path) {
    auto text = readTextFile(path);
    if (!text.ok()) return std::nullopt;
    auto json = spec::parseJson(*text, path.toStdString());
    if (!json.ok() || textAt(*json, "format") != kFormat) return std::nullopt;
    const spec::Json* pid = json->find("pid");
    if (pid && isRunning(pid->integer)) return std::nullopt;
    SwapFile swap{path, textAt(*json, "original"), textAt(*json, "name"), {}, false};
    if (const spec::Json* written = json->find("written")) swap.written = QDateTime::fromMSecsSinceEpoch(written->integer);
    const QFileInfo original(swap.original);
    swap.originalChanged = !swap.original.isEmpty() && original.exists() && original.lastModified() > swap.written;
    return swap;
}

} // namespace

Autosave::Autosave(SetupDocument& document, QString recoveryFolder, QObject* parent)
    : QObject(parent), m_document(document), m_recoveryFolder(std::move(recoveryFolder)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
    connect(&document, &SetupDocument::changed, this, &Autosave::schedule);
    connect(&document, &SetupDocument::cleanChanged, this, [this](bool clean) {
        if (clean) remove();
    });
    connect(&document, &SetupDocument::replaced, this, &Autosave::remove);
}

QString Autosave::pathBeside(const QString& document) {
    const QFileInfo info(document);
    return info.absolutePath() + "/." + info.fileName() + kSuffix;
}

void Autosave::schedule() {
    if (!m_document.isClean() && !m_timer.isActive()) m_timer.start();
}

void Autosave::write() {
    if (m_document.isClean()) return;
    const SetupPtr setup = m_document.current();
    if (m_swap.isEmpty()) {
        const QString file = setup->runFile;
        const bool beside = !file.isEmpty() && QFileInfo(QFileInfo(file).absolutePath()).isWritable();
        m_swap = beside ? pathBeside(file) : m_recoveryFolder + '/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + kSuffix;
    }
    const QString path = m_swap;
    onWorker(
        this,
        [setup, path] {
            QDir().mkpath(QFileInfo(path).absolutePath());
            return writeTextFile(path, swapText(*setup));
        },
        [this, path](Status status) {
            if (path != m_swap)
                QFile::remove(path); // saved or replaced meanwhile
            else if (status.ok())
                emit written(path);
            else
                emit failed(QString::fromStdString(status.error().message()));
        },
        writer());
}

void Autosave::remove() {
    m_timer.stop();
    if (m_swap.isEmpty()) return;
    writer().start([path = m_swap] { QFile::remove(path); });
    m_swap.clear();
}

void Autosave::finish() {
    remove();
    writer().waitForDone(2000);
}

std::vector<SwapFile> Autosave::find(const QString& recoveryFolder, const QStringList& documents) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    std::vector<SwapFile> found;
    const auto look = [&](const QString& path) {
        if (!QFileInfo::exists(path)) return;
        if (auto swap = inspect(path)) found.push_back(std::move(*swap));
    };
    const QDir folder(recoveryFolder);
    for (const QString& name : folder.entryList({QString("*") + kSuffix}, QDir::Files | QDir::Hidden)) look(folder.filePath(name));
    for (const QString& document : documents) look(pathBeside(document));
    return found;
}

Result<Setup> Autosave::read(const SwapFile& swap) {
    LOCKSTEP_ASSIGN(const std::string text, readTextFile(swap.path));
    LOCKSTEP_ASSIGN(const spec::Json json, spec::parseJson(text, swap.path.toStdString()));
    Setup setup;
    setup.runFile = textAt(json, "original");
    setup.modelFile = textAt(json, "model_file");
    if (const spec::Json* run = json.find("run")) setup.run = *run;
    if (const spec::Json* model = json.find("model")) setup.linkedModel = *model;
    return setup;
}

} // namespace lockstep::ui
