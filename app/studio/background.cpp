#include "studio/background.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace lockstep::studio {

QString commandLineProgram() {
    const QString beside = QCoreApplication::applicationDirPath() + "/lockstep";
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable("lockstep");
}

qint64 goOnInBackground(session::RunId run, const QString& database) {
    QProcess process;
    process.setProgram(commandLineProgram());
    process.setArguments({"resume", QString::number(run), "--db", database, "--quiet"});
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    qint64 pid = 0;
    return !process.program().isEmpty() && process.startDetached(&pid) ? pid : 0;
}

} // namespace lockstep::studio
