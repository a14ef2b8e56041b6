// What was made for the last repaint, for as long as the points, the range on screen and its columns stay (GUI.md section 7).
#pragma once

#include "ui/plots/curve_drawing.h"

#include <QString>

#include <map>
#include <memory>

namespace lockstep::ui {

class DrawnCache {
public:
    using Drawn = std::shared_ptr<const DrawnCurve>;

    /// drawCurve() of that series, made anew only if it has other points or another request than last time under this key.
    Drawn drawn(const QString& key, const monitors::Series& series, const CurveRequest& request);
    /// A repaint begins; what was not asked for by endPass() is forgotten.
    void beginPass();
    void endPass();
    int misses() const { return m_misses; } ///< curves made so far

private:
    struct Entry {
        monitors::Series series;
        CurveRequest request;
        Drawn drawn;
        bool used = false;
    };
    std::map<QString, Entry> m_entries;
    int m_misses = 0;
};

} // namespace lockstep::ui
