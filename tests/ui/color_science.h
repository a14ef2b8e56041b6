// Contrast (WCAG 2), colour difference (CIEDE2000) and colour blindness (Machado, Oliveira, Fernandes 2009, full severity).
#pragma once

#include <QColor>

namespace lockstep::testing {

enum class Sight { Normal, Protan, Deutan, Tritan };

struct Lab {
    double l = 0, a = 0, b = 0;
};

/// 1 to 21.
double contrast(const QColor& a, const QColor& b);
QColor seenBy(const QColor& color, Sight sight);
Lab labOf(const QColor& color);
double ciede2000(const Lab& x, const Lab& y);

} // namespace lockstep::testing
