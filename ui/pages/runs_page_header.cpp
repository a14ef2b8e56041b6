#include "ui/pages/runs_page_header.h"

#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockstep::ui {

QSize RunsHeader::sizeHint() const { return {QHeaderView::sizeHint().width(), space(8)}; }

void RunsHeader::paintSection(QPainter* painter, const QRect& rect, int column) const {
    const auto& c = colors();
    painter->fillRect(rect, c.surface);
    painter->setPen(QPen(c.border, 0));
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == column;
    const auto align = Qt::Alignment(model()->headerData(column, orientation(), Qt::TextAlignmentRole).toInt());
    const auto text = model()->headerData(column, orientation(), Qt::DisplayRole).toString();
    auto place = rect.adjusted(space(2), 0, -space(2), 0);
    painter->setFont(scaledFont(0.9, true));
    painter->setPen(sorted ? c.text : c.textMuted);
    const QFontMetrics metrics(painter->font());
    const int arrow = space(3);
    if (sorted) {
        const int width = std::min(metrics.horizontalAdvance(text), place.width() - arrow);
        const int left = align & Qt::AlignRight ? place.right() - width - arrow : place.left() + width + space(1);
        drawChevron(painter, QRect(left, rect.center().y() - arrow / 2, arrow, arrow), c.text, sortIndicatorOrder() == Qt::AscendingOrder);
        align& Qt::AlignRight ? place.setLeft(place.right() - width - 1) : place.setWidth(width + 1);
        painter->setPen(c.text);
    }
    painter->drawText(place, int(align), metrics.elidedText(text, Qt::ElideRight, place.width()));
}

} // namespace lockstep::ui
