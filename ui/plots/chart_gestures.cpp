#include "ui/plots/chart_gestures.h"

#include "ui/plots/chart_canvas.h"
#include "ui/plots/line_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>

#include <qcustomplot.h>

#include <cmath>

namespace lockstep::ui {

namespace {

constexpr int kLeastDrag = 4; ///< px; less is a click

/// `range` scaled by `factor` round `centre`, both as fractions of a linear or logarithmic axis.
ChartRange zoomed(const QCPAxis& axis, double centre, double factor) {
    const auto range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic && range.lower > 0 && centre > 0)
        return {centre * std::pow(range.lower / centre, factor), centre * std::pow(range.upper / centre, factor)};
    return {centre + (range.lower - centre) * factor, centre + (range.upper - centre) * factor};
}

ChartRange between(const QCPAxis& axis, double a, double b) {
    const double x = axis.pixelToCoord(a), y = axis.pixelToCoord(b);
    return {std::min(x, y), std::max(x, y)};
}

/// N11: no range that drawing can't stand.
bool sane(const ChartRange& range) {
    return std::isfinite(range.lower) && std::isfinite(range.upper) &&
           range.size() > 1e-12 * std::max(std::abs(range.lower), std::abs(range.upper)) && range.size() > 1e-250 && range.size() < 1e250;
}

} // namespace

ChartGestures::ChartGestures(LineChart& chart)
    : QObject(&chart), m_chart(chart), m_band(new QRubberBand(QRubberBand::Rectangle, chart.plot())) {
    chart.plot()->installEventFilter(this);
}

bool ChartGestures::eventFilter(QObject*, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress: return press(static_cast<QMouseEvent&>(*event));
    case QEvent::MouseMove: return move(static_cast<QMouseEvent&>(*event));
    case QEvent::MouseButtonRelease: return release(static_cast<QMouseEvent&>(*event));
    case QEvent::MouseButtonDblClick: m_chart.fit(); return true;
    case QEvent::Wheel: return wheel(static_cast<QWheelEvent&>(*event));
    case QEvent::KeyPress: return key(static_cast<QKeyEvent&>(*event));
    case QEvent::Leave: m_chart.readOutAt({}); return false;
    default: return false;
    }
}

bool ChartGestures::press(const QMouseEvent& event) {
    m_chart.plot()->setFocus(Qt::MouseFocusReason);
    if (event.button() != Qt::LeftButton || !m_chart.drawingArea().contains(event.pos())) return false;
    m_drag = event.modifiers() & Qt::ShiftModifier ? Drag::Pan : event.modifiers() & Qt::ControlModifier ? Drag::Pick : Drag::Box;
    m_from = event.pos();
    return true;
}

bool ChartGestures::move(const QMouseEvent& event) {
    if (m_drag == Drag::Pan) return pan(event.pos()), true;
    if (m_drag == Drag::Box || m_drag == Drag::Pick) {
        const auto area = m_chart.drawingArea();
        const QPoint to(std::clamp(event.pos().x(), area.left(), area.right()), std::clamp(event.pos().y(), area.top(), area.bottom()));
        auto box = QRect(m_from, to).normalized();
        if (m_drag == Drag::Pick) box.setTop(area.top()), box.setBottom(area.bottom());
        m_band->setGeometry(box);
        m_band->setVisible((to - m_from).manhattanLength() >= kLeastDrag);
    }
    m_chart.readOutAt(m_drag == Drag::None ? event.pos() : QPointF());
    return true;
}

bool ChartGestures::release(const QMouseEvent& event) {
    const auto drag = m_drag;
    const auto box = m_band->geometry();
    endDrag();
    if (event.button() != Qt::LeftButton || drag == Drag::None || drag == Drag::Pan) return false;
    if ((event.pos() - m_from).manhattanLength() < kLeastDrag) return m_chart.pickAt(event.pos()), true;
    const auto* plot = m_chart.plot();
    if (drag == Drag::Pick) return m_chart.pick(between(*plot->xAxis, box.left(), box.right())), true;
    const auto area = m_chart.drawingArea();
    // A flat or thin box means one axis only.
    const auto x = box.width() >= kLeastDrag ? between(*plot->xAxis, box.left(), box.right()) : m_chart.xRange();
    const auto y =
        box.height() >= std::max(kLeastDrag, area.height() / 20) ? between(*plot->yAxis, box.top(), box.bottom()) : m_chart.yRange();
    if (sane(x) && sane(y)) m_chart.zoomTo(x, y);
    return true;
}

void ChartGestures::endDrag() {
    m_drag = Drag::None;
    m_band->hide();
}

void ChartGestures::pan(const QPoint& to) {
    const auto shifted = [](const QCPAxis& axis, double by) {
        const auto range = axis.range();
        return between(axis, axis.coordToPixel(range.lower) - by, axis.coordToPixel(range.upper) - by);
    };
    const auto* plot = m_chart.plot();
    const auto x = shifted(*plot->xAxis, to.x() - m_from.x()), y = shifted(*plot->yAxis, to.y() - m_from.y());
    m_from = to;
    if (sane(x) && sane(y)) m_chart.zoomTo(x, y);
}

bool ChartGestures::wheel(QWheelEvent& event) {
    const auto area = m_chart.drawingArea();
    const auto pos = event.position();
    const bool onX = pos.y() > area.bottom(), onY = pos.x() < area.left();
    const bool control = event.modifiers() & Qt::ControlModifier;
    if (!control && !onX && !onY) {
        emit m_chart.wheelHint();
        event.ignore(); // the page scrolls
        return true;
    }
    const double factor = std::pow(0.85, event.angleDelta().y() / 120.0);
    const auto* plot = m_chart.plot();
    const auto x = zoomed(*plot->xAxis, plot->xAxis->pixelToCoord(pos.x()), factor);
    const auto y = zoomed(*plot->yAxis, plot->yAxis->pixelToCoord(pos.y()), factor);
    if ((control || onX) && !onY && sane(x)) m_chart.chooseX(x);
    if ((control || onY) && !onX && sane(y)) m_chart.chooseY(y);
    event.accept();
    return true;
}

bool ChartGestures::key(const QKeyEvent& event) {
    const bool shift = event.modifiers() & Qt::ShiftModifier;
    if (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) return false;
    auto options = m_chart.options();
    switch (event.key()) {
    case Qt::Key_L:
        (shift ? options.logX : options.logY) ^= true;
        emit m_chart.optionsChosen(options);
        return true;
    case Qt::Key_F: m_chart.fit(); return true;
    case Qt::Key_Left: moveCursor(shift ? -10 : -1, false); return true;
    case Qt::Key_Right: moveCursor(shift ? 10 : 1, false); return true;
    case Qt::Key_Home: moveCursor(-1, true); return true;
    case Qt::Key_End: moveCursor(1, true); return true;
    case Qt::Key_B: cursorTo(m_chart.bestX()); return true;
    case Qt::Key_N: cursorTo(m_chart.nextRemarkableX(cursorX())); return true;
    case Qt::Key_P: m_chart.setPinned(!m_chart.isPinned()); return true;
    case Qt::Key_T: m_chart.showTable(!m_chart.isTableShown()); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: m_chart.pick(ChartRange{cursorX(), cursorX()}); return true;
    case Qt::Key_Escape: return cancel();
    default: return false;
    }
}

void ChartGestures::moveCursor(int columns, bool toEnd) {
    const auto area = m_chart.drawingArea();
    if (m_cursor < 0) m_cursor = area.width() / 2.0;
    m_exact.reset();
    m_cursor = toEnd ? (columns < 0 ? 0 : area.width() - 1) : std::clamp<double>(m_cursor + columns, 0, area.width() - 1);
    m_chart.readOutAt(QPointF(area.left() + m_cursor, area.center().y()));
}

bool ChartGestures::cancel() {
    if (m_drag != Drag::None)
        endDrag();
    else if (m_chart.picked())
        m_chart.pick(std::nullopt);
    else
        return false;
    return true;
}

/// Left of everything before the cursor was moved.
double ChartGestures::cursorX() const {
    if (m_cursor < 0) return m_chart.xRange().lower - m_chart.xRange().size();
    if (m_exact) return *m_exact;
    return m_chart.plot()->xAxis->pixelToCoord(m_chart.drawingArea().left() + m_cursor);
}

void ChartGestures::cursorTo(const std::optional<double>& x) {
    if (!x) return;
    m_chart.bringIntoView(*x);
    const auto area = m_chart.drawingArea();
    m_cursor = std::clamp<double>(m_chart.plot()->xAxis->coordToPixel(*x) - area.left(), 0, area.width() - 1);
    m_exact = x;
    m_chart.readOutAt(QPointF(area.left() + m_cursor, area.center().y()));
}

} // namespace lockstep::ui
