// Which colours count now, and a signal when they change. Widgets that paint themselves read colors() in paintEvent.
#pragma once

#include "ui/theme/colors.h"

#include <QObject>
#include <QPalette>
#include <QPen>

namespace lockstep::ui {

class PortalWatch;

class Theme : public QObject {
    Q_OBJECT

public:
    enum class Mode { Auto, Light, Dark };

    /// Applies style and palette to the application. One in a process, made before any widget.
    explicit Theme(QObject* parent = nullptr);
    ~Theme() override;
    static Theme& instance();

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    bool isDark() const { return m_dark; }
    const Colors& colors() const;

    /// The colour and the dash of a run, by the ordinal of its creation (slot = ordinal mod 24).
    QColor runColor(int ordinal) const;
    static QList<qreal> runDash(int ordinal); ///< empty: solid; lengths in pixels
    QPen runPen(int ordinal, qreal width = 1.5, bool dashed = true) const;

signals:
    void changed();

private:
    void apply();
    QPalette palette() const;

    Mode m_mode = Mode::Auto;
    bool m_dark = false;
    PortalWatch* m_portal = nullptr;
};

/// Short for Theme::instance().colors().
const Colors& colors();

} // namespace lockstep::ui
