#include "ui_support/scripted_dialogs.h"

#include <QTimer>

#include <utility>

namespace lockstep::testing {

void ScriptedDialogs::give(const ui::FileRequest& request, QObject* context, std::function<void(const QString&)> done) {
    m_filesAsked << request;
    QString path;
    if (m_files.empty())
        m_unexpected << request.title;
    else
        path = m_files.front(), m_files.pop_front();
    QTimer::singleShot(0, context, [path, done = std::move(done)] { done(path); });
}

void ScriptedDialogs::openFile(const ui::FileRequest& request, QObject* context, std::function<void(const QString&)> done) {
    give(request, context, std::move(done));
}

void ScriptedDialogs::openFolder(const ui::FileRequest& request, QObject* context, std::function<void(const QString&)> done) {
    give(request, context, std::move(done));
}

void ScriptedDialogs::saveFile(const ui::FileRequest& request, QObject* context, std::function<void(const QString&)> done) {
    give(request, context, std::move(done));
}

void ScriptedDialogs::ask(const ui::Question& question, QObject* context, std::function<void(const QString&)> done) {
    m_asked << question;
    QString choice = question.escape;
    if (m_answers.empty() || m_answers.front().question != question.id)
        m_unexpected << question.id + ": " + question.text;
    else
        choice = m_answers.front().choice, m_answers.pop_front();
    QTimer::singleShot(0, context, [choice, done = std::move(done)] { done(choice); });
}

} // namespace lockstep::testing
