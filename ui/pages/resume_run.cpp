#include "ui/pages/resume_run.h"

#include "ui/dialogs/dialogs.h"
#include "ui/models/number_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace lockstep::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ResumeRun", text); }

/// "14:02" of today, else with the date.
QString momentText(double wallSeconds) {
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(wallSeconds * 1000));
    return moment.date() == QDate::currentDate() ? QLocale().toString(moment.time(), QLocale::ShortFormat) : whenText(wallSeconds);
}

} // namespace

QString silenceText(const WriterSigns& signs) {
    return tr("Run %1 was trained on %2: no sign of life since %3")
        .arg(QString::number(signs.run), QString::fromStdString(signs.otherHost), momentText(signs.lastBeatWall));
}

void askToResume(const WriterSigns& signs, Dialogs& dialogs, QObject* context, std::function<void()> done) {
    if (signs.otherHost.empty() || signs.state != session::RunState::Interrupted) return done();
    Question question;
    question.id = QStringLiteral("resume-other-host");
    question.title = tr("Resume run %1 here?").arg(signs.run);
    question.text = tr("%1. If it still trains there, the two would spoil each other's checkpoints; make sure that it has ended.")
                        .arg(silenceText(signs));
    question.choices = {{QStringLiteral("leave"), tr("Leave it")}, {QStringLiteral("resume"), tr("Resume here"), Choice::Kind::Primary}};
    question.escape = QStringLiteral("leave");
    dialogs.ask(question, context, [done = std::move(done)](const QString& choice) {
        if (choice == QLatin1String("resume")) done();
    });
}

} // namespace lockstep::ui
