// Distances, all multiples of one step that follows the font; 4 px at the usual size.
#pragma once

class QFont;

namespace lockstep::ui {

/// `steps` times a quarter of the line height, rounded.
int space(double steps);
/// Least edge of anything that is clicked.
int targetSize();
/// Edge of a small icon (about the line height), and of the rail's.
int iconSize();
int railIconSize();
/// The application font, larger or smaller by a factor, optionally heavier.
QFont scaledFont(double factor, bool bold = false);
/// Digits of equal width for tables and read-outs.
QFont monospaceFont(double factor = 1.0);

} // namespace lockstep::ui
