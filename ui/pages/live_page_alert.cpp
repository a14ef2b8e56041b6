#include "ui/pages/live_page_alert.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/models/run_alerts.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace lockstep::ui {

LiveAlert::LiveAlert(QWidget* parent) : QFrame(parent), m_text(new QLabel(this)) {
    setObjectName(QStringLiteral("live-alert"));
    auto* sign = new QLabel(this);
    sign->setObjectName(QStringLiteral("live-alert-sign"));
    const auto draw = [sign] { sign->setPixmap(icon(QStringLiteral("warning"), IconTone::Warning).pixmap(iconSize(), iconSize())); };
    draw();
    connect(&Theme::instance(), &Theme::changed, sign, draw); // a pixmap keeps its colours
    m_text->setObjectName(QStringLiteral("live-alert-text"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space(3), space(2), space(3), space(2));
    row->setSpacing(space(2));
    row->addWidget(sign);
    row->addWidget(m_text, 1);
    hide();
}

void LiveAlert::show(const session::RunView& view) {
    const auto standing = standingAlert(view);
    setVisible(standing.has_value());
    if (!standing) return;
    const QString what = tr("Step %1: %2.").arg(countText(standing->step), QString::fromStdString(standing->text));
    const QString text = standing->lastGood
                             ? tr("%1 The last checkpoint before it is that of step %2.").arg(what, countText(*standing->lastGood))
                             : tr("%1 There is no checkpoint before it.").arg(what);
    if (text == m_text->text()) return;
    m_text->setText(text);
    setAccessibleName(text);
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void LiveAlert::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawBox(&painter, rect(), colors().warningSoft, colors().warning, cornerRadius());
}

} // namespace lockstep::ui
