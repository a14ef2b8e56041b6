#include "ui/setup/autosave.h"

#include "base/process.h"
#include "base/result.h"
#include "base/thread.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_files.h"
#include "ui/setup/worker.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
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

std::string swapText(const Setup& setup, const DiskTexts& base) {
    using spec::Json;
    Json swap = Json::object();
    swap.set("format", Json::ofString(kFormat));
    const qint64 pid = QCoreApplication::applicationPid();
    swap.set("pid", Json::ofInt(pid));
    swap.set("pid_start", Json::ofInt(processStart(pid).value_or(0)));
    swap.set("boot_id", Json::ofString(bootId()));
    swap.set("written", Json::ofInt(QDateTime::currentMSecsSinceEpoch()));
    swap.set("original", Json::ofString(setup.runFile.toStdString()));
    swap.set("name", Json::ofString(displayName(setup).toStdString()));
    swap.set("model_file", Json::ofString(setup.modelFile.toStdString()));
    if (base.run) swap.set("base", Json::ofString(*base.run));
    if (base.model) swap.set("model_base", Json::ofString(*base.model));
    swap.set("run", setup.run);
    if (setup.linkedModel) swap.set("model", *setup.linkedModel);
    return spec::writeJson(swap) + "\n";
}

std::int64_t numberIn(const spec::Json& swap, const char* key) {
    const spec::Json* value = swap.find(key);
    return value && value->kind == spec::Json::Kind::Int ? value->integer : 0;
}

/// Whether another program still works on it. The number alone may belong to somebody else by now.
bool isInUse(const spec::Json& swap) {
    const std::int64_t pid = numberIn(swap, "pid");
    return pid != QCoreApplication::applicationPid() && textAt(swap, "boot_id").toStdString() == bootId() &&
           processStart(pid) == numberIn(swap, "pid_start");
}

std::optional<std::string> textIn(const spec::Json& swap, const char* key) {
    const spec::Json* value = swap.find(key);
    return value && value->kind == spec::Json::Kind::String ? std::optional(value->text) : std::nullopt;
}

bool isChanged(const SwapFile& swap, const spec::Json& json) {
    const QFileInfo original(swap.original);
    if (swap.original.isEmpty() || !original.exists()) return false;
    const auto base = textIn(json, "base");
    if (!base) return original.lastModified() > swap.written;
    const auto now = readTextFile(swap.original);
    return now.ok() && *now != *base;
}

std::optional<SwapFile> inspect(const QString& path) {
    auto text = readTextFile(path);
    if (!text.ok()) return std::nullopt;
    auto json = spec::parseJson(*text, path.toStdString());
    if (!json.ok() || textAt(*json, "format") != kFormat) return std::nullopt;
    if (isInUse(*json)) return std::nullopt;
    SwapFile swap{path, textAt(*json, "original"), textAt(*json, "name"), {}, false};
    if (const spec::Json* written = json->find("written")) swap.written = QDateTime::fromMSecsSinceEpoch(written->integer);
    swap.originalChanged = isChanged(swap, *json);
    return swap;
}

QString newSwapIn(const QString& folder) { return folder + '/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + kSuffix; }

} // namespace

Autosave::Autosave(SetupDocument& document, QString recoveryFolder, QObject* parent)
    : QObject(parent), m_document(document), m_recoveryFolder(std::move(recoveryFolder)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
    connect(&document, &SetupDocument::changed, this, &Autosave::schedule);
    connect(&document, &SetupDocument::cleanChanged, this, [this](bool clean) {
        // A step counts as unsaved only once it is on the stack, after it was shown.
        clean ? remove() : schedule();
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
        m_swap = beside ? pathBeside(file) : newSwapIn(m_recoveryFolder);
    }
    const QString path = m_swap;
    onWorker(
        this,
        [setup, path, base = m_base] {
            QDir().mkpath(QFileInfo(path).absolutePath());
            return writeTextFile(path, swapText(*setup, base));
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

void Autosave::keep() {
    m_timer.stop();
    write();
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

std::optional<SwapFile> Autosave::findBeside(const QString& document) {
    const QString path = pathBeside(document);
    return QFileInfo::exists(path) ? inspect(path) : std::nullopt;
}

Result<OpenedSetup> Autosave::read(const SwapFile& swap) {
    LOCKSTEP_ASSIGN(const std::string text, readTextFile(swap.path));
    LOCKSTEP_ASSIGN(const spec::Json json, spec::parseJson(text, swap.path.toStdString()));
    OpenedSetup opened;
    opened.setup.runFile = textAt(json, "original");
    opened.setup.modelFile = textAt(json, "model_file");
    if (const spec::Json* run = json.find("run")) opened.setup.run = *run;
    if (const spec::Json* model = json.find("model")) opened.setup.linkedModel = *model;
    opened.disk = {textIn(json, "base"), textIn(json, "model_base")};
    return opened;
}

Status Autosave::setAside(const SwapFile& swap, const QString& recoveryFolder) {
    QDir().mkpath(recoveryFolder);
    LOCKSTEP_ASSIGN(const std::string text, readTextFile(swap.path));
    LOCKSTEP_TRY(writeTextFile(newSwapIn(recoveryFolder), text));
    QFile::remove(swap.path);
    return {};
}

} // namespace lockstep::ui
