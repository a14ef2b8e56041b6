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
        next.lr = edit.value;
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

static double cosine(double lr, double least, double part) {
    // Beyond the end the least rate is held, where a recursion would climb again.
    return least + (lr - least) * (1 + std::cos(std::numbers::pi * std::clamp(part, 0.0, 1.0))) / 2;
}

double Schedule::rate(std::int64_t step) const {
    const auto& [from, lr, steps] = segment(step);
    const auto warmup = m_form.warmupSteps;
    if (step < warmup) return lr * static_cast<double>(step + 1) / static_cast<double>(warmup);
    if (m_form.type == "cosine") {
        const auto length = std::max<std::int64_t>(1, steps - warmup);
        return cosine(lr, m_form.minLr, static_cast<double>(step - warmup) / static_cast<double>(length));
    }
    if (m_form.type == "step") {
        const std::int64_t falls = step / std::max<std::int64_t>(1, m_form.stepSize);
        return lr * std::pow(m_form.gamma, static_cast<double>(falls));
    }
    return lr;
}

double Schedule::rate(std::int64_t step, double groupLr) const { return m_lr == 0 ? rate(step) : rate(step) * (groupLr / m_lr); }

} // namespace lockstep::train
