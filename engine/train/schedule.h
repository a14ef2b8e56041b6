// The learning rate as a closed form of the step, so that resuming is exact (FORMATS.md "Loss, optimizer, schedule, metrics").
#pragma once

#include "spec/run_doc.h"
#include "train/patience.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::train {

/// A change made by hand while running: from `step` on, `field` (`lr`, `steps`, `evaluate_every`, `checkpoint.every_steps`) has this value.
struct Edit {
    std::int64_t step = 0;
    std::string field;
    double value = 0;
};

class Schedule {
public:
    /// `lr`: the optimizer's own rate; `steps`: planned updates.
    Schedule(spec::ScheduleDoc form, double lr, std::int64_t steps) : m_form(std::move(form)), m_lr(lr), m_segments{{0, lr, steps}} {}

    /// `lr` and `steps` change the form from that step on; other fields are left alone. Edits come in order of steps.
    void apply(const Edit& edit);

    /// The optimizer's rate for update `step`.
    double rate(std::int64_t step) const;
    /// A group's rate: groups scale alike.
    double rate(std::int64_t step, double groupLr) const;
    /// `plateau`: an evaluation's validation/loss. True: the rate falls from here on.
    bool observe(double validationLoss);
    /// Where `plateau` stands; what a checkpoint keeps.
    struct Plateau {
        Patience patience;
        double scale = 1;
    };
    const Plateau& plateau() const { return m_plateau; }
    void restore(const Plateau& plateau) { m_plateau = plateau; }

    /// Planned updates after all edits.
    std::int64_t steps() const { return m_segments.back().steps; }

private:
    struct Segment {
        std::int64_t from;
        double lr;
        std::int64_t steps;
        bool edited = false; ///< `lr` was set by hand
    };
    double holdThenDecay(const Segment& at, std::int64_t step) const;
    double oneCycle(const Segment& at, std::int64_t step) const;
    const Segment& segment(std::int64_t step) const;

    spec::ScheduleDoc m_form;
    double m_lr;
    std::vector<Segment> m_segments;
    Plateau m_plateau;
};

} // namespace lockstep::train
