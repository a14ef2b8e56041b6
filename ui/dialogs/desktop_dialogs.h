// The real dialogs: window-modal, opened without waiting.
#pragma once

#include "ui/dialogs/dialogs.h"

#include <QWidget>

class QFileDialog;

namespace lockstep::ui {

class DesktopDialogs : public Dialogs {
public:
    void setParent(QWidget* parent) { m_parent = parent; }

    void openFile(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) override;
    void openFolder(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) override;
    void saveFile(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) override;
    void ask(const Question& question, QObject* context, std::function<void(const QString&)> done) override;
    void askAmount(const AmountRequest& request, QObject* context, std::function<void(const std::optional<Amount>&)> done) override;

private:
    QFileDialog* fileDialog(const FileRequest& request) const;
    static void open(QFileDialog* dialog, const QString& suffix, QObject* context, std::function<void(const QString&)> done);

    QPointer<QWidget> m_parent;
};

} // namespace lockstep::ui
