#include "ui/theme/icons.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

// A static library's resources are only linked if somebody names them; the macro wants to be outside of namespaces.
static bool initIcons() {
    Q_INIT_RESOURCE(studio);
    return true;
}

namespace lockstep::ui {

namespace {

QColor toneColor(IconTone tone) {
    const Colors& c = colors();
    switch (tone) {
    case IconTone::Text: return c.text;
    case IconTone::Muted: return c.textMuted;
    case IconTone::Accent: return c.accentText;
    case IconTone::OnAccent: return c.onAccent;
    case IconTone::Danger: return c.danger;
    case IconTone::Warning: return c.warning;
    case IconTone::Success: return c.success;
    }
    return c.text;
}

class TonedIconEngine : public QIconEngine {
public:
    TonedIconEngine(QString name, IconTone tone) : m_name(std::move(name)), m_tone(tone) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap pixmap = scaledPixmap(rect.size() * ratio, mode, state, ratio);
        pixmap.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect, pixmap);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override { return scaledPixmap(size, mode, state, 1); }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State /*state*/, qreal /*scale*/) override {
        const QColor color = mode == QIcon::Disabled ? colors().textDisabled : toneColor(m_tone);
        const QString key = QString("icon:%1:%2:%3x%4").arg(m_name, color.name()).arg(size.width()).arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap)) return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QSvgRenderer(coloured(color)).render(&painter);
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QString key() const override { return "lockstep-toned"; }
    QIconEngine* clone() const override { return new TonedIconEngine(*this); }

private:
    QByteArray coloured(const QColor& color) const {
        QFile file(":/icons/" + m_name + ".svg");
        if (!file.open(QIODevice::ReadOnly)) return {};
        return file.readAll().replace("#000000", color.name().toLatin1());
    }

    QString m_name;
    IconTone m_tone;
};

} // namespace

QIcon icon(const QString& name, IconTone tone) {
    [[maybe_unused]] static const bool kReady = initIcons();
    return QIcon(new TonedIconEngine(name, tone));
}

} // namespace lockstep::ui
