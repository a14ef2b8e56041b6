// Dialogs whose answers tests queue; a question without one fails the test.
#pragma once

#include "ui/dialogs/dialogs.h"

#include <deque>

namespace lockstep::testing {

class ScriptedDialogs : public ui::Dialogs {
public:
    /// The next file asked for (open, folder or save).
    void answerFile(const QString& path) { m_files.push_back(path); }
    /// The next question; its id must match.
    void answer(const QString& questionId, const QString& choice) { m_answers.push_back({questionId, choice}); }

    const QList<ui::Question>& asked() const { return m_asked; }
    const QList<ui::FileRequest>& filesAsked() const { return m_filesAsked; }
    /// What was asked without an answer waiting; empty at the end of a good test.
    const QStringList& unexpected() const { return m_unexpected; }

    void openFile(const ui::FileRequest& request, QObject* context, std::function<void(const QString&)> done) override;
    void openFolder(const ui::FileRequest& request, QObject* context, std::function<void(const QString&)> done) override;
    void saveFile(const ui::FileRequest& request, QObject* context, std::function<void(const QString&)> done) override;
    void ask(const ui::Question& question, QObject* context, std::function<void(const QString&)> done) override;
    /// Answered as "250 steps", by answer().
    void askAmount(const ui::AmountRequest& request, QObject* context, std::function<void(const std::optional<ui::Amount>&)> done) override;
    const QList<ui::AmountRequest>& amountsAsked() const { return m_amountsAsked; }

private:
    struct Answer {
        QString question, choice;
    };
    void give(const ui::FileRequest& request, QObject* context, std::function<void(const QString&)> done);

    std::deque<QString> m_files;
    std::deque<Answer> m_answers;
    QList<ui::Question> m_asked;
    QList<ui::FileRequest> m_filesAsked;
    QList<ui::AmountRequest> m_amountsAsked;
    QStringList m_unexpected;
};

} // namespace lockstep::testing
