// What the main window says in its notice bar: of the store, and of what was refused.
#include "session/session_errors.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/dialogs.h"
#include "ui/shell/interrupted_offer.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/run_control.h"

namespace lockstep::ui {

namespace {

/// Errors begin in lower case: they come after a place.
QString sentence(const std::string& text) {
    QString out = QString::fromStdString(text);
    if (!out.isEmpty()) out[0] = out[0].toUpper();
    return out;
}

/// Equal errors are one notice.
Notice noticeOf(const Error& error, Notice::Tone tone) {
    const QString file = QString::fromStdString(error.where().file), hint = sentence(error.hint());
    const QString text = sentence(error.text());
    return {QString::fromStdString("store:" + error.message()), tone, file.isEmpty() ? text : QString("%1: %2").arg(text, file), hint, {}};
}

} // namespace

void MainWindow::connectNotices() {
    connect(&m_context->bridge, &EngineBridge::storeTrouble, this, &MainWindow::tellOfTrouble);
    connect(&m_context->bridge, &EngineBridge::storeNotice, this, &MainWindow::tellOfStore);
    connect(m_interrupted, &InterruptedOffer::pageWanted, this, &MainWindow::showPage);
    connect(m_interrupted, &InterruptedOffer::refused, this, &MainWindow::tellOfRefusal);
}

void MainWindow::tellOfTrouble(const Error& error) {
    log(QString::fromStdString(error.message()));
    m_notices->put(noticeOf(error, Notice::Tone::Danger));
}

void MainWindow::tellOfStore(const Error& notice) {
    log(QString::fromStdString(notice.message()));
    const bool readOnly = notice.id() == session::kReadOnlyStore.id;
    m_notices->put(noticeOf(notice, readOnly ? Notice::Tone::Warning : Notice::Tone::Info));
    if (!readOnly) return;
    m_control->forbidStart(tr("The run store cannot be written"));
    m_interrupted->forbidWriting();
}

void MainWindow::tellOfRefusal(const QString& title, const Error& error) {
    log(QString("%1: %2").arg(title, QString::fromStdString(error.message())));
    m_parts.dialogs.tell("refused", title, QString::fromStdString(error.message()), this, QString::fromStdString(error.hint()));
}

} // namespace lockstep::ui
