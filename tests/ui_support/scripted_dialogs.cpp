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

void ScriptedDialogs::askAmount(const ui::AmountRequest& request, QObject* context,
                                std::function<void(const std::optional<ui::Amount>&)> done) {
    m_amountsAsked << request;
    std::optional<ui::Amount> amount;
    if (m_answers.empty() || m_answers.front().question != request.id)
        m_unexpected << request.id + ": " + request.text;
    else {
        const QString answer = m_answers.front().choice;
        m_answers.pop_front();
        if (!answer.isEmpty()) amount = ui::Amount{answer.section(' ', 0, 0), answer.section(' ', 1)};
    }
    // As the dialog: what has a problem cannot be sent.
    if (amount && !request.problem(*amount).isEmpty()) m_unexpected << request.id + ": " + request.problem(*amount);
    QTimer::singleShot(0, context, [amount, done = std::move(done)] { done(amount); });
}

} // namespace lockstep::testing
