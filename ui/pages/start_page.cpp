#include "ui/pages/start_page.h"

#include "spec/templates.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"
#include "ui/models/runs_model.h"
#include "ui/pages/start_page_row.h"
#include "ui/pages/start_page_tile.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/action_table.h"
#include "ui/shell/card.h"
#include "ui/shell/run_focus.h"
#include "ui/shell/settings.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {

constexpr std::size_t kRecentRuns = 6;

QString templateIcon(spec::TemplateTask task) {
    switch (task) {
    case spec::TemplateTask::Images: return "image";
    case spec::TemplateTask::Tables: return "table";
    case spec::TemplateTask::Sequences: return "chart";
    case spec::TemplateTask::Text: return "document";
    case spec::TemplateTask::Speed: break;
    }
    return "speed";
}

void clear(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide(); // it lives until the events that are under way have been heard
            widget->deleteLater();
        }
        delete item;
    }
}

QLabel* heading(const QString& text, double size) {
    auto* label = new QLabel(text);
    label->setFont(scaledFont(size, true));
    return label;
}

QString runDetail(const session::RunRow& row) {
    QStringList parts{stateText(stateOfStatus(row.status))};
    if (row.steps > 0) parts << StartPage::tr("%1 of %2 steps").arg(countText(row.step), countText(row.steps));
    if (row.bestValidation)
        parts << StartPage::tr("best %1").arg(row.bestMetric.empty() ? StartPage::tr("loss %1").arg(numberText(row.bestValidation))
                                                                     : bestText(row));
    return parts.join(QString::fromUtf8(" · "));
}

} // namespace

StartPage::StartPage(const StudioContext& context, QWidget* parent) : Page(context, parent) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(scroll);
    auto* content = new QWidget;
    auto* centred = new QHBoxLayout(content);
    centred->setContentsMargins(space(8), space(7), space(8), space(8));
    auto* column = new QWidget;
    column->setMaximumWidth(space(330));
    centred->addWidget(column);
    m_column = new QVBoxLayout(column);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(space(5));
    m_column->addWidget(buildHead());
    auto* columns = new QHBoxLayout;
    columns->setSpacing(space(6));
    columns->addWidget(buildTemplates(), 5);
    auto* side = new QVBoxLayout;
    side->setSpacing(space(4));
    m_runs = new TitledCard(tr("Recent runs"));
    m_files = new TitledCard(tr("Recent files"));
    side->addWidget(m_runs);
    side->addWidget(m_files);
    side->addStretch(1);
    columns->addLayout(side, 3);
    m_column->addLayout(columns);
    m_column->addStretch();
    scroll->setWidget(content);

    connect(&context.bridge, &EngineBridge::runListChanged, this, [this] {
        if (isVisible()) activated();
    });
    connect(&context.keeper, &SetupKeeper::recoveriesFound, this, &StartPage::showRecoveries);
    showRuns({});
    showFiles();
}

QWidget* StartPage::buildHead() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    auto* names = new QVBoxLayout;
    names->setSpacing(space(1));
    names->addWidget(heading(tr("What will you train?"), 1.8));
    names->addWidget(mutedLabel(tr("Pick a template, open a document, or drop one anywhere in the window.")));
    row->addLayout(names);
    row->addStretch();
    for (const char* id : {"open", "new"}) {
        QAction* action = context().actions.action(id);
        auto* button = new QPushButton(icon(id, IconTone::Text), QString(action->text()).remove('&'));
        button->setObjectName(QString("start-page-") + id);
        button->setToolTip(action->toolTip());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        row->addWidget(button, 0, Qt::AlignBottom);
    }
    return head;
}

QWidget* StartPage::buildTemplates() {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space(3));
    const auto section = [&](const QString& title, spec::TemplateTask task) {
        auto* tiles = new TileGrid(space(70), space(3));
        for (const spec::TemplateInfo& info : spec::templates()) {
            if (info.task != task) continue;
            const QString name = QString::fromUtf8(info.name.data(), static_cast<qsizetype>(info.name.size()));
            auto* tile = new Tile(templateIcon(task), QString::fromUtf8(info.title.data(), static_cast<qsizetype>(info.title.size())),
                                  QString::fromUtf8(info.description.data(), static_cast<qsizetype>(info.description.size())));
            tile->setObjectName("template-" + name);
            connect(tile, &QAbstractButton::clicked, this, [this, name] { context().keeper.newFromTemplate(name); });
            tiles->addWidget(tile);
        }
        if (tiles->count() == 0) return delete tiles;
        column->addWidget(heading(title, 1.1));
        column->addLayout(tiles);
        column->addSpacing(space(2));
    };
    section(tr("Images"), spec::TemplateTask::Images);
    section(tr("Tables"), spec::TemplateTask::Tables);
    section(tr("Sequences"), spec::TemplateTask::Sequences);
    section(tr("Text"), spec::TemplateTask::Text);
    section(tr("Standard workloads, for measuring speed"), spec::TemplateTask::Speed);
    column->addStretch();
    return box;
}

void StartPage::activated() {
    showFiles();
    context().bridge.askFor<session::RunList>(
        session::ListRuns{}, this, [this](const session::RunList& list) { showRuns(list); }, EngineBridge::Keep::Newest);
}

void StartPage::showRuns(const session::RunList& list) {
    clear(m_runs->body());
    if (list.rows.empty()) {
        auto* none = mutedLabel(tr("Runs appear here once something was trained, by this window or by the command line."));
        none->setWordWrap(true);
        m_runs->body()->addWidget(none);
        return;
    }
    for (std::size_t i = 0; i < std::min(kRecentRuns, list.rows.size()); ++i) {
        const session::RunRow& run = list.rows[i];
        const QString name = run.name.empty() ? tr("Run %1").arg(run.id) : QString::fromStdString(run.name);
        auto* row = new StartRow(name, runDetail(run), Theme::instance().runColor(run.ordinal));
        row->setObjectName(QString("recent-run-%1").arg(run.id));
        connect(row, &QAbstractButton::clicked, this, [this, id = run.id] {
            context().focus.setRun(id);
            context().showPage("live");
        });
        m_runs->body()->addWidget(row);
    }
}

void StartPage::showFiles() {
    clear(m_files->body());
    const QStringList files = context().settings.recentFiles();
    if (files.isEmpty()) {
        auto* none = mutedLabel(tr("No files yet."));
        m_files->body()->addWidget(none);
        return;
    }
    for (const QString& path : files) {
        auto* row = new StartRow(QFileInfo(path).fileName(), QFileInfo(path).absolutePath(), {});
        row->setToolTip(path);
        connect(row, &QAbstractButton::clicked, this, [this, path] { context().keeper.openFile(path); });
        m_files->body()->addWidget(row);
    }
}

void StartPage::showRecoveries(const std::vector<SwapFile>& swaps) {
    delete m_recovery;
    m_recovery = new TitledCard(tr("Unsaved work was found"));
    m_recovery->setObjectName("recovery");
    m_recovery->setSubtitle(tr("The program ended without saving it. What you leave stays for the next start."));
    for (const SwapFile& swap : swaps) {
        auto* line = new QWidget;
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        QString text = tr("%1, last edited %2").arg(swap.name, QLocale().toString(swap.written, QLocale::ShortFormat));
        if (swap.originalChanged) text += tr("; the file itself was changed since. Restoring leaves it as it is until you save.");
        auto* label = new QLabel(text);
        label->setWordWrap(true);
        label->setToolTip(swap.original);
        auto* restore = new QPushButton(tr("Restore"));
        restore->setProperty("look", "primary");
        auto* discard = new QPushButton(tr("Discard"));
        discard->setProperty("look", "danger");
        connect(restore, &QPushButton::clicked, this, [this, swap, line] {
            context().keeper.restore(swap);
            line->hide();
        });
        connect(discard, &QPushButton::clicked, this, [this, swap, line = QPointer<QWidget>(line)] {
            context().keeper.discard(swap, [line] {
                if (line) line->hide();
            });
        });
        row->addWidget(label, 1);
        row->addWidget(restore);
        row->addWidget(discard);
        m_recovery->body()->addWidget(line);
    }
    m_column->insertWidget(1, m_recovery);
}

} // namespace lockstep::ui
