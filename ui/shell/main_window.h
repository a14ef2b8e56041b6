// The window: composes rail, header, pages, panel and status strip, and owns what they share. Each page is its own class.
#pragma once

#include "base/error.h"
#include "session/commands.h"
#include "ui/shell/page.h"

#include <QMainWindow>

#include <map>
#include <memory>

class QSplitter;
class QStackedWidget;

namespace lockstep::session {
class Session;
}

namespace lockstep::ui {

class BottomPanel;
class CloseGuard;
class DiffersBar;
class HeaderBar;
class InterruptedOffer;
class NoticeBar;
class Notifier;
class Rail;
class RunControl;
class StatusStrip;

/// What the window is given; all outlive it.
struct WindowParts {
    session::Session& session;
    Dialogs& dialogs;
    Settings& settings;
    QString recoveryFolder;
    bool background = false;      ///< whether backgroundWanted() can be obeyed: closing offers it
    Notifier* notifier = nullptr; ///< of the desktop; none: not told
};

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const WindowParts& parts);
    ~MainWindow() override;

    const StudioContext& context() const { return *m_context; }
    /// Ids are those of the page registry.
    void showPage(const QString& id);
    QString currentPage() const;
    Page* page(const QString& id) const;
    /// Goes to a field or layer, wherever it is.
    void reveal(const QString& place);
    void log(const QString& text);
    /// Without a question: a run that trains here is stopped with everything saved, unsaved edits are kept for recovery.
    /// quitReady() follows.
    void quitSaved();

signals:
    /// "Quit now": the process is to end at once.
    void quitNowRequested();
    /// quitSaved() is done: the process may end.
    void quitReady();
    /// The run is to go on once the session is gone; the window closes.
    void backgroundWanted(lockstep::session::RunId run);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Shared;

    void build();
    void buildMenus();
    void buildPages();
    void connectActs();
    void connectParts();
    void connectSetup();
    void connectRuns();
    void connectNotices();
    void tellOfTrouble(const Error& error);
    void tellOfStore(const Error& notice);
    void tellOfRefusal(const QString& title, const Error& error);
    void tellOfAlert(session::RunId run, qint64 step, const QString& text);
    void tellOfEnd(session::RunId run, session::RunState state);
    void notify(const QString& title, const QString& text, bool urgent);
    void restoreLayout();
    void saveLayout();
    void copyCommand();

    WindowParts m_parts;
    std::unique_ptr<Shared> m_shared;
    std::unique_ptr<StudioContext> m_context;
    RunControl* m_control = nullptr;
    Rail* m_rail = nullptr;
    HeaderBar* m_header = nullptr;
    NoticeBar* m_notices = nullptr;
    InterruptedOffer* m_interrupted = nullptr;
    DiffersBar* m_differs = nullptr;
    QStackedWidget* m_stack = nullptr;
    QSplitter* m_splitter = nullptr;
    BottomPanel* m_panel = nullptr;
    StatusStrip* m_status = nullptr;
    CloseGuard* m_guard = nullptr;
    std::map<QString, Page*> m_pages;
};

} // namespace lockstep::ui
