// Every colour of the window, named by its use. Two sets: light and dark.
#pragma once

#include <QColor>

#include <array>

namespace lockstep::ui {

struct Colors {
    bool dark = false;

    QColor window;       ///< behind everything
    QColor rail;         ///< the strip of pages
    QColor surface;      ///< pages' cards, charts, fields
    QColor raised;       ///< hovered rows, menus, secondary buttons
    QColor sunken;       ///< canvas ground, tracks of sliders and bars
    QColor border;       ///< hairlines between surfaces
    QColor fieldBorder;  ///< outlines of what can be edited (3:1 on `surface`)
    QColor text;         ///< on window, rail, surface, raised, sunken
    QColor textMuted;    ///< secondary text; still 4.5:1
    QColor textDisabled; ///< exempt from contrast
    QColor accent;       ///< primary buttons, selection, focus
    QColor accentHover;
    QColor onAccent;   ///< text on accent
    QColor accentText; ///< links, selected labels: accent readable as text
    QColor accentSoft; ///< ground of selected rows; carries `text`
    QColor danger, dangerSoft;
    QColor warning, warningSoft;
    QColor success, successSoft;
    QColor info, infoSoft;
    QColor gridLine;                   ///< of charts
    QColor axisText;                   ///< of charts
    QColor marker;                     ///< events on the axis
    std::array<QColor, 8> runs;        ///< GUI.md section 6, slot mod 8
    std::array<QColor, 6> layerGroups; ///< stripe on the canvas; the type is always written beside it
};

const Colors& lightColors();
const Colors& darkColors();

} // namespace lockstep::ui
