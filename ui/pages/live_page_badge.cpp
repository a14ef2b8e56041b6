#include "ui/pages/live_page_badge.h"

#include "ui/models/run_actions.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QPainter>

namespace lockstep::ui {

using session::RunState;

namespace {

struct Tone {
    QColor strong, soft;
};

Tone toneOf(RunState state) {
    const auto& c = colors();
    switch (state) {
    case RunState::Running:
    case RunState::Completed: return {c.success, c.successSoft};
    case RunState::Pausing:
    case RunState::Paused:
    case RunState::Stopping:
    case RunState::Interrupted: return {c.warning, c.warningSoft};
    case RunState::Failed: return {c.danger, c.dangerSoft};
    case RunState::Stopped: return {c.textMuted, c.raised};
    case RunState::Queued:
    case RunState::Preparing: break;
    }
    return {c.info, c.infoSoft};
}

/// A filled dot while something happens, a ring when it has ended.
void paintDot(QPainter* painter, const QPointF& centre, double radius, RunState state, const QColor& color) {
    const bool active = state >= RunState::Preparing && state <= RunState::Stopping;
    painter->setPen(active ? QPen(Qt::NoPen) : QPen(color, 1.5));
    painter->setBrush(active ? QBrush(color) : QBrush(Qt::NoBrush));
    painter->drawEllipse(centre, radius, radius);
}

QFont badgeFont() { return scaledFont(0.9, true); }

} // namespace

StateBadge::StateBadge(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setState(RunState::Queued);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void StateBadge::setState(RunState state, bool elsewhere) {
    const auto text = elsewhere ? tr("%1 elsewhere").arg(stateText(state)) : stateText(state);
    if (text == m_text && state == m_state) return;
    m_state = state;
    m_text = text;
    setAccessibleName(tr("State of the run: %1").arg(text));
    updateGeometry();
    update();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QSize StateBadge::sizeFor(const QString& text) {
    const QFontMetrics metrics(badgeFont());
    return {metrics.horizontalAdvance(text) + metrics.height() + space(4), metrics.height() + space(1.5)};
}

QSize StateBadge::sizeHint() const { return sizeFor(m_text); }

void StateBadge::paint(QPainter* painter, const QRect& rect, const QString& text, RunState state) {
    const auto size = sizeFor(text);
    const QRectF pill(rect.left(), rect.top() + (rect.height() - size.height()) / 2.0, size.width(), size.height());
    const auto tone = toneOf(state);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tone.soft);
    painter->drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    const double dot = pill.height() * 0.16;
    paintDot(painter, {pill.left() + pill.height() * 0.5, pill.center().y()}, dot, state, tone.strong);
    painter->setFont(badgeFont());
    painter->setPen(tone.strong);
    painter->drawText(pill.adjusted(pill.height() * 0.5 + dot + space(1.5), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
    painter->restore();
}

void StateBadge::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(&painter, rect(), m_text, m_state);
}

} // namespace lockstep::ui
