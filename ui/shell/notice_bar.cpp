#include "ui/shell/notice_bar.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep::ui {

namespace {

struct Looks {
    const char* icon;
    IconTone tone;
    QColor strong, soft;
};

Looks looksOf(Notice::Tone tone) {
    const Colors& c = colors();
    switch (tone) {
    case Notice::Tone::Danger: return {"error", IconTone::Danger, c.danger, c.dangerSoft};
    case Notice::Tone::Warning: return {"warning", IconTone::Warning, c.warning, c.warningSoft};
    case Notice::Tone::Info: break;
    }
    return {"info", IconTone::Accent, c.info, c.infoSoft};
}

QLabel* textLabel(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

auto withId(const QString& id) {
    return [&id](const Notice& notice) { return notice.id == id; };
}

} // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent), m_sign(new QLabel), m_text(textLabel("notice-text")), m_hint(textLabel("notice-hint")), m_place(new QLabel),
      m_acts(new QHBoxLayout), m_previous(tool("notice-previous", "chevron-up", tr("Previous notice"))),
      m_next(tool("notice-next", "chevron-down", tr("Next notice"))) {
    setObjectName("notice-bar");
    auto* close = tool("notice-close", "close", tr("Close this notice"));
    m_text->setFont(scaledFont(1.0, true));
    m_place->setObjectName("notice-place");
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_text);
    words->addWidget(m_hint);
    m_acts->setSpacing(space(2));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space(5), space(1.5), space(4), space(1.5));
    row->setSpacing(space(2));
    row->addWidget(m_sign, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    row->addLayout(m_acts);
    for (QWidget* part : std::initializer_list<QWidget*>{m_previous, m_place, m_next, close}) row->addWidget(part);
    connect(m_previous, &QToolButton::clicked, this, [this] { turn(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { turn(1); });
    connect(close, &QToolButton::clicked, this, [this] { remove(QString(m_notices[m_front].id)); });
    connect(&Theme::instance(), &Theme::changed, this, &NoticeBar::drawSign); // a pixmap keeps its colours
    refresh();
}

QToolButton* NoticeBar::tool(const char* name, const char* iconName, const QString& help) {
    auto* button = new QToolButton(this);
    button->setObjectName(QString::fromLatin1(name));
    button->setIcon(icon(QString::fromLatin1(iconName)));
    button->setAutoRaise(true);
    button->setMinimumSize(targetSize(), targetSize());
    button->setToolTip(help);
    button->setAccessibleName(help);
    return button;
}

void NoticeBar::put(const Notice& notice) {
    const auto old = std::find_if(m_notices.begin(), m_notices.end(), withId(notice.id));
    if (old != m_notices.end()) {
        const bool same = old->text == notice.text && old->hint == notice.hint && old->acts.size() == notice.acts.size();
        *old = notice; // its acts are the newest
        if (same && static_cast<std::size_t>(old - m_notices.begin()) != m_front) return;
        return refresh();
    }
    m_notices.push_back(notice);
    m_front = m_notices.size() - 1;
    refresh();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void NoticeBar::remove(const QString& id) {
    const auto old = std::find_if(m_notices.begin(), m_notices.end(), withId(id));
    if (old == m_notices.end()) return;
    const auto at = static_cast<std::size_t>(old - m_notices.begin());
    m_notices.erase(old);
    if (m_front > at || m_front == m_notices.size()) m_front -= m_front > 0;
    refresh();
}

bool NoticeBar::has(const QString& id) const { return std::any_of(m_notices.begin(), m_notices.end(), withId(id)); }

void NoticeBar::turn(int by) {
    const auto count = m_notices.size();
    m_front = (m_front + count + static_cast<std::size_t>(by + static_cast<int>(count))) % count;
    refresh();
}

void NoticeBar::refresh() {
    setVisible(!m_notices.empty());
    if (!m_notices.empty()) show(m_notices[m_front]);
}

void NoticeBar::show(const Notice& notice) {
    m_text->setText(notice.text);
    m_hint->setText(notice.hint);
    m_hint->setVisible(!notice.hint.isEmpty());
    setAccessibleName(notice.hint.isEmpty() ? notice.text : tr("%1. %2").arg(notice.text, notice.hint));
    const bool several = m_notices.size() > 1;
    for (QWidget* part : std::initializer_list<QWidget*>{m_previous, m_place, m_next}) part->setVisible(several);
    m_place->setText(tr("%1 of %2").arg(m_front + 1).arg(m_notices.size()));
    fillActs(notice);
    drawSign();
    update();
}

void NoticeBar::drawSign() {
    if (m_notices.empty()) return;
    const Looks looks = looksOf(m_notices[m_front].tone);
    m_sign->setPixmap(icon(QString::fromLatin1(looks.icon), looks.tone).pixmap(iconSize(), iconSize()));
}

/// The old buttons go later: one of them may be the caller.
void NoticeBar::fillActs(const Notice& notice) {
    while (auto* item = m_acts->takeAt(0)) {
        item->widget()->hide();
        item->widget()->setObjectName({});
        item->widget()->deleteLater();
        delete item;
    }
    QWidget* before = m_sign;
    for (const NoticeAct& act : notice.acts) {
        auto* button = new QPushButton(act.text, this);
        button->setObjectName("notice-" + act.id);
        if (act.primary) button->setProperty("look", "primary");
        button->setMinimumHeight(targetSize());
        button->setToolTip(act.help);
        connect(button, &QPushButton::clicked, this, [done = act.done] { done(); });
        m_acts->addWidget(button);
        setTabOrder(before, button);
        before = button;
    }
    if (before != m_sign) setTabOrder(before, m_previous);
}

void NoticeBar::paintEvent(QPaintEvent*) {
    if (m_notices.empty()) return;
    const Looks looks = looksOf(m_notices[m_front].tone);
    QPainter painter(this);
    painter.fillRect(rect(), looks.soft);
    painter.fillRect(QRect(0, 0, space(1), height()), looks.strong);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors().border);
}

} // namespace lockstep::ui
