#include "ui/plots/x_scale.h"

#include <algorithm>

namespace lockstep::ui {

XScale::XScale(XAxis axis, std::shared_ptr<const RunPace> pace) : m_axis(axis) {
    if (axis == XAxis::Samples) m_perStep = pace ? pace->samplesPerStep : 0;
    if (axis == XAxis::Epoch) m_perStep = pace ? pace->epochsPerStep : 0;
    if (axis == XAxis::Active) m_pace = std::move(pace);
}

double XScale::ofTime(double wall, double start) const {
    if (m_axis == XAxis::Clock) return wall;
    if (!m_pace) return wall - start;
    double idle = 0;
    for (const auto& pause : m_pace->pauses) {
        if (pause.from >= wall) break;
        idle += std::max(0.0, std::min(pause.to, wall) - std::max(pause.from, start));
    }
    return wall - start - idle;
}

} // namespace lockstep::ui
