#include "ui/pages/runs_page.h"

#include "session/run_view.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/dialogs/dialogs.h"
#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"
#include "ui/models/runs_feed.h"
#include "ui/models/runs_model.h"
#include "ui/pages/extend_run.h"
#include "ui/pages/live_page_exports.h"
#include "ui/pages/resume_run.h"
#include "ui/pages/runs_page_compare.h"
#include "ui/pages/runs_page_delegate.h"
#include "ui/pages/runs_page_header.h"
#include "ui/plots/chart_stack.h"
#include "ui/plots/line_chart.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/run_focus.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace lockstep::ui {

namespace {
constexpr int kTypingMs = 150, kCurvesMs = 400;
constexpr std::size_t kMostOverlaid = 24; ///< one a colour and dash
} // namespace

RunsPage::RunsPage(const StudioContext& studio, QWidget* parent)
    : Page(studio, parent), m_model(new RunsModel(this)), m_feed(new RunsFeed(studio.bridge, *m_model, this)),
      m_charts(new ChartStack(this)), m_compare(new RunsCompare(this)) {
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(space(3));
    splitter->addWidget(makeTable());
    splitter->addWidget(makeBelow());
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setSizes({space(80), space(120)});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(space(4), space(4), space(4), space(4));
    layout->setSpacing(space(3));
    layout->addWidget(makeBar());
    layout->addWidget(splitter, 1);
    makeConnections();
    connectActs();
    connectEdits();
    onSelection();
    m_feed->refresh();
}

QWidget* RunsPage::makeBelow() {
    auto* below = new QSplitter(Qt::Horizontal);
    below->setChildrenCollapsible(false);
    below->setHandleWidth(space(3));
    auto* charts = new QWidget(below);
    auto* layout = new QVBoxLayout(charts);
    layout->setContentsMargins(0, 0, 0, 0);
    m_hint = new QLabel(tr("Choose runs to see their curves here; several lie over each other. An open eye keeps a run's curves."), charts);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_hint, 1);
    layout->addWidget(m_charts, 1);
    below->addWidget(charts);
    below->addWidget(m_compare);
    below->setStretchFactor(0, 3);
    below->setStretchFactor(1, 2);
    m_compare->setMinimumWidth(space(84));
    m_compare->hide();
    return below;
}

void RunsPage::connectActs() {
    context().actions.attach(m_table, ActionContext::Runs);
    for (const char* id : {"compare-next", "compare-previous", "runs-compare"}) m_compare->addAction(context().actions.action(id));
    const auto on = [this](const char* id, auto act) { connect(context().actions.action(id), &QAction::triggered, this, act); };
    on("runs-eye", [this] { toggleEyes(); });
    on("runs-archive", [this] {
        if (m_archive->isEnabled()) archiveRuns();
    });
    on("runs-compare", [this] { m_compare->isVisible() ? m_compare->hide() : compareRuns(); });
    on("runs-rename", [this] { edit(RunsModel::Name); });
    on("runs-tag", [this] { edit(RunsModel::Tags); });
    on("compare-next", [this] { m_compare->next(); });
    on("compare-previous", [this] { m_compare->previous(); });
    connect(m_compare, &RunsCompare::closeRequested, m_compare, &QWidget::hide);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == RunsModel::Eye) toggleEye(m_model->runAt(index.row()));
    });
}

void RunsPage::connectEdits() {
    const auto* delegate = static_cast<RunsDelegate*>(m_table->itemDelegate());
    connect(delegate, &RunsDelegate::editing, m_feed, &RunsFeed::hold);
    connect(m_model, &RunsModel::renamed, this, [this](session::RunId run, const QString& name) {
        submit(session::AnnotateRun{run, name.toStdString(), {}, {}, {}});
    });
    connect(m_model, &RunsModel::retagged, this, [this](session::RunId run, const QStringList& tags) {
        std::vector<std::string> texts;
        for (const QString& tag : tags) texts.push_back(tag.toStdString());
        submit(session::AnnotateRun{run, {}, {}, std::move(texts), {}});
    });
}

void RunsPage::find() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

QWidget* RunsPage::makeBar() {
    auto* bar = new QWidget(this);
    m_filter = new QLineEdit(bar);
    m_filter->setPlaceholderText(tr("Filter by name, tag or status (regular expression)"));
    m_filter->setAccessibleName(tr("Filter runs"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(QStringLiteral("search"), IconTone::Muted), QLineEdit::LeadingPosition);
    m_filter->setMinimumWidth(space(60));
    m_filterNote = new QLabel(bar);
    m_filterNote->setTextFormat(Qt::PlainText);
    m_archived = new QToolButton(bar);
    m_archived->setText(tr("Archive"));
    m_archived->setIcon(icon(QStringLiteral("archive"), IconTone::Muted));
    m_archived->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_archived->setObjectName(QStringLiteral("runs-show-archive"));
    m_archived->setCheckable(true);
    m_archived->setToolTip(tr("Show archived runs instead. Only archived runs can be deleted."));
    m_open = makeButton(QStringLiteral("runs-open"), tr("Open"), QStringLiteral("live"), &RunsPage::openRun);
    m_setup = makeButton(QStringLiteral("runs-setup"), tr("Use setup"), QStringLiteral("copy"), &RunsPage::openSetup);
    m_compareButton = makeButton(QStringLiteral("runs-compare"), tr("Compare"), QStringLiteral("table"), &RunsPage::compareRuns);
    m_resume = makeButton(QStringLiteral("runs-resume"), tr("Resume"), QStringLiteral("resume"), &RunsPage::resumeRun);
    m_stop = makeButton(QStringLiteral("runs-stop"), tr("Stop"), QStringLiteral("stop"), &RunsPage::stopRun);
    m_report = makeButton(QStringLiteral("runs-report"), tr("Report…"), QStringLiteral("export"), &RunsPage::exportReport);
    m_archive = makeButton(QStringLiteral("runs-archive"), tr("Archive"), QStringLiteral("archive"), &RunsPage::archiveRuns);
    m_delete = makeButton(QStringLiteral("runs-delete"), tr("Delete"), QStringLiteral("trash"), &RunsPage::deleteRuns);
    m_delete->setProperty("look", QStringLiteral("danger"));
    m_delete->setIcon(icon(QStringLiteral("trash"), IconTone::Danger));
    auto* search = new QHBoxLayout;
    search->setSpacing(space(2));
    search->addWidget(m_filter, 2);
    search->addWidget(m_archived);
    search->addWidget(m_filterNote, 1);
    auto* acts = new QHBoxLayout;
    acts->setSpacing(space(2));
    for (auto* button : {m_open, m_resume, m_stop, m_compareButton, m_setup, m_report}) acts->addWidget(button);
    acts->addStretch(1);
    for (auto* button : {m_archive, m_delete}) acts->addWidget(button);
    auto* layout = new QVBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space(2));
    layout->addLayout(search);
    layout->addLayout(acts);
    return bar;
}

QPushButton* RunsPage::makeButton(const QString& name, const QString& text, const QString& iconName, void (RunsPage::*act)()) {
    auto* button = new QPushButton(icon(iconName), text, this);
    button->setObjectName(name);
    button->setAccessibleName(text);
    connect(button, &QPushButton::clicked, this, act);
    return button;
}

QWidget* RunsPage::makeTable() {
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new RunsDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setAlternatingRowColors(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setAccessibleName(tr("Runs"));
    m_table->setObjectName(QStringLiteral("runs-table"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers); // by their acts; a double click opens
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(space(8));
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    auto* header = new RunsHeader(m_table);
    m_table->setHorizontalHeader(header);
    header->setHighlightSections(false);
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setSortIndicator(RunsModel::Created, Qt::DescendingOrder);
    constexpr int kWidths[RunsModel::ColumnCount] = {9, 14, 56, 36, 22, 34, 30, 30, 36, 46};
    for (int column = 0; column < RunsModel::ColumnCount; ++column) m_table->setColumnWidth(column, space(kWidths[column]));
    header->setSectionResizeMode(RunsModel::Name, QHeaderView::Stretch);
    header->setSectionResizeMode(RunsModel::Eye, QHeaderView::Fixed);
    header->setMinimumSectionSize(space(9));
    m_table->setMinimumHeight(space(24));
    return m_table;
}

void RunsPage::makeConnections() {
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    m_curves.setSingleShot(true);
    m_curves.setInterval(kCurvesMs);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, [this] { m_feed->setFilter(m_filter->text()); });
    connect(&m_curves, &QTimer::timeout, this, &RunsPage::showCurves);
    connect(m_archived, &QToolButton::toggled, m_feed, &RunsFeed::setArchived);
    connect(m_feed, &RunsFeed::filterRejected, this, [this](const QString& why) {
        m_filter->setProperty("invalid", true);
        m_filter->update();
        m_filterNote->setText(why);
    });
    connect(m_feed, &RunsFeed::refreshed, this, &RunsPage::restoreSelection);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_restoring) onSelection();
    });
    connect(m_table, &QTableView::activated, this, &RunsPage::openRun);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &RunsPage::sortBy);
    connect(&context().bridge, &EngineBridge::runChanged, this, [this](session::RunId run) {
        const auto drawn = drawnRuns();
        const bool shown = std::find(drawn.begin(), drawn.end(), run) != drawn.end();
        if (shown && isVisible() && !m_curves.isActive()) m_curves.start();
    });
    connect(m_charts, &ChartStack::exportRequested, this,
            [this](LineChart* chart, ChartExport kind) { exportChart(*chart, kind, context().dialogs, context().log); });
    connect(m_charts, &ChartStack::hovered, m_charts, &ChartStack::setHighlighted);
    m_table->setMouseTracking(true);
    connect(m_table, &QTableView::entered, this, [this](const QModelIndex& index) {
        const auto run = m_model->runAt(index.row());
        const auto drawn = drawnRuns();
        const bool shown = drawn.size() > 1 && std::find(drawn.begin(), drawn.end(), run) != drawn.end();
        m_charts->setHighlighted(shown ? index.data(RunsModel::OrdinalRole).toInt() : -1);
    });
    connect(m_table, &QTableView::viewportEntered, this, [this] { m_charts->setHighlighted(-1); });
}

void RunsPage::activated() {
    m_feed->refresh();
    showCurves();
}

std::vector<session::RunId> RunsPage::selectedRuns() const { return m_selected; }

void RunsPage::select(const std::vector<session::RunId>& runs) {
    QItemSelection selection;
    for (const auto run : runs)
        if (const auto index = m_model->indexOf(run); index.isValid()) selection.select(index, index);
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

/// A reset of the model drops the selection; it belongs to the runs, not to the rows.
void RunsPage::restoreSelection() {
    m_filter->setProperty("invalid", false);
    m_filter->update();
    const auto count = static_cast<int>(m_model->rows().size());
    m_filterNote->setText(pluralText(count, tr("1 run"), tr("%1 runs")));
    m_restoring = true;
    select(m_selected);
    m_restoring = false;
    onSelection();
}

void RunsPage::onSelection() {
    auto rows = m_table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    std::vector<session::RunId> selected;
    for (const auto& row : rows) selected.push_back(m_model->runAt(row.row()));
    const bool same = selected == m_selected;
    m_selected = std::move(selected);
    updateButtons();
    if (same) return;
    m_model->setShown(drawnRuns());
    openViews();
    showCurves();
}

std::vector<session::RunId> RunsPage::drawnRuns() const { return m_eyes.empty() ? m_selected : m_eyes; }

/// Opens the eyes of the chosen runs, or closes them if all are open.
void RunsPage::toggleEyes() {
    const auto open = [this](session::RunId run) { return std::find(m_eyes.begin(), m_eyes.end(), run) != m_eyes.end(); };
    const bool all = std::all_of(m_selected.begin(), m_selected.end(), open);
    for (const auto run : m_selected) {
        std::erase(m_eyes, run);
        if (!all) m_eyes.push_back(run);
    }
    applyEyes();
}

void RunsPage::toggleEye(session::RunId run) {
    if (std::erase(m_eyes, run) == 0) m_eyes.push_back(run);
    applyEyes();
}

void RunsPage::applyEyes() {
    m_model->setKept(m_eyes);
    m_model->setShown(drawnRuns());
    openViews();
    showCurves();
}

void RunsPage::compareRuns() {
    if (m_selected.size() > 1) {
        m_eyes = m_selected;
        applyEyes();
    }
    if (drawnRuns().size() < 2) return say(tr("Choose two runs or more to compare them."));
    if (!m_compare->isVisible()) {
        m_compare->show();
        auto* split = qobject_cast<QSplitter*>(m_compare->parentWidget());
        const int width = split ? split->width() : 0;
        if (split && m_compare->width() < width / 3) split->setSizes({width * 5 / 9, width * 4 / 9});
    }
    showCurves();
}

void RunsPage::edit(int column) {
    QModelIndex row = m_table->currentIndex();
    if (m_selected.size() == 1) row = m_model->indexOf(m_selected.front());
    if (row.isValid()) m_table->edit(m_model->index(row.row(), column));
}

void RunsPage::openSetup() {
    if (m_selected.size() != 1) return;
    if (const auto view = context().bridge.view(m_selected.front())) context().keeper.openRun(*view);
}

void RunsPage::updateButtons() {
    const auto count = m_selected.size();
    const auto* only = count == 1 ? m_model->row(m_selected.front()) : nullptr;
    const auto state = only ? stateOfStatus(only->status) : session::RunState::Running;
    const bool queued = only && isOffered(RunAct::StartNow, state);
    const auto set = [](QPushButton* button, bool on, const QString& why) {
        button->setEnabled(on);
        button->setToolTip(on ? QString() : why);
    };
    const auto one = tr("Select one run.");
    set(m_open, only, one);
    set(m_setup, only, one);
    set(m_compareButton, count > 1 || m_eyes.size() > 1, tr("Choose two runs or more."));
    const bool resumable = only && !only->elsewhere && (queued || isOffered(RunAct::Resume, state));
    set(m_resume, resumable, only ? whyNot(RunAct::Resume, state) : one);
    m_resume->setText(only ? actText(queued ? RunAct::StartNow : RunAct::Resume, state) : tr("Resume"));
    set(m_stop, only && (isOffered(RunAct::Stop, state) || isOffered(RunAct::Cancel, state)), only ? whyNot(RunAct::Stop, state) : one);
    set(m_report, count > 0, tr("Select the runs of the report."));
    const bool archive = m_feed->archived();
    const bool ended = std::all_of(m_selected.begin(), m_selected.end(), [&](session::RunId run) {
        const auto* row = m_model->row(run);
        return row && !isActiveState(stateOfStatus(row->status));
    });
    set(m_archive, count > 0 && ended, count ? tr("An active run can't be archived.") : tr("Select runs first."));
    m_archive->setText(archive ? tr("Take back") : tr("Archive"));
    set(m_delete, archive && count > 0, archive ? tr("Select runs first.") : tr("Only archived runs can be deleted."));
    m_delete->setVisible(archive);
}

void RunsPage::openViews() {
    std::vector<session::RunId> wanted = drawnRuns();
    wanted.insert(wanted.end(), m_selected.begin(), m_selected.end());
    for (const auto run : wanted) {
        if (context().bridge.view(run)) continue;
        context().bridge.askFor<session::RunOpened>(session::OpenRun{run}, this, [this](const session::RunOpened&) { m_curves.start(0); });
    }
}

void RunsPage::showCurves() {
    m_curves.setInterval(kCurvesMs);
    std::vector<std::shared_ptr<const session::RunView>> views;
    const auto drawn = drawnRuns();
    for (const auto run : drawn)
        if (auto view = context().bridge.view(run); view && views.size() < kMostOverlaid) views.push_back(std::move(view));
    m_hint->setVisible(drawn.empty());
    m_charts->setVisible(!drawn.empty());
    m_charts->setRuns(views);
    if (drawn.size() < 2) m_compare->hide();
    if (m_compare->isVisible()) m_compare->setRuns(views);
}

void RunsPage::sortBy(int column, Qt::SortOrder order) { m_feed->setSort(column, order); }

void RunsPage::openRun() {
    if (m_selected.size() != 1) return;
    context().focus.setRun(m_selected.front());
    if (context().showPage) context().showPage(QStringLiteral("live"));
}

void RunsPage::resumeRun() {
    if (m_selected.size() != 1) return;
    const auto* row = m_model->row(m_selected.front());
    if (!row) return;
    if (stateOfStatus(row->status) != session::RunState::Completed) {
        const WriterSigns signs{row->id, stateOfStatus(row->status), row->otherHost, row->lastBeatWall};
        return askToResume(signs, context().dialogs, this, [this, run = row->id] {
            context().focus.setRun(run);
            if (context().showPage) context().showPage(QStringLiteral("live"));
            submit(session::ResumeRun{run, {}, {}});
        });
    }
    const auto view = context().bridge.view(row->id);
    const bool epochs = view && view->progress.epoch > 0;
    const std::int64_t steps = view ? view->progress.steps : row->steps; // the list may lag behind
    const ExtendFrom from{row->id, steps, epochs ? static_cast<double>(view->progress.step) / view->progress.epoch : 0};
    askToExtend(from, context().dialogs, this, [this](const session::ResumeRun& command) {
        context().focus.setRun(command.run);
        if (context().showPage) context().showPage(QStringLiteral("live"));
        submit(command);
    });
}

void RunsPage::stopRun() {
    if (m_selected.size() == 1) submit(session::Stop{m_selected.front()});
}

void RunsPage::exportReport() {
    FileRequest request;
    request.title = tr("Export a report");
    request.filters = {tr("Report (*.html)"), tr("Table (*.csv)"), tr("Data (*.json)")};
    request.suffix = QStringLiteral("html");
    request.suggestedName = m_selected.size() == 1 ? QStringLiteral("run-%1.html").arg(m_selected.front()) : QStringLiteral("runs.html");
    context().dialogs.saveFile(request, this, [this, runs = m_selected](const QString& path) {
        if (path.isEmpty()) return;
        context().bridge.askFor<session::FileWritten>(
            session::ExportReport{runs, path.toStdString()}, this,
            [this](const session::FileWritten& file) { say(tr("Wrote %1").arg(QString::fromStdString(file.path))); },
            EngineBridge::Keep::All,
            [this](const Error& error) {
                context().dialogs.tell(QStringLiteral("report-failed"), tr("The report could not be written"),
                                       QString::fromStdString(error.text()), this, QString::fromStdString(error.hint()));
            });
    });
}

void RunsPage::archiveRuns() {
    for (const auto run : m_selected) submit(session::AnnotateRun{run, {}, {}, {}, !m_feed->archived()});
}

void RunsPage::deleteRuns() {
    Question question;
    question.id = QStringLiteral("delete-runs");
    question.title = pluralText(static_cast<qint64>(m_selected.size()), tr("Delete this run for good?"), tr("Delete %1 runs for good?"));
    question.text = tr("Their curves, checkpoints and weights are removed from the disk.");
    question.choices = {{QStringLiteral("delete"), tr("Delete"), Choice::Kind::Danger},
                        {QStringLiteral("keep"), tr("Keep"), Choice::Kind::Primary}};
    question.escape = QStringLiteral("keep");
    context().dialogs.ask(question, this, [this, runs = m_selected](const QString& choice) {
        if (choice != QLatin1String("delete")) return;
        for (const auto run : runs) submit(session::DeleteRun{run});
    });
}

void RunsPage::submit(session::Command command) {
    context().bridge.submit(std::move(command), this, [this](const EngineBridge::Outcome& outcome) {
        if (!outcome.ok()) say(QString::fromStdString(outcome.error().message()));
    });
}

void RunsPage::say(const QString& text) {
    m_filterNote->setText(text);
    if (context().log) context().log(text);
}

} // namespace lockstep::ui
