// The real main window over a fake session, with its own settings folder and scripted dialogs.
#pragma once

#include "support/fake_session.h"
#include "ui/dialogs/notifier.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui_support/scripted_dialogs.h"

#include <QTemporaryDir>

namespace lockstep::testing {

/// Takes down what people would be told.
struct NotedWords : ui::Notifier {
    QStringList titles, texts;
    void notify(const QString& title, const QString& text, bool) override { titles << title, texts << text; }
};

class WindowFixture {
public:
    explicit WindowFixture(FakeSession::Options options = {});
    ~WindowFixture();

    ui::MainWindow& window() { return *m_window; }
    FakeSession& session() { return *m_session; }
    ScriptedDialogs& dialogs() { return m_dialogs; }
    ui::Settings& settings() { return *m_settings; }
    NotedWords& told() { return m_told; }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    /// Closes the window (without questions) and opens a new one on the same folder and session.
    void reopen();
    /// As a kill would: the window goes without a word.
    void kill() { m_window.reset(); }

    template <class W> W* find(const QString& name) const {
        W* found = m_window->findChild<W*>(name);
        Q_ASSERT_X(found, "find", qPrintable(name));
        return found;
    }
    void trigger(const QString& action);

private:
    void open();

    QTemporaryDir m_folder;
    std::unique_ptr<FakeSession> m_session;
    ScriptedDialogs m_dialogs;
    NotedWords m_told;
    std::unique_ptr<ui::Settings> m_settings;
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace lockstep::testing
