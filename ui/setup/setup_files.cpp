#include "ui/setup/setup_files.h"

#include "base/thread.h"
#include "spec/templates.h"
#include "ui/setup/json_path.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace lockstep::ui {

namespace {

constexpr qint64 kLargestDocument = 64 * 1024 * 1024;

constexpr ErrorCode kCannotRead{"ui.cannot_read", LOCKSTEP_TR("Errors", "cannot be read: {0}"),
                                LOCKSTEP_TR("Errors", "Check that the file exists and may be read.")};
constexpr ErrorCode kTooLarge{"ui.too_large", LOCKSTEP_TR("Errors", "is larger than any document: {0} bytes"),
                              LOCKSTEP_TR("Errors", "Open a run or model document; weights and data are named inside it.")};
constexpr ErrorCode kCannotWrite{"ui.cannot_write", LOCKSTEP_TR("Errors", "cannot be written: {0}"),
                                 LOCKSTEP_TR("Errors", "Choose another folder, or free space on the disk. The old file is unchanged.")};
constexpr ErrorCode kNoDocument{"ui.no_document", LOCKSTEP_TR("Errors", "is neither a run nor a model document"),
                                LOCKSTEP_TR("Errors", "Its field \"format\" must be \"lockstep-run/1\" or \"lockstep-model/1\".")};

Status linkModel(Setup& setup) {
    const QString reference = textAt(setup.run, "model");
    if (reference.isEmpty()) return {};
    if (reference.startsWith("template:")) {
        // An unknown name stays as written: the session names it as a problem.
        if (auto model = spec::templateModel(reference.mid(9).toStdString()); model.ok()) setup.linkedModel = std::move(model).value();
        return {};
    }
    const QDir base(setup.runFile.isEmpty() ? QDir::currentPath() : QFileInfo(setup.runFile).absolutePath());
    const QString file = QDir::cleanPath(base.absoluteFilePath(reference));
    LOCKSTEP_ASSIGN(const std::string text, readTextFile(file));
    LOCKSTEP_ASSIGN(setup.linkedModel, spec::parseJson(text, file.toStdString()));
    setup.modelFile = file;
    return {};
}

} // namespace

Result<std::string> readTextFile(const QString& path) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return Error(kCannotRead, {file.errorString().toStdString()}).inFile(path.toStdString());
    if (file.size() > kLargestDocument) return Error(kTooLarge, {std::to_string(file.size())}).inFile(path.toStdString());
    return file.readAll().toStdString();
}

Status writeTextFile(const QString& path, const std::string& text) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    QSaveFile file(path);
    const auto size = static_cast<qint64>(text.size());
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), size) != size || !file.commit())
        return Error(kCannotWrite, {file.errorString().toStdString()}).inFile(path.toStdString());
    return {};
}

Result<Setup> setupFromText(const std::string& text, const QString& path) {
    LOCKSTEP_ASSIGN(spec::Json json, spec::parseJson(text, path.toStdString()));
    const QString format = textAt(json, "format");
    if (format.startsWith("lockstep-model/")) return setupAround(std::move(json), path);
    if (!format.startsWith("lockstep-run/")) return Error(kNoDocument).inFile(path.toStdString());
    Setup setup;
    setup.run = std::move(json);
    setup.runFile = path;
    LOCKSTEP_TRY(linkModel(setup));
    return setup;
}

Result<Setup> readSetup(const QString& path) {
    LOCKSTEP_ASSIGN(const std::string text, readTextFile(path));
    return setupFromText(text, QFileInfo(path).absoluteFilePath());
}

Result<OpenedSetup> openSetup(const QString& path) {
    LOCKSTEP_ASSIGN(Setup setup, readSetup(path));
    OpenedSetup opened{std::move(setup), {}};
    if (!opened.setup.runFile.isEmpty()) { LOCKSTEP_ASSIGN(opened.disk.run, readTextFile(opened.setup.runFile)); }
    if (!opened.setup.modelFile.isEmpty()) { LOCKSTEP_ASSIGN(opened.disk.model, readTextFile(opened.setup.modelFile)); }
    return opened;
}

QString changedOutside(const DiskTexts& known, const QString& run, const QString& model) {
    const auto differs = [](const std::optional<std::string>& text, const QString& path) {
        if (!text || path.isEmpty() || !QFileInfo::exists(path)) return false;
        const auto now = readTextFile(path);
        return now.ok() && *now != *text;
    };
    return differs(known.run, run) ? run : differs(known.model, model) ? model : QString();
}

std::string fileText(const spec::Json& document) { return spec::writeJson(document) + "\n"; }

Status writeSetup(const Setup& setup, const QString& path, bool modelChanged) {
    if (modelChanged && setup.linkedModel && !setup.modelFile.isEmpty())
        LOCKSTEP_TRY(writeTextFile(setup.modelFile, fileText(*setup.linkedModel)));
    return writeTextFile(path, fileText(setup.run));
}

} // namespace lockstep::ui
