#include "ui/setup/setup_paths.h"

#include "spec/path_keys.h"
#include "ui/setup/json_path.h"

#include <QDir>
#include <QFileInfo>

namespace lockstep::ui {

namespace {

/// Beyond this many steps up the absolute path is clearer and no less movable.
constexpr auto kFarAway = "../../../";

/// How `file` is named from `folder`.
QString namedFrom(const QString& folder, const QString& file) {
    const QString relative = QDir(folder).relativeFilePath(file);
    return relative.startsWith(kFarAway) ? file : relative;
}

} // namespace

QString baseFolder(const QString& runFile) { return runFile.isEmpty() ? QDir::currentPath() : QFileInfo(runFile).absolutePath(); }

spec::Json rebasedRun(const spec::Json& run, const QString& from, const QString& to) {
    spec::Json moved = run;
    if (from == to) return moved;
    for (const auto key : spec::pathKeys()) {
        const spec::Json* value = jsonAt(moved, key);
        if (!value || value->kind != spec::Json::Kind::String || value->text.empty()) continue;
        const QString text = QString::fromStdString(value->text);
        if (spec::comesWithProgram(value->text) || QDir::isAbsolutePath(text)) continue;
        const QString file = QDir::cleanPath(QDir(from).absoluteFilePath(text));
        setJsonAt(moved, key, spec::Json::ofString(namedFrom(to, file).toStdString()));
    }
    return moved;
}

void takeAbsolutePaths(spec::Json& run, const spec::Json& resolved) {
    for (const auto key : spec::pathKeys()) {
        const QString absolute = textAt(resolved, key);
        if (!textAt(run, key).isEmpty() && QDir::isAbsolutePath(absolute))
            setJsonAt(run, key, spec::Json::ofString(absolute.toStdString()));
    }
}

Setup movedTo(const Setup& setup, const QString& runFile) {
    Setup moved = setup;
    const QString to = baseFolder(runFile);
    moved.run = rebasedRun(setup.run, baseFolder(setup.runFile), to);
    if (setup.runFile.isEmpty() && !setup.modelFile.isEmpty())
        moved.run.set("model", spec::Json::ofString(namedFrom(to, setup.modelFile).toStdString()));
    moved.runFile = runFile;
    return moved;
}

} // namespace lockstep::ui
