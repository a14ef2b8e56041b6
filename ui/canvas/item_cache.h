// Pictures of what many items of the canvas share at one zoom: antialiased shapes are rastered once, then copied.
#pragma once

#include <QColor>
#include <QPixmap>
#include <QRectF>
#include <QString>

#include <functional>
#include <map>
#include <tuple>

class QPainter;

namespace lockstep::ui {

/// The scale from which on text is drawn; smaller, it would be dust.
inline constexpr double kTextFrom = 0.45;

class ItemCache {
public:
    /// All that makes one picture differ from another.
    struct Key {
        QString text;
        QSizeF size;
        QRgb fill = 0, mark = 0, outline = 0;
        double width = 1;

        auto tie() const { return std::tuple(fill, mark, outline, width, size.width(), size.height(), text); }
        bool operator<(const Key& other) const { return tie() < other.tie(); }
    };

    /// Draws `room` of the item, by `paint` (called with a painter in the item's coordinates) the first time at this zoom. Anything but a
    /// scaled raster image (a printer, an SVG file, a rotated view) is painted on directly.
    void draw(QPainter* painter, const QRectF& room, const Key& key, const std::function<void(QPainter*)>& paint);

private:
    QPixmap picture(const QRectF& room, double scale, double ratio, const std::function<void(QPainter*)>& paint) const;

    std::map<Key, QPixmap> m_pictures;
    double m_scale = 0, m_ratio = 0;
};

} // namespace lockstep::ui
