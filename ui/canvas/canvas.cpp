#include "ui/canvas/canvas.h"

#include "ui/canvas/edge_item.h"
#include "ui/canvas/node_item.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

namespace {
constexpr double kLeastZoom = 0.08, kMostZoom = 3, kWheelStep = 1.2, kMostFit = 1.1, kReadable = 0.8;
constexpr int kDotGap = 6;          // in steps of space()
constexpr double kLeastDotGap = 18; // on screen; closer dots would be a grey veil
} // namespace

Canvas::Canvas(QWidget* parent) : QGraphicsView(parent) {
    auto* scene = new QGraphicsScene(this);
    setScene(scene);
    setFrameShape(QFrame::NoFrame);
    setDragMode(QGraphicsView::ScrollHandDrag);
    setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    setOptimizationFlags(DontSavePainterState | DontAdjustForAntialiasing); // items set all they use, and have margins of their own
    setAccessibleName(tr("Model canvas"));
    setAccessibleDescription(tr("The outline beside it lists the same layers."));
    connect(scene, &QGraphicsScene::selectionChanged, this, [this] { emit selectionMoved(selected()); });
    connect(&Theme::instance(), &Theme::changed, this, [this] { this->scene()->update(); });
}

// The scene tells of a selection that goes with its items; nobody may hear it any more.
Canvas::~Canvas() { scene()->disconnect(this); }

void Canvas::setGraph(const GraphView& graph) {
    if (graph == m_graph) return;
    const bool wasEmpty = m_graph.empty();
    std::map<QString, NodeItem*> items;
    for (const NodeView& node : graph) {
        const QString key = items.count(node.id) ? QString("%1 (%2)").arg(node.id).arg(items.size()) : node.id; // doubled ids are drawn too
        const auto found = m_items.find(key);
        NodeItem* item = found != m_items.end() ? found->second : nullptr;
        if (item)
            m_items.erase(found);
        else
            scene()->addItem(item = new NodeItem(node));
        item->setNode(node);
        items[key] = item;
    }
    for (const auto& [id, item] : m_items) delete item;
    m_items = std::move(items);
    m_graph = graph;
    rebuildEdges();
    const double margin = space(30);
    setSceneRect(scene()->itemsBoundingRect().adjusted(-margin, -margin, margin, margin));
    if (wasEmpty || !m_touched) showBegin();
}

void Canvas::rebuildEdges() {
    for (QGraphicsItem* edge : m_edges) delete edge;
    m_edges.clear();
    const QPointF half(0, NodeItem::size().height() / 2);
    for (const auto& [id, item] : m_items) {
        const QStringList& inputs = item->node().inputs;
        for (qsizetype i = 0; i < inputs.size(); ++i) {
            const NodeItem* source = this->item(inputs[i]);
            if (!source) continue;
            // Several wires into one layer arrive side by side.
            const QPointF aside((static_cast<double>(i) - static_cast<double>(inputs.size() - 1) / 2) * space(6), 0);
            auto* edge = new EdgeItem(source->pos() + half, item->pos() - half + aside, source->node().shape);
            scene()->addItem(edge);
            m_edges.push_back(edge);
        }
    }
}

NodeItem* Canvas::item(const QString& id) const {
    const auto found = m_items.find(id);
    return found == m_items.end() ? nullptr : found->second;
}

QString Canvas::selected() const {
    const QList<QGraphicsItem*> items = scene()->selectedItems();
    return items.isEmpty() ? QString() : static_cast<NodeItem*>(items.front())->node().id;
}

void Canvas::select(const QString& id) {
    if (selected() == id) return;
    scene()->clearSelection();
    NodeItem* found = item(id);
    if (!found) return;
    found->setSelected(true);
    ensureVisible(found, space(10), space(10));
}

void Canvas::fit() {
    if (m_graph.empty()) return;
    const double margin = space(6);
    const QRectF all = scene()->itemsBoundingRect().adjusted(-margin, -margin, margin, margin);
    const QSizeF room = viewport()->size();
    const double whole = std::min(room.width() / all.width(), room.height() / all.height());
    const double factor = std::clamp(whole, kLeastZoom, kMostFit);
    setTransform(QTransform::fromScale(factor, factor));
    centerOn(all.center());
}

/// A long chain is first shown from its top, readable, rather than whole and as dust.
void Canvas::showBegin() {
    fit();
    if (m_graph.empty() || zoom() >= kReadable) return;
    setTransform(QTransform::fromScale(kReadable, kReadable));
    const double top = scene()->itemsBoundingRect().top() - space(6);
    centerOn(m_graph.front().centre.x(), top + viewport()->height() / kReadable / 2);
}

void Canvas::zoomBy(double factor) {
    m_touched = true;
    const double next = std::clamp(zoom() * factor, kLeastZoom, kMostZoom);
    scale(next / zoom(), next / zoom());
}

void Canvas::wheelEvent(QWheelEvent* event) {
    m_touched = true;
    if (!(event->modifiers() & Qt::ControlModifier)) return QGraphicsView::wheelEvent(event);
    zoomBy(std::pow(kWheelStep, event->angleDelta().y() / 120.0));
    event->accept();
}

void Canvas::mousePressEvent(QMouseEvent* event) {
    m_touched = m_touched || !itemAt(event->pos());
    QGraphicsView::mousePressEvent(event);
}

void Canvas::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return select({});
    QGraphicsView::keyPressEvent(event);
}

bool Canvas::focusNextPrevChild(bool next) {
    // Tab walks the layers in document order, and leaves after the last.
    const auto at = std::find_if(m_graph.begin(), m_graph.end(), [id = selected()](const NodeView& node) { return node.id == id; });
    const auto count = static_cast<int>(m_graph.size());
    const int index = at == m_graph.end() ? (next ? -1 : count) : static_cast<int>(at - m_graph.begin());
    const int wanted = index + (next ? 1 : -1);
    if (wanted < 0 || wanted >= count) return QGraphicsView::focusNextPrevChild(next);
    select(m_graph[static_cast<std::size_t>(wanted)].id);
    return true;
}

void Canvas::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    if (!m_touched) showBegin();
}

void Canvas::showEvent(QShowEvent* event) {
    QGraphicsView::showEvent(event);
    if (!m_touched) showBegin();
}

void Canvas::drawBackground(QPainter* painter, const QRectF& rect) {
    const Colors& c = colors();
    painter->fillRect(rect, c.sunken);
    double gap = space(kDotGap);
    while (gap * zoom() < kLeastDotGap) gap *= 2;
    // In whole pixels: all dots alike.
    const QTransform transform = painter->worldTransform();
    QList<QRect> dots;
    for (double x = std::floor(rect.left() / gap) * gap; x < rect.right(); x += gap)
        for (double y = std::floor(rect.top() / gap) * gap; y < rect.bottom(); y += gap)
            dots << QRect(transform.map(QPointF(x, y)).toPoint(), QSize(2, 2));
    painter->setWorldTransform({});
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(c.border);
    painter->drawRects(dots);
    painter->setWorldTransform(transform);
}

} // namespace lockstep::ui
