#include "ui/pages/live_page_log.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QBoxLayout>
#include <QDateTime>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QToolButton>

namespace lockstep::ui {

namespace {

struct KindIcon {
    const char *kind, *icon;
    IconTone tone;
};

constexpr KindIcon kIcons[] = {
    {"checkpoint", "checkpoint", IconTone::Muted}, {"evaluate", "evaluate", IconTone::Muted}, {"pause", "pause", IconTone::Muted},
    {"resume", "resume", IconTone::Muted},         {"stop", "stop", IconTone::Muted},         {"edit", "settings", IconTone::Accent},
    {"alarm", "warning", IconTone::Warning},       {"alert", "warning", IconTone::Warning},   {"fail", "error", IconTone::Danger},
    {"finish", "check", IconTone::Success}};

QIcon iconOf(const std::string& kind) {
    for (const auto& row : kIcons)
        if (kind == row.kind) return icon(QLatin1String(row.icon), row.tone);
    return icon(QStringLiteral("info"), IconTone::Muted);
}

/// The step stands before the text already.
QString withoutStep(const session::RunEvent& event) {
    const QString text = QString::fromStdString(event.text);
    return session::isHint(event) ? QString(text).remove(QStringLiteral(" at step %1").arg(event.step)) : text;
}

QString lineOf(const session::RunEvent& event) {
    const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(event.wall * 1000)).time();
    return LiveLog::tr("%1  %2: %3").arg(QLocale().toString(time, QStringLiteral("HH:mm:ss")), countText(event.step), withoutStep(event));
}

} // namespace

LiveLog::LiveLog(QWidget* parent)
    : QWidget(parent), m_list(new QListView(this)), m_model(new QStandardItemModel(this)), m_toTail(new QToolButton(this)),
      m_hintCount(new QLabel(this)) {
    m_list->setModel(m_model);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setSpacing(0);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Events of the run"));
    m_list->setIconSize({iconSize(), iconSize()});
    m_toTail->setIcon(icon(QStringLiteral("chevron-down"), IconTone::Muted));
    m_toTail->setAutoRaise(true);
    m_toTail->setToolTip(tr("Show the newest event and follow"));
    m_toTail->setAccessibleName(m_toTail->toolTip());
    m_toTail->setVisible(false);
    auto* title = new QLabel(tr("Events"), this);
    title->setFont(scaledFont(1.0, true));
    auto* head = new QHBoxLayout;
    m_hintCount->setObjectName(QStringLiteral("live-hints"));
    m_hintCount->setForegroundRole(QPalette::PlaceholderText);
    m_hintCount->setFont(scaledFont(0.9));
    m_hintCount->setToolTip(tr("Warnings by a rule of thumb, such as spikes of the gradient norm. Healthy runs have some of them."));
    m_hintCount->hide();
    head->addWidget(title, 1);
    head->addWidget(m_hintCount);
    head->addWidget(m_toTail);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space(1));
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    connect(m_toTail, &QToolButton::clicked, this, [this] {
        m_follow = true;
        scrollToTail();
    });
    connect(m_list->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (m_scrolling) return;
        m_follow = value >= m_list->verticalScrollBar()->maximum();
        m_toTail->setVisible(!m_follow);
    });
    connect(m_list->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_follow) scrollToTail();
    });
}

void LiveLog::clear() {
    m_model->clear();
    m_count = m_hints = 0;
    m_run = 0;
    m_follow = true;
}

void LiveLog::show(const session::RunView& view) {
    if (view.id != m_run || (view.events && view.events->size() < m_count)) clear();
    m_run = view.id;
    if (!view.events) return showHints();
    for (; m_count < view.events->size(); ++m_count) {
        const auto& event = (*view.events)[m_count];
        const bool hint = session::isHint(event);
        m_hints += hint;
        auto* item = new QStandardItem(hint ? icon(QStringLiteral("warning"), IconTone::Muted) : iconOf(event.kind), lineOf(event));
        item->setToolTip(tr("Step %1: %2").arg(countText(event.step), QString::fromStdString(event.text)));
        m_model->appendRow(item);
    }
    showHints();
    if (m_follow) scrollToTail();
}

void LiveLog::showHints() {
    m_hintCount->setVisible(m_hints > 0);
    m_hintCount->setText(pluralText(static_cast<qint64>(m_hints), tr("1 warning"), tr("%1 warnings")));
}

void LiveLog::scrollToTail() {
    m_scrolling = true;
    m_list->scrollToBottom();
    m_scrolling = false;
    m_toTail->setVisible(!m_follow);
}

} // namespace lockstep::ui
