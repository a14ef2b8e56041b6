// A page of the rail, and what the window lends it.
#pragma once

#include <QWidget>

#include <functional>

namespace lockstep::ui {

class ActionTable;
class Dialogs;
class EngineBridge;
class RunFocus;
class Settings;
class SetupAnalyser;
class SetupDocument;
class SetupKeeper;

/// Borrowed by every page; all outlive the pages.
struct StudioContext {
    EngineBridge& bridge;
    SetupDocument& setup;
    Dialogs& dialogs;
    ActionTable& actions;
    RunFocus& focus; ///< the run that the window is about
    SetupAnalyser& analyser;
    SetupKeeper& keeper; ///< opens and saves setups
    Settings& settings;
    std::function<void(const QString& pageId)> showPage;
    /// Goes to a field (JSON path of the run document) or a layer (`layer:ID`) on the page that has it.
    std::function<void(const QString& place)> reveal;
    std::function<void(const QString& text)> log; ///< a line in the window's log
};

class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(const StudioContext& context, QWidget* parent = nullptr) : QWidget(parent), m_context(context) {}

    /// Called each time the page comes to the front.
    virtual void activated() {}
    virtual void deactivated() {}
    /// Brings a field (JSON path of the run document, or `layer:ID`) into view; false: not on this page.
    virtual bool reveal(const QString& /*place*/) { return false; }

protected:
    const StudioContext& context() const { return m_context; }

private:
    StudioContext m_context;
};

} // namespace lockstep::ui
