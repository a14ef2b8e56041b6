#include "ui/dialogs/desktop_dialogs.h"

#include "ui/dialogs/amount_dialog.h"
#include "ui/dialogs/question_dialog.h"

#include <QFileDialog>
#include <QFileInfo>

namespace lockstep::ui {

namespace {

QString withSuffix(const QString& path, const QString& suffix) {
    return path.isEmpty() || suffix.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + '.' + suffix;
}

} // namespace

QFileDialog* DesktopDialogs::fileDialog(const FileRequest& request) const {
    auto* dialog = new QFileDialog(m_parent, request.title, request.folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters(request.filters);
    return dialog;
}

void DesktopDialogs::open(QFileDialog* dialog, const QString& suffix, QObject* context, std::function<void(const QString&)> done) {
    QObject::connect(dialog, &QFileDialog::finished, context, [dialog, suffix, done = std::move(done)](int result) {
        const QStringList files = dialog->selectedFiles();
        done(result == QDialog::Accepted && !files.isEmpty() ? withSuffix(files.front(), suffix) : QString());
    });
    dialog->open();
}

void DesktopDialogs::openFile(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) {
    QFileDialog* dialog = fileDialog(request);
    dialog->setFileMode(QFileDialog::ExistingFile);
    open(dialog, {}, context, std::move(done));
}

void DesktopDialogs::openFolder(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) {
    QFileDialog* dialog = fileDialog(request);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    open(dialog, {}, context, std::move(done));
}

void DesktopDialogs::saveFile(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) {
    QFileDialog* dialog = fileDialog(request);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->selectFile(request.suggestedName);
    open(dialog, request.suffix, context, std::move(done));
}

void DesktopDialogs::ask(const Question& question, QObject* context, std::function<void(const QString&)> done) {
    auto* dialog = new QuestionDialog(question, m_parent);
    QObject::connect(dialog, &QuestionDialog::answered, context, std::move(done));
    dialog->open();
}

void DesktopDialogs::askAmount(const AmountRequest& request, QObject* context, std::function<void(const std::optional<Amount>&)> done) {
    auto* dialog = new AmountDialog(request, m_parent);
    QObject::connect(dialog, &AmountDialog::answered, context, std::move(done));
    dialog->open();
}

} // namespace lockstep::ui
