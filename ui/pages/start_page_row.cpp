#include "ui/pages/start_page_row.h"

#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockstep::ui {

StartRow::StartRow(const QString& name, const QString& detail, const QColor& chip, QWidget* parent)
    : QAbstractButton(parent), m_detail(detail), m_chip(chip) {
    setText(name);
    setAccessibleName(name);
    setAccessibleDescription(detail);
    setToolTip(QString("%1\n%2").arg(name, detail));
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StartRow::sizeHint() const {
    return {space(50), QFontMetrics(scaledFont(1)).height() + QFontMetrics(scaledFont(0.9)).height() + space(2.5)};
}

void StartRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Colors& c = colors();
    if (underMouse() || isDown()) drawBox(&painter, rect(), c.raised, {}, cornerRadius());
    if (hasFocus()) drawBox(&painter, rect(), {}, c.accent, cornerRadius(), 2);
    int left = space(2);
    if (m_chip.isValid()) {
        const int edge = space(2.5);
        drawBox(&painter, QRect(left, (height() - edge) / 2, edge, edge), m_chip, {}, edge / 2.0);
        left += edge + space(2.5);
    }
    const int room = width() - left - space(2);
    const QFont nameFont = scaledFont(1), detailFont = scaledFont(0.9);
    const int top = space(1.25), nameHeight = QFontMetrics(nameFont).height();
    painter.setFont(nameFont);
    painter.setPen(c.text);
    painter.drawText(QRect(left, top, room, nameHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(nameFont).elidedText(text(), Qt::ElideMiddle, room));
    painter.setFont(detailFont);
    painter.setPen(c.textMuted);
    painter.drawText(QRect(left, top + nameHeight, room, QFontMetrics(detailFont).height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(detailFont).elidedText(m_detail, Qt::ElideMiddle, room));
}

} // namespace lockstep::ui
