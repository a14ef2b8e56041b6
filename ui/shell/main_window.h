// The window: composes rail, header, pages, panel and status strip, and owns what they share. Each page is its own class.
#pragma once

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
class HeaderBar;
class Rail;
class RunControl;
class StatusStrip;

/// What the window is given; all outlive it.
struct WindowParts {
    session::Session& session;
    Dialogs& dialogs;
    Settings& settings;
    QString recoveryFolder;
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

signals:
    /// "Quit now": the process is to end at once.
    void quitNowRequested();

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
    void restoreLayout();
    void saveLayout();
    void copyCommand();

    WindowParts m_parts;
    std::unique_ptr<Shared> m_shared;
    std::unique_ptr<StudioContext> m_context;
    RunControl* m_control = nullptr;
    Rail* m_rail = nullptr;
    HeaderBar* m_header = nullptr;
    QStackedWidget* m_stack = nullptr;
    QSplitter* m_splitter = nullptr;
    BottomPanel* m_panel = nullptr;
    StatusStrip* m_status = nullptr;
    CloseGuard* m_guard = nullptr;
    std::map<QString, Page*> m_pages;
};

} // namespace lockstep::ui
