// What a page needs to live in a test: a fake session, the bridge, dialogs with queued answers.
#pragma once

#include "support/fake_session.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/dialogs.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/action_table.h"
#include "ui/shell/page.h"
#include "ui/shell/run_focus.h"

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
    QStringList pages, log;

    StudioContext context() {
        return {bridge,
                setup,
                dialogs,
                actions,
                focus,
                [this](const QString& id) { pages << id; },
                [this](const QString& line) { log << line; }};
    }
};

} // namespace lockstep::ui
