#include "ui/theme/metrics.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

int space(double steps) {
    const double step = QFontMetrics(QApplication::font()).height() / 4.0;
    return static_cast<int>(std::lround(step * steps));
}

int targetSize() { return std::max(24, space(6.5)); }

int iconSize() { return space(4); }

int railIconSize() { return space(5); }

QFont scaledFont(double factor, bool bold) {
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * factor);
    if (bold) font.setWeight(QFont::DemiBold);
    return font;
}

QFont monospaceFont(double factor) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(QApplication::font().pointSizeF() * factor);
    return font;
}

} // namespace lockstep::ui
