#include "ui/pages/start_page_tile.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockstep::ui {

namespace {
int padding() { return space(3.5); }
int iconBox() { return space(9); }
} // namespace

Tile::Tile(const QString& iconName, const QString& title, const QString& detail, QWidget* parent)
    : QAbstractButton(parent), m_icon(iconName), m_detail(detail) {
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(detail);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QRect Tile::detailRect(int width) const {
    const int left = padding() + iconBox() + space(3);
    const QFontMetrics metrics(scaledFont(0.95));
    const QRect room(0, 0, width - left - padding(), 10000);
    QRect box = metrics.boundingRect(room, Qt::TextWordWrap, m_detail);
    box.moveTo(left, padding() + QFontMetrics(scaledFont(1.05, true)).height() + space(1));
    return box;
}

QSize Tile::sizeHint() const { return {space(70), heightForWidth(space(70))}; }

int Tile::heightForWidth(int width) const { return qMax(detailRect(width).bottom(), padding() + iconBox()) + padding(); }

void Tile::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Colors& c = colors();
    const bool lit = underMouse() || isDown();
    drawBox(&painter, rect(), lit ? c.raised : c.surface, lit ? c.accent : c.border, cornerRadius() * 1.6);
    if (hasFocus()) drawBox(&painter, rect(), {}, c.accent, cornerRadius() * 1.6, 2);
    const QRect box(padding(), padding(), iconBox(), iconBox());
    drawBox(&painter, box, c.accentSoft, {}, cornerRadius() * 1.4);
    const int edge = railIconSize();
    ui::icon(m_icon, IconTone::Accent).paint(&painter, QRect(box.center().x() - edge / 2, box.center().y() - edge / 2, edge, edge));
    const QFont titleFont = scaledFont(1.05, true);
    const QRect detail = detailRect(width());
    painter.setFont(titleFont);
    painter.setPen(c.text);
    const int titleWidth = width() - detail.left() - padding();
    painter.drawText(QRect(detail.left(), padding(), titleWidth, QFontMetrics(titleFont).height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(titleFont).elidedText(text(), Qt::ElideRight, titleWidth));
    painter.setFont(scaledFont(0.95));
    painter.setPen(c.textMuted);
    painter.drawText(QRect(detail.left(), detail.top(), titleWidth, height()), Qt::TextWordWrap, m_detail);
}

TileGrid::TileGrid(int least, int gap, QWidget* parent) : QLayout(parent), m_least(least), m_gap(gap) { setContentsMargins(0, 0, 0, 0); }

TileGrid::~TileGrid() {
    for (QLayoutItem* item : m_items) delete item;
}

void TileGrid::addItem(QLayoutItem* item) { m_items.push_back(item); }

QLayoutItem* TileGrid::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* TileGrid::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item) m_items.erase(m_items.begin() + index);
    return item;
}

int TileGrid::count() const { return static_cast<int>(m_items.size()); }

QSize TileGrid::sizeHint() const { return {m_least * 2 + m_gap, heightForWidth(m_least * 2 + m_gap)}; }

QSize TileGrid::minimumSize() const { return {m_least, 0}; }

int TileGrid::heightForWidth(int width) const { return place(QRect(0, 0, width, 0), false); }

void TileGrid::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    place(rect, true);
}

int TileGrid::place(const QRect& rect, bool move) const {
    const int columns = qMax(1, (rect.width() + m_gap) / (m_least + m_gap));
    const int width = (rect.width() - (columns - 1) * m_gap) / columns;
    int y = rect.top();
    for (std::size_t first = 0; first < m_items.size(); first += static_cast<std::size_t>(columns)) {
        const std::size_t end = qMin(first + static_cast<std::size_t>(columns), m_items.size());
        int height = 0;
        for (std::size_t i = first; i < end; ++i) height = qMax(height, m_items[i]->heightForWidth(width));
        for (std::size_t i = first; i < end && move; ++i)
            m_items[i]->setGeometry(QRect(rect.left() + static_cast<int>(i - first) * (width + m_gap), y, width, height));
        y += height + m_gap;
    }
    return y - rect.top() - (m_items.empty() ? 0 : m_gap);
}

} // namespace lockstep::ui
