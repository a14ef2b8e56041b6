#include "ui/shell/main_window.h"

#include "session/run_view.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/notifier.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"
#include "ui/setup/problem_mend.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_base.h"
#include "ui/setup/setup_document.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/bottom_panel.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/differs_bar.h"
#include "ui/shell/header_bar.h"
#include "ui/shell/interrupted_offer.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/page_registry.h"
#include "ui/shell/rail.h"
#include "ui/shell/run_control.h"
#include "ui/shell/run_focus.h"
#include "ui/shell/run_watch.h"
#include "ui/shell/settings.h"
#include "ui/shell/status_strip.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {
constexpr auto kGeometryKey = "window/geometry", kSplitterKey = "window/splitter", kPanelKey = "window/panel";
constexpr auto kStartPage = "start";
} // namespace

/// Made before the pages and gone after them.
struct MainWindow::Shared {
    explicit Shared(const WindowParts& parts)
        : bridge(parts.session), analyser(bridge, setup), keeper(setup, parts.dialogs, parts.settings, parts.recoveryFolder), base(setup),
          focus(bridge), watch(focus) {}

    EngineBridge bridge;
    ActionTable actions; ///< before the setup: its history tells the acts even while it goes
    SetupDocument setup;
    SetupAnalyser analyser;
    SetupKeeper keeper;
    SetupBase base;
    RunFocus focus;
    RunWatch watch;
};

MainWindow::MainWindow(const WindowParts& parts) : m_parts(parts), m_shared(std::make_unique<Shared>(parts)) {
    Shared& s = *m_shared;
    m_context = std::make_unique<StudioContext>(StudioContext{s.bridge, s.setup, parts.dialogs, s.actions, s.focus, s.analyser, s.keeper,
                                                              parts.settings, [this](const QString& id) { showPage(id); },
                                                              [this](const QString& place) { reveal(place); },
                                                              [this](const QString& text) { log(text); }});
    m_control = new RunControl({s.bridge, s.actions, s.focus, s.analyser, s.setup}, this);
    m_guard = new CloseGuard(parts.dialogs, *m_control, s.focus, s.keeper, parts.background, this);
    setObjectName("main-window");
    setWindowTitle(tr("Lockstep Studio[*]"));
    setAcceptDrops(true);
    build();
    buildMenus();
    buildPages();
    connectActs();
    connectParts();
    restoreLayout();
    m_rail->setCurrent(kStartPage); // the first page of the stack is in front already
    m_pages.at(kStartPage)->activated();
    s.keeper.findRecoveries();
    s.focus.findActive();
    m_interrupted->look();
}

MainWindow::~MainWindow() {
    // Pages speak to the shared parts until they are gone.
    for (const auto& [id, page] : m_pages) delete page;
    delete m_interrupted;
    delete takeCentralWidget();
}

void MainWindow::build() {
    Shared& s = *m_shared;
    auto* central = new QWidget;
    auto* row = new QHBoxLayout(central);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_rail = new Rail;
    row->addWidget(m_rail);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    m_header = new HeaderBar({s.actions, *m_control, s.focus, s.setup, s.keeper});
    m_stack = new QStackedWidget;
    m_panel = new BottomPanel(s.analyser, s.setup);
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_panel);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setCollapsible(0, false);
    m_splitter->setHandleWidth(1);
    m_status = new StatusStrip(s.focus);
    m_differs = new DiffersBar(s.base);
    m_notices = new NoticeBar;
    m_interrupted = new InterruptedOffer({s.bridge, s.focus, m_parts.dialogs, *m_notices}, this);
    column->addWidget(m_header);
    column->addWidget(m_notices);
    column->addWidget(m_differs);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_status);
    row->addLayout(column, 1);
    setCentralWidget(central);
    s.actions.attach(this, ActionContext::Window);
}

void MainWindow::buildPages() {
    for (const PageRow& row : pageRegistry()) {
        Page* page = row.make(*m_context, nullptr);
        page->setObjectName(QString("page-") + row.id);
        page->setAccessibleName(QCoreApplication::translate("Pages", row.title));
        m_pages[row.id] = page;
        m_stack->addWidget(page);
        m_rail->addPage(row.id, QCoreApplication::translate("Pages", row.title), row.icon, QCoreApplication::translate("Pages", row.help));
        if (row.number == 0) continue;
        connect(m_shared->actions.action(QString("page-%1").arg(row.number)), &QAction::triggered, this,
                [this, id = QString(row.id)] { showPage(id); });
    }
    for (int number = 1; number <= 8; ++number) {
        const auto& rows = pageRegistry();
        const bool exists = std::any_of(rows.begin(), rows.end(), [&](const PageRow& row) { return row.number == number; });
        QAction* action = m_shared->actions.action(QString("page-%1").arg(number));
        action->setEnabled(exists);
        action->setVisible(exists);
    }
}

void MainWindow::connectParts() {
    Shared& s = *m_shared;
    connect(m_rail, &Rail::chosen, this, &MainWindow::showPage);
    connect(m_header, &HeaderBar::reasonClicked, this, [this](const QString& place) {
        m_panel->show();
        m_panel->showProblems();
        reveal(place);
    });
    connect(m_panel, &BottomPanel::problemChosen, this, &MainWindow::reveal);
    connect(m_panel, &BottomPanel::mendChosen, this, [this](const Error& problem) {
        SetupDocument& setup = m_shared->setup;
        const spec::Json* model = modelOf(*setup.current());
        if (auto mend = model ? mendOf(problem, *model) : std::nullopt)
            setup.edit({mend->label, "model", {}}, withModel(*setup.current(), std::move(mend->model)));
    });
    connect(m_panel, &BottomPanel::closeRequested, s.actions.action("show-problems"), &QAction::trigger);
    connect(m_differs, &DiffersBar::placeChosen, this, &MainWindow::reveal);
    connect(m_status, &StatusStrip::alertClicked, this, [this] { showPage("live"); });
    connectSetup();
    connectRuns();
    connectNotices();
    connect(m_guard, &CloseGuard::phase, this, &MainWindow::log);
    connect(m_guard, &CloseGuard::closeAgain, this, &MainWindow::close);
    connect(m_guard, &CloseGuard::backgroundWanted, this, &MainWindow::backgroundWanted);
    connect(m_guard, &CloseGuard::quitReady, this, [this] {
        saveLayout();
        emit quitReady();
    });
    connect(m_guard, &CloseGuard::quitNow, this, &MainWindow::quitNowRequested);
}

void MainWindow::connectSetup() {
    Shared& s = *m_shared;
    connect(&s.setup, &SetupDocument::pageWanted, this, [this](const QString& id) {
        if (m_pages.count(id)) showPage(id);
    });
    connect(&s.setup, &SetupDocument::cleanChanged, this, [this](bool clean) { setWindowModified(!clean); });
    connect(&s.keeper, &SetupKeeper::opened, this, [this](const QString& name) {
        setWindowTitle(tr("%1[*] — Lockstep Studio").arg(name));
        log(tr("Opened %1").arg(name));
        if (currentPage() == kStartPage) showPage("model");
    });
    connect(&s.keeper, &SetupKeeper::runOpened, this, [this](session::RunId run) {
        m_shared->base.set(m_shared->bridge.view(run));
        log(tr("The setup is that of run %1; starting it makes a new run").arg(run));
        showPage("run");
    });
    connect(&s.keeper, &SetupKeeper::saved, this, [this](const QString& path) {
        setWindowTitle(tr("%1[*] — Lockstep Studio").arg(displayName(*m_shared->setup.current())));
        log(tr("Saved %1").arg(path));
    });
    connect(&s.keeper, &SetupKeeper::message, this, &MainWindow::log);
}

void MainWindow::connectRuns() {
    Shared& s = *m_shared;
    connect(m_control, &RunControl::started, this, [this](session::RunId run) {
        m_shared->base.set(m_shared->bridge.view(run));
        log(tr("Run %1 started").arg(run));
        if (m_pages.count("live")) showPage("live");
    });
    connect(m_control, &RunControl::refused, this, &MainWindow::tellOfRefusal);
    connect(&s.watch, &RunWatch::standingChanged, this, [this] { m_status->setAlert(m_shared->watch.standing()); });
    connect(&s.watch, &RunWatch::alerted, this, &MainWindow::tellOfAlert);
    connect(&s.watch, &RunWatch::ended, this, &MainWindow::tellOfEnd);
}

void MainWindow::tellOfAlert(session::RunId run, qint64 step, const QString& text) {
    log(tr("Alert: run %1, step %2: %3").arg(run).arg(countText(step), text));
    notify(tr("Run %1 needs a look").arg(run), tr("Step %1: %2").arg(countText(step), text), true);
}

void MainWindow::tellOfEnd(session::RunId run, session::RunState state) {
    log(tr("Run %1: %2").arg(run).arg(stateText(state).toLower()));
    const auto view = m_shared->bridge.view(run);
    const QString failure = view && view->failure ? QString::fromStdString(view->failure->text()) : QString();
    notify(tr("Run %1: %2").arg(run).arg(stateText(state).toLower()), failure, state == session::RunState::Failed);
}

/// Who looks at the window sees it there.
void MainWindow::notify(const QString& title, const QString& text, bool urgent) {
    if (isActiveWindow() || !m_parts.notifier || !m_parts.settings.value(kNotifyKey, true).toBool()) return;
    m_parts.notifier->notify(title, text, urgent);
    if (urgent) QApplication::alert(this);
}

void MainWindow::showPage(const QString& id) {
    const auto found = m_pages.find(id);
    if (found == m_pages.end() || m_stack->currentWidget() == found->second) {
        m_rail->setCurrent(currentPage());
        return;
    }
    if (auto* before = qobject_cast<Page*>(m_stack->currentWidget())) before->deactivated();
    m_stack->setCurrentWidget(found->second);
    m_differs->setWanted(id == "model" || id == "run");
    m_rail->setCurrent(id);
    found->second->activated();
}

QString MainWindow::currentPage() const {
    for (const auto& [id, page] : m_pages)
        if (page == m_stack->currentWidget()) return id;
    return {};
}

Page* MainWindow::page(const QString& id) const {
    const auto found = m_pages.find(id);
    return found == m_pages.end() ? nullptr : found->second;
}

void MainWindow::reveal(const QString& place) {
    if (place.isEmpty()) return;
    for (const auto& [id, page] : m_pages) {
        if (!page->reveal(place)) continue;
        showPage(id);
        page->reveal(place); // focus can only be given on the page in front
        return;
    }
}

void MainWindow::log(const QString& text) {
    m_panel->log(text);
    m_status->setMessage(text);
}

void MainWindow::restoreLayout() {
    resize(1280, 800);
    const Settings& settings = m_parts.settings;
    restoreGeometry(settings.value(kGeometryKey).toByteArray());
    if (!m_splitter->restoreState(settings.value(kSplitterKey).toByteArray())) m_splitter->setSizes({600, 140});
    const bool panel = settings.value(kPanelKey, false).toBool();
    m_panel->setVisible(panel);
    m_shared->actions.action("show-problems")->setChecked(panel);
}

void MainWindow::saveLayout() {
    Settings& settings = m_parts.settings;
    settings.setValue(kGeometryKey, saveGeometry());
    settings.setValue(kSplitterKey, m_splitter->saveState());
    settings.setValue(kPanelKey, !m_panel->isHidden());
}

void MainWindow::quitSaved() { m_guard->quitSaved(); }

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_guard->mayClose()) return event->ignore();
    saveLayout();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QUrl url = event->mimeData()->urls().value(0);
    if (!url.isLocalFile()) return;
    event->acceptProposedAction();
    m_shared->keeper.openFile(url.toLocalFile());
}

} // namespace lockstep::ui
