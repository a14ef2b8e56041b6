// Icons from resources/icons, drawn in the theme's colours when painted: a change of theme needs no reload.
#pragma once

#include <QIcon>

namespace lockstep::ui {

enum class IconTone { Text, Muted, Accent, OnAccent, Danger, Warning, Success };

/// `name` without folder or suffix: "play", "layers". The SVG draws in black; the tone replaces it.
QIcon icon(const QString& name, IconTone tone = IconTone::Text);

} // namespace lockstep::ui
