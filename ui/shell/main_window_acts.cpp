// Menus of the main window, and what its acts do.
#include "ui/dialogs/command_list.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/shortcut_sheet.h"
#include "ui/setup/command_text.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/bottom_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_registry.h"
#include "ui/shell/settings.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QToolTip>

namespace lockstep::ui {

namespace {

struct MenuRow {
    const char* id;
    const char* title;
};
constexpr MenuRow kMenus[] = {{"file", QT_TRANSLATE_NOOP("Menus", "&File")},
                              {"edit", QT_TRANSLATE_NOOP("Menus", "&Edit")},
                              {"view", QT_TRANSLATE_NOOP("Menus", "&View")},
                              {"run", QT_TRANSLATE_NOOP("Menus", "&Run")},
                              {"help", QT_TRANSLATE_NOOP("Menus", "&Help")}};

void addRecentMenu(QMenu* file, Settings& settings, SetupKeeper& keeper) {
    auto* recent = file->addMenu(QCoreApplication::translate("Menus", "Open &recent"));
    QObject::connect(recent, &QMenu::aboutToShow, recent, [recent, &settings, &keeper] {
        recent->clear();
        const QStringList files = settings.recentFiles();
        for (const QString& path : files) {
            QAction* action = recent->addAction(path);
            QObject::connect(action, &QAction::triggered, recent, [&keeper, path] { keeper.openFile(path); });
        }
        recent->setEnabled(true);
        if (files.isEmpty()) recent->addAction(QCoreApplication::translate("Menus", "No recent files"))->setEnabled(false);
    });
}

} // namespace

void MainWindow::buildMenus() {
    for (const MenuRow& row : kMenus) {
        QMenu* menu = menuBar()->addMenu(QCoreApplication::translate("Menus", row.title));
        menu->setObjectName(QString("menu-") + row.id);
        menu->setToolTipsVisible(true);
        if (QString(row.id) == "view") {
            for (int number = 1; number <= 8; ++number) menu->addAction(m_context->actions.action(QString("page-%1").arg(number)));
            menu->addSeparator();
        }
        for (const ActionSpec& spec : actionSpecs()) {
            if (QString(spec.menu) != row.id) continue;
            menu->addAction(m_context->actions.action(spec.id));
            if (QString(spec.id) == "open") addRecentMenu(menu, m_parts.settings, m_context->keeper);
        }
    }
}

void MainWindow::connectActs() {
    const auto on = [this](const char* id, auto act) { connect(m_context->actions.action(id), &QAction::triggered, this, act); };
    SetupKeeper& keeper = m_context->keeper;
    SetupDocument& setup = m_context->setup;
    on("new", [&keeper] { keeper.newSetup(); });
    on("open", [&keeper] { keeper.open(); });
    on("save", [&keeper, &setup] {
        if (setup.isOpen()) keeper.save();
    });
    on("save-as", [&keeper, &setup] {
        if (setup.isOpen()) keeper.saveAs();
    });
    on("copy-command", [this] { copyCommand(); });
    on("quit", [this] { close(); });
    on("undo", [&setup] { setup.undo(); });
    on("redo", [&setup] { setup.redo(); });
    QAction *undo = m_context->actions.action("undo"), *redo = m_context->actions.action("redo");
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(&setup.history(), &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(&setup.history(), &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(&setup.history(), &QUndoStack::undoTextChanged, this,
            [undo](const QString& text) { undo->setText(text.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(text)); });
    connect(&setup.history(), &QUndoStack::redoTextChanged, this,
            [redo](const QString& text) { redo->setText(text.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(text)); });
    on("show-problems", [this](bool shown) { m_panel->setVisible(shown); });
    on("full-screen", [this](bool on) { on ? showFullScreen() : showNormal(); });
    on("switch-theme", [this] {
        Theme& theme = Theme::instance();
        theme.setMode(theme.isDark() ? Theme::Mode::Light : Theme::Mode::Dark);
        m_parts.settings.setValue(kThemeKey, static_cast<int>(theme.mode()));
    });
    on("preferences", [this] { (new PreferencesDialog(m_parts.settings, this))->open(); });
    on("shortcuts", [this] { (new ShortcutSheet(m_context->actions, this))->open(); });
    on("commands", [this] { (new CommandList(*m_context, this))->open(); });
    on("help", [this] {
        if (QWidget* field = focusWidget(); field && !field->toolTip().isEmpty())
            QToolTip::showText(field->mapToGlobal(QPoint(0, field->height())), field->toolTip(), field);
    });
    on("about", [this] {
        m_parts.dialogs.tell("about", tr("Lockstep Studio %1").arg(QCoreApplication::applicationVersion()),
                             tr("A desktop studio for training neural networks. Free software under the GNU General Public License, "
                                "version 3 or later."),
                             this);
    });
    const auto toPage = [this](const char* act) {
        // Find and zoom belong to the page in front, which knows them as slots of these names.
        if (QWidget* page = this->page(currentPage())) QMetaObject::invokeMethod(page, act);
    };
    on("find", [toPage] { toPage("find"); });
    on("zoom-in", [toPage] { toPage("zoomIn"); });
    on("zoom-out", [toPage] { toPage("zoomOut"); });
    on("zoom-fit", [toPage] { toPage("zoomFit"); });
}

void MainWindow::copyCommand() {
    if (!m_context->setup.isOpen()) return;
    const QString text = commandText(*m_context->setup.current(), m_context->setup.isClean());
    QGuiApplication::clipboard()->setText(text);
    log(tr("Copied: %1").arg(text.section('\n', 0, 0)));
}

} // namespace lockstep::ui
