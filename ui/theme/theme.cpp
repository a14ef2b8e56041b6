#include "ui/theme/theme.h"

#include "ui/theme/portal_watch.h"
#include "ui/theme/studio_style.h"

#include <QApplication>
#include <QPixmapCache>
#include <QStyleFactory>
#include <QWidget>

namespace lockstep::ui {

namespace {
Theme* g_theme = nullptr; // borrowed by instance(); set by the one Theme of the process
constexpr int kColorSlots = 8, kDashSlots = 3;

int slotOf(int ordinal, int count) {
    const int rest = ordinal % count;
    return rest < 0 ? rest + count : rest;
}
} // namespace

Theme::Theme(QObject* parent) : QObject(parent), m_portal(new PortalWatch(this)) {
    Q_ASSERT(!g_theme);
    g_theme = this;
    QApplication::setStyle(new StudioStyle(QStyleFactory::create("Fusion")));
    connect(m_portal, &PortalWatch::changed, this, [this] {
        if (m_mode == Mode::Auto) apply();
    });
    apply();
}

Theme::~Theme() { g_theme = nullptr; }

Theme& Theme::instance() {
    Q_ASSERT(g_theme);
    return *g_theme;
}

void Theme::setMode(Mode mode) {
    m_mode = mode;
    apply();
}

const Colors& Theme::colors() const { return m_dark ? darkColors() : lightColors(); }

const Colors& colors() { return Theme::instance().colors(); }

QColor Theme::runColor(int ordinal) const { return colors().runs[static_cast<std::size_t>(slotOf(ordinal, kColorSlots))]; }

QList<qreal> Theme::runDash(int ordinal) {
    switch (slotOf(ordinal, kDashSlots)) {
    case 1: return {6, 3};
    case 2: return {2, 2};
    default: return {};
    }
}

QPen Theme::runPen(int ordinal, qreal width, bool dashed) const {
    QPen pen(runColor(ordinal), width);
    const QList<qreal> dash = dashed ? runDash(ordinal) : QList<qreal>();
    if (!dash.isEmpty()) {
        QList<qreal> inWidths; // Qt counts dashes in pen widths
        for (const qreal length : dash) inWidths << length / width;
        pen.setDashPattern(inWidths);
    }
    return pen;
}

void Theme::apply() {
    m_dark = m_mode == Mode::Dark || (m_mode == Mode::Auto && m_portal->prefersDark().value_or(false));
    QPixmapCache::clear();
    QApplication::setPalette(palette());
    const QWidgetList all = QApplication::allWidgets();
    for (QWidget* widget : all) widget->update();
    emit changed();
}

QPalette Theme::palette() const {
    const Colors& c = colors();
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.surface);
    p.setColor(QPalette::AlternateBase, c.sunken);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::PlaceholderText, c.textMuted);
    p.setColor(QPalette::Button, c.raised);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.danger);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Link, c.accentText);
    p.setColor(QPalette::LinkVisited, c.accentText);
    p.setColor(QPalette::ToolTipBase, c.raised);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Light, c.surface);
    p.setColor(QPalette::Midlight, c.raised);
    p.setColor(QPalette::Mid, c.border);
    p.setColor(QPalette::Dark, c.fieldBorder);
    p.setColor(QPalette::Shadow, c.dark ? QColor(0, 0, 0) : QColor(120, 125, 135));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, c.textDisabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, c.text);
    return p;
}

} // namespace lockstep::ui
