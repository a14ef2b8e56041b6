#include "train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lockstep::train {

void Schedule::apply(const Edit& edit) {
    if (edit.field != "lr" && edit.field != "steps") return;
    auto next = m_segments.back();
    next.from = edit.step;
    if (edit.field == "lr")
        next.lr = edit.value, next.edited = true;
    else
        next.steps = static_cast<std::int64_t>(edit.value);
    if (m_segments.back().from == edit.step)
        m_segments.back() = next;
    else
        m_segments.push_back(next);
}

const Schedule::Segment& Schedule::segment(std::int64_t step) const {
    const auto after = std::upper_bound(m_segments.begin() + 1, m_segments.end(), step,
                                        [](std::int64_t s, const Segment& segment) { return s < segment.from; });
    return *(after - 1);
}

/// From `from` to `to` along half a wave. Beyond the end `to` is held, where a recursion would climb again.
static double cosine(double from, double to, double part) {
    return to + (from - to) * (1 + std::cos(std::numbers::pi * std::clamp(part, 0.0, 1.0))) / 2;
}

static double part(std::int64_t done, std::int64_t all) {
    return static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(1, all));
}

/// Held, then down along a square root (SEMANTICS.md 5).
double Schedule::holdThenDecay(const Segment& at, std::int64_t step) const {
    const auto begin = static_cast<std::int64_t>(static_cast<double>(at.steps) * (1 - m_form.decayFraction));
    if (step < begin) return at.lr;
    return m_form.minLr + (at.lr - m_form.minLr) * (1 - std::sqrt(std::min(1.0, part(step - begin, at.steps - begin))));
}

/// Up from a 25th of the top, down to a 10,000th of the start, along two half waves.
double Schedule::oneCycle(const Segment& at, std::int64_t step) const {
    const double top = at.edited ? at.lr : m_form.maxLr, start = top / 25, s = static_cast<double>(step), n = static_cast<double>(at.steps);
    const double up = m_form.pctStart * n - 1;
    if (s < up) return cosine(start, top, s / up);
    const double down = n - 1 - up;
    return cosine(top, start / 1e4, down > 0 ? (s - up) / down : 0);
}

double Schedule::rate(std::int64_t step) const {
    const Segment& at = segment(step);
    const auto warmup = m_form.warmupSteps;
    const std::string& type = m_form.type;
    if (type == "onecycle") return oneCycle(at, step);
    if (type == "plateau") return std::max(at.lr * m_plateau.scale, std::min(at.lr, m_form.minLr));
    if (step < warmup) return at.lr * static_cast<double>(step + 1) / static_cast<double>(warmup);
    if (type == "cosine") return cosine(at.lr, m_form.minLr, part(step - warmup, at.steps - warmup));
    if (type == "linear") return at.lr + (m_form.minLr - at.lr) * std::min(1.0, part(step - warmup, at.steps - warmup));
    if (type == "step") {
        const std::int64_t falls = step / std::max<std::int64_t>(1, m_form.stepSize);
        return at.lr * std::pow(m_form.gamma, static_cast<double>(falls));
    }
    if (type == "exponential") return at.lr * std::pow(m_form.gamma, static_cast<double>(step));
    if (type == "wsd") return holdThenDecay(at, step);
    return at.lr;
}

/// SEMANTICS.md 5: better by a ten-thousandth; a fall of no more than 1e-8 is none.
bool Schedule::observe(double validationLoss) {
    if (m_form.type != "plateau") return false;
    m_plateau.patience.see(validationLoss, [](double a, double best) { return a < best * (1 - 1e-4); });
    if (m_plateau.patience.bad <= m_form.patience) return false;
    m_plateau.patience.bad = 0;
    const double lr = m_segments.back().lr, now = std::max(lr * m_plateau.scale, m_form.minLr);
    if (now - std::max(now * m_form.factor, m_form.minLr) <= 1e-8) return false;
    m_plateau.scale *= m_form.factor;
    return true;
}

double Schedule::rate(std::int64_t step, double groupLr) const { return m_lr == 0 ? rate(step) : rate(step) * (groupLr / m_lr); }

} // namespace lockstep::train
