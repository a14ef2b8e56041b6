#include "ui/pages/live_page_breakdown.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/plots/plot_registry.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace lockstep::ui {

BreakdownBar::BreakdownBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time of a step by part"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

QString BreakdownBar::partName(int part) {
    const QString names[kParts] = {tr("Data"), tr("Transfer"), tr("Compute"), tr("Communication"), tr("Optimizer"), tr("Other")};
    return names[part];
}

QColor BreakdownBar::partColor(int part) {
    constexpr const char* kIds[kParts] = {"data", "transfer", "compute", "communication", "optimizer", "other"};
    return Theme::instance().runColor(partSlot(QLatin1String(kIds[part]))); // as in the chart of these parts
}

void BreakdownBar::setShares(const session::Breakdown& s) {
    m_shares = {s.data, s.transfer, s.compute, s.communication, s.optimizer, s.other};
    QString spoken;
    for (int part = 0; part < kParts; ++part) spoken += QStringLiteral("%1 %2, ").arg(partName(part), percentText(share(part)));
    setAccessibleDescription(spoken.chopped(2));
    setToolTip(accessibleDescription());
    update();
}

/// Two where the longest entry fits twice, else one: nothing is cut.
int BreakdownBar::columns() const {
    const QFontMetrics metrics(scaledFont(0.9));
    int widest = 0;
    for (int part = 0; part < kParts; ++part)
        widest = std::max(widest, metrics.horizontalAdvance(QStringLiteral("%1 %2").arg(partName(part), percentText(0.999))));
    return 2 * (widest + metrics.height() / 2 + space(2.5)) <= width() ? 2 : 1;
}

QSize BreakdownBar::sizeHint() const {
    const QFontMetrics metrics(scaledFont(0.9));
    return {space(40), space(3) + space(2) + kParts / columns() * (metrics.height() + space(1))};
}

void BreakdownBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateGeometry(); // as many rows as the width asks for
}

void BreakdownBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(0, 0, width(), space(3));
    QPainterPath clip;
    clip.addRoundedRect(bar, space(1), space(1));
    painter.save();
    painter.setClipPath(clip);
    painter.fillRect(bar, colors().sunken);
    double left = 0;
    for (int part = 0; part < kParts; ++part) {
        const double right = left + share(part) * bar.width();
        painter.fillRect(QRectF(left, 0, std::max(0.0, right - left - 1), bar.height()), partColor(part));
        left = right;
    }
    painter.restore();

    painter.setFont(scaledFont(0.9));
    const QFontMetrics metrics(painter.font());
    const int columnCount = columns();
    const int columnWidth = width() / columnCount, rowHeight = metrics.height() + space(1), dot = metrics.height() / 2;
    for (int part = 0; part < kParts; ++part) {
        const QRect cell(part % columnCount * columnWidth, static_cast<int>(bar.bottom()) + space(2) + part / columnCount * rowHeight,
                         columnWidth, rowHeight);
        painter.setPen(Qt::NoPen);
        painter.setBrush(partColor(part));
        painter.drawRoundedRect(QRectF(cell.left(), cell.center().y() - dot / 2.0, dot, dot), 2, 2);
        painter.setPen(colors().textMuted);
        const auto text = QStringLiteral("%1 %2").arg(partName(part), percentText(share(part)));
        painter.drawText(cell.adjusted(dot + space(1.5), 0, -space(1), 0), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(text, Qt::ElideRight, cell.width() - dot - space(2.5)));
    }
}

} // namespace lockstep::ui
