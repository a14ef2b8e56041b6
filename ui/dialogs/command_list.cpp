#include "ui/dialogs/command_list.h"

#include "ui/setup/json_path.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/action_table.h"
#include "ui/shell/page.h"
#include "ui/theme/metrics.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {

/// All words, each somewhere in the text.
bool matches(const QString& text, const QString& letters) {
    const QStringList words = letters.split(' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

CommandList::CommandList(const StudioContext& context, QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Commands"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space(3), space(3), space(3), space(3));
    m_line = new QLineEdit;
    m_line->setPlaceholderText(tr("Type a command, a layer or a field"));
    m_line->setAccessibleName(tr("Command"));
    m_line->installEventFilter(this);
    m_list = new QListWidget;
    m_list->setObjectName("commands");
    m_list->setAccessibleName(tr("Matching commands"));
    m_list->setFrameShape(QFrame::NoFrame);
    column->addWidget(m_line);
    column->addWidget(m_list);
    collect(context);
    connect(m_line, &QLineEdit::textChanged, this, &CommandList::filter);
    connect(m_line, &QLineEdit::returnPressed, this, &CommandList::runCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &CommandList::runCurrent);
    filter({});
    resize(space(130), space(100));
}

void CommandList::collect(const StudioContext& context) {
    for (const ActionSpec& spec : actionSpecs()) {
        QAction* action = context.actions.action(spec.id);
        if (spec.context != ActionContext::Window || !action->isVisible() || QString(spec.id) == "commands") continue;
        m_entries.push_back({QString(action->text()).remove('&'), action->shortcut().toString(QKeySequence::NativeText),
                             [action] { action->trigger(); }, action->isEnabled()});
    }
    const auto go = [reveal = context.reveal](const QString& place) { return [reveal, place] { reveal(place); }; };
    const spec::Json* model = modelOf(*context.setup.current());
    const spec::Json* layers = model ? model->find("layers") : nullptr;
    if (layers)
        for (const spec::Json& layer : layers->items) {
            const QString id = textAt(layer, "id");
            m_entries.push_back({tr("Layer %1").arg(id), textAt(layer, "type"), go("layer:" + id)});
        }
    for (const char* place : {"data.source", "data.batch_size", "data.split", "optimizer.type", "optimizer.lr", "schedule.type", "steps",
                              "epochs", "seed", "clip_grad_norm", "accumulate", "device", "evaluate_every", "checkpoint.every_steps"})
        m_entries.push_back(
            {tr("Field %1").arg(QString(place).replace('_', ' ').replace('.', QString::fromUtf8(" › "))), tr("Run page"), go(place)});
}

void CommandList::filter(const QString& letters) {
    m_list->clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QString text = entry.detail.isEmpty() ? entry.text : entry.text + QString::fromUtf8("    ") + entry.detail;
        if (!matches(text, letters)) continue;
        auto* item = new QListWidgetItem(text, m_list);
        item->setData(Qt::UserRole, static_cast<int>(i));
        if (!entry.enabled) item->setFlags(Qt::NoItemFlags);
    }
    m_list->setCurrentRow(0);
}

void CommandList::runCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
    const auto run = m_entries[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())].run;
    accept();
    run();
}

bool CommandList::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int row = m_list->currentRow() + (key == Qt::Key_Down ? 1 : -1);
            m_list->setCurrentRow(qBound(0, row, m_list->count() - 1));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace lockstep::ui
