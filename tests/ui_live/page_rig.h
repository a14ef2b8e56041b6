// What a page needs to live in a test: a fake session, the bridge, dialogs with queued answers.
#pragma once

#include "support/fake_session.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/dialogs.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/page.h"
#include "ui/shell/run_focus.h"
#include "ui/shell/settings.h"

#include <QTemporaryDir>
#include <QtTest>

#include <deque>

namespace lockstep::ui {

/// Answers are queued; a question without one fails the test.
class QueuedDialogs : public Dialogs {
public:
    using Done = std::function<void(const QString&)>;
    std::deque<QString> files, choices;
    std::vector<QString> asked; ///< ids and titles

    void openFile(const FileRequest& request, QObject* context, Done done) override { next(files, request.title, context, done); }
    void openFolder(const FileRequest& request, QObject* context, Done done) override { next(files, request.title, context, done); }
    void saveFile(const FileRequest& request, QObject* context, Done done) override { next(files, request.title, context, done); }
    void ask(const Question& question, QObject* context, Done done) override { next(choices, question.id, context, done); }
    /// Answered as "250 steps", from `choices`.
    void askAmount(const AmountRequest& request, QObject* context, std::function<void(const std::optional<Amount>&)> done) override {
        next(choices, request.id, context, [done, request](const QString& answer) {
            const Amount amount{answer.section(QLatin1Char(' '), 0, 0), answer.section(QLatin1Char(' '), 1)};
            done(answer.isEmpty() || !request.problem(amount).isEmpty() ? std::nullopt : std::optional(amount));
        });
    }

private:
    void next(std::deque<QString>& queue, const QString& what, QObject* context, const Done& done) {
        asked.push_back(what);
        if (queue.empty()) return QTest::qFail(qPrintable(QStringLiteral("no answer queued for ") + what), __FILE__, __LINE__);
        const auto answer = queue.front();
        queue.pop_front();
        QMetaObject::invokeMethod(
            context, [done, answer] { done(answer); }, Qt::QueuedConnection);
    }
};

struct PageRig {
    lockstep::testing::FakeSession session{{false, std::chrono::microseconds(0)}};
    EngineBridge bridge{session};
    SetupDocument setup;
    QueuedDialogs dialogs;
    ActionTable actions;
    RunFocus focus{bridge};
    Settings settings{QString(), false};
    QTemporaryDir recovery;
    SetupAnalyser analyser{bridge, setup};
    SetupKeeper keeper{setup, dialogs, settings, recovery.path()};
    QStringList pages, log;

    StudioContext context() {
        const auto note = [](QStringList& list) { return [&list](const QString& text) { list << text; }; };
        return {bridge, setup, dialogs, actions, focus, analyser, keeper, settings, note(pages), [](const QString&) {}, note(log)};
    }
};

} // namespace lockstep::ui
