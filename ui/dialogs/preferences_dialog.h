// Theme and size of the window. Everything takes effect at once, or says when.
#pragma once

#include <QDialog>

namespace lockstep::ui {

class Settings;

inline constexpr auto kThemeKey = "looks/theme";    ///< int of Theme::Mode
inline constexpr auto kScaleKey = "looks/scale";    ///< percent, at next start
inline constexpr auto kNotifyKey = "window/notify"; ///< bool: tell of alerts and ends by the desktop while the window is not in front

class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    explicit PreferencesDialog(Settings& settings, QWidget* parent = nullptr);
};

} // namespace lockstep::ui
