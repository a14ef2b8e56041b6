// How the steps and times of a run stand on a chart's x axis (GUI.md C3). Qt-free.
#pragma once

#include "monitors/series.h"

#include <memory>
#include <vector>

namespace lockstep::ui {

enum class XAxis { Step, Samples, Epoch, Active, Elapsed, Clock };

/// A stretch of the wall clock in which the run did not work.
struct Pause {
    double from = 0, to = 0; ///< seconds since 1970
    bool operator==(const Pause&) const = default;
};

/// What a run's axes need to know beside its points.
struct RunPace {
    double samplesPerStep = 0, epochsPerStep = 0; ///< 0: not known, the run has no place on that axis
    std::vector<Pause> pauses;                    ///< in order, not overlapping
    bool operator==(const RunPace&) const = default;
};

/// x of a point, never falling within a piece.
class XScale {
public:
    XScale(XAxis axis = XAxis::Step) : m_axis(axis) {} ///< without a pace: steps and plain times
    XScale(XAxis axis, std::shared_ptr<const RunPace> pace);

    XAxis axis() const { return m_axis; }
    /// False: nothing can be drawn.
    bool isKnown() const { return m_perStep > 0; }
    bool isSteps() const { return m_axis <= XAxis::Epoch; }
    /// `start`: wall time of the series' first point.
    double x(const monitors::SeriesPiece& piece, std::size_t i, double start) const {
        return isSteps() ? m_perStep * static_cast<double>(piece.step(i)) : ofTime(piece.wall(i), start);
    }
    double ofStep(double step) const { return m_perStep * step; }
    double ofTime(double wall, double start) const;
    bool operator==(const XScale&) const = default;

private:
    XAxis m_axis;
    double m_perStep = 1;
    std::shared_ptr<const RunPace> m_pace; ///< for active time only
};

} // namespace lockstep::ui
