#include "ui/canvas/item_cache.h"

#include <QPaintEngine>
#include <QPainter>

#include <cmath>

namespace lockstep::ui {

namespace {
constexpr std::size_t kMostPictures = 2000;
}

void ItemCache::draw(QPainter* painter, const QRectF& room, const Key& key, const std::function<void(QPainter*)>& paint) {
    const QTransform transform = painter->worldTransform();
    const double scale = transform.m11(), ratio = painter->device()->devicePixelRatioF();
    const bool plain = transform.type() <= QTransform::TxScale && scale == transform.m22() && scale > 0;
    if (!plain || painter->paintEngine()->type() != QPaintEngine::Raster) return paint(painter);
    if (scale != m_scale || ratio != m_ratio || m_pictures.size() > kMostPictures) m_pictures.clear();
    m_scale = scale, m_ratio = ratio;
    QPixmap& known = m_pictures[key];
    if (known.isNull()) known = picture(room, scale, ratio, paint);
    const QPointF corner = transform.map(room.topLeft());
    painter->setWorldTransform({});
    painter->drawPixmap(QPointF(std::round(corner.x() * ratio) / ratio, std::round(corner.y() * ratio) / ratio), known);
    painter->setWorldTransform(transform);
}

QPixmap ItemCache::picture(const QRectF& room, double scale, double ratio, const std::function<void(QPainter*)>& paint) const {
    const double pixels = scale * ratio;
    QPixmap out(static_cast<int>(std::ceil(room.width() * pixels)) + 1, static_cast<int>(std::ceil(room.height() * pixels)) + 1);
    out.fill(Qt::transparent);
    {
        QPainter painter(&out);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(pixels, pixels);
        painter.translate(-room.topLeft());
        paint(&painter);
    }
    out.setDevicePixelRatio(ratio);
    return out;
}

} // namespace lockstep::ui
