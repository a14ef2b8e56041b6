#include "ui/pages/runs_page_compare.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/setup/json_diff.h"
#include "ui/setup/problem_place.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>

namespace lockstep::ui {

namespace {

void addDocument(const std::shared_ptr<const std::string>& text, const std::string& prefix, std::map<std::string, QString>& out) {
    if (!text) return;
    const auto json = spec::parseJson(*text, "");
    if (!json.ok()) return;
    for (auto& [path, value] : flatJson(*json)) {
        const bool model = prefix.empty() && path.rfind("model", 0) == 0;
        if (!model) out[prefix + path] = value;
    }
}

/// The resolved document has every default in it: what was written and what was left out compare as they act.
std::map<std::string, QString> valuesOf(const session::RunView& run) {
    std::map<std::string, QString> out;
    addDocument(run.resolvedDocument ? run.resolvedDocument : run.runDocument, {}, out);
    addDocument(run.modelDocument, "model.", out);
    for (const char* unread : {"format", "name", "notes", "tags", "model.format"}) out.erase(unread);
    return out;
}

QTableWidgetItem* cell(const QString& text, bool strong) {
    auto* item = new QTableWidgetItem(text);
    item->setToolTip(text);
    item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
    if (strong) item->setFont(scaledFont(1, true));
    return item;
}

} // namespace

RunsCompare::RunsCompare(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_only(new QCheckBox(tr("Only differences"))), m_table(new QTableWidget) {
    setObjectName(QStringLiteral("runs-compare-pane"));
    m_title->setFont(scaledFont(1, true));
    m_title->setObjectName(QStringLiteral("compare-title"));
    m_only->setObjectName(QStringLiteral("compare-only"));
    m_only->setChecked(true);
    auto* close = new QToolButton;
    close->setIcon(icon(QStringLiteral("close"), IconTone::Muted));
    close->setAutoRaise(true);
    close->setMinimumSize(targetSize(), targetSize());
    close->setToolTip(tr("Close the comparison"));
    close->setAccessibleName(close->toolTip());
    m_table->setAccessibleName(tr("Settings of the compared runs"));
    m_table->setObjectName(QStringLiteral("compare-table"));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(space(7));
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setWordWrap(false);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_only);
    head->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space(1.5));
    column->addLayout(head);
    column->addWidget(m_table, 1);
    connect(m_only, &QCheckBox::toggled, this, &RunsCompare::fill);
    connect(close, &QToolButton::clicked, this, &RunsCompare::closeRequested);
}

void RunsCompare::setRuns(const std::vector<std::shared_ptr<const session::RunView>>& runs) {
    std::vector<std::pair<std::int64_t, std::uint64_t>> key;
    key.reserve(runs.size());
    for (const auto& run : runs) key.emplace_back(run->id, reinterpret_cast<std::uintptr_t>(run->resolvedDocument.get()));
    if (key == m_key) return; // documents do not change while curves grow
    m_key = std::move(key);
    m_names.clear();
    m_values.clear();
    for (const auto& run : runs) {
        m_names.push_back(run->name.empty() ? tr("run %1").arg(run->id) : QString::fromStdString(run->name));
        m_values.push_back(valuesOf(*run));
    }
    fill();
}

void RunsCompare::fill() {
    std::set<std::string> paths;
    for (const auto& values : m_values)
        for (const auto& [path, value] : values) paths.insert(path);
    m_table->clear();
    m_table->setRowCount(0);
    m_table->setColumnCount(static_cast<int>(m_names.size()) + 1);
    QStringList heads{tr("Setting")};
    for (std::size_t i = 0; i < m_names.size(); ++i) heads << (i == 0 ? tr("%1 (base)").arg(m_names[i]) : m_names[i]);
    m_table->setHorizontalHeaderLabels(heads);
    m_different.clear();
    for (const std::string& path : paths) {
        std::vector<QString> texts;
        for (const auto& values : m_values) {
            const auto found = values.find(path);
            texts.push_back(found == values.end() ? QString::fromUtf8("–") : found->second);
        }
        const bool differs = std::any_of(texts.begin(), texts.end(), [&](const QString& text) { return text != texts.front(); });
        if (!differs && m_only->isChecked()) continue;
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        m_table->setItem(row, 0, cell(placeText(QString::fromStdString(path)), false));
        for (std::size_t i = 0; i < texts.size(); ++i)
            m_table->setItem(row, static_cast<int>(i) + 1, cell(texts[i], differs && i > 0 && texts[i] != texts.front()));
        if (differs) m_different.push_back(row);
    }
    // Readable columns first: more runs than fit are scrolled to.
    auto* header = m_table->horizontalHeader();
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setTextElideMode(Qt::ElideRight);
    for (int column = 0; column < m_table->columnCount(); ++column) {
        m_table->setColumnWidth(column, column == 0 ? space(44) : space(30));
        m_table->horizontalHeaderItem(column)->setToolTip(heads[column]);
    }
    header->setStretchLastSection(true);
    m_title->setText(pluralText(differenceCount(), tr("1 setting differs"), tr("%1 settings differ")));
}

void RunsCompare::next() { move(1); }

void RunsCompare::previous() { move(-1); }

void RunsCompare::move(int direction) {
    if (m_different.empty()) return;
    const int at = m_table->currentRow();
    int target = direction > 0 ? m_different.front() : m_different.back();
    for (const int row : m_different) {
        if (direction > 0 && row > at) {
            target = row;
            break;
        }
        if (direction < 0 && row < at) target = row;
    }
    m_table->setCurrentCell(target, 0);
}

} // namespace lockstep::ui
