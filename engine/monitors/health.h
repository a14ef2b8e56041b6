// Alarms from the scalars of each step (SEMANTICS.md section 15).
#pragma once

#include "monitors/layer_sample.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::monitors {

/// z-score of each value among the last 128 finite ones, itself included (population deviation). Nothing until there are
/// 128, and for non-finite values, which are left out; 0 where all are equal.
class ZScore {
public:
    static constexpr std::size_t kWindow = 128;
    std::optional<double> next(double x);

private:
    std::array<double, kWindow> m_values{};
    std::size_t m_count = 0; ///< finite values so far
};

enum class AlarmKind { NonFinite, ScaleCollapse, Skips, Spike };
/// Exact alarms are always right; rules of thumb (Skips, Spike) are hints, and shown as such.
bool isExact(AlarmKind kind);
std::string_view name(AlarmKind kind);

struct Alarm {
    AlarmKind kind = AlarmKind::NonFinite;
    std::int64_t step = 0;
    std::string_view figure; ///< `loss`, `grad_norm`, `loss_scale` or `values`
    double value = 0;
    std::string where{}; ///< `output of layer 'fc2'`; empty: not known
};
/// One line of English. Rules of thumb say that they are.
std::string describe(const Alarm& alarm);

/// What health looks at in a step.
struct StepHealth {
    std::int64_t step = 0;
    double loss = 0;
    std::optional<double> gradNorm;
    std::optional<double> lossScale; ///< after the step; none without scaling
    bool skipped = false;            ///< found_inf: no update was made, so non-finite figures are no fault
    std::string where{};             ///< the first value that is not finite, where it was looked for
};

/// Rules over a run's steps; costs some hundred operations a step, allocates only when an alarm is raised.
/// An alarm that stays true is raised once, again only after it was false.
class HealthRules {
public:
    /// `warmupSteps`: skips in them do not count, the loss scale is still finding its value.
    explicit HealthRules(std::int64_t warmupSteps = 0) : m_warmup(warmupSteps) {}
    std::vector<Alarm> next(const StepHealth& step);
    /// Statistics of a probed step: names the first value that is not finite.
    std::vector<Alarm> next(const LayerSample& sample);

private:
    static constexpr std::size_t kKinds = 4, kFigures = 4;
    void spike(std::vector<Alarm>& out, const Alarm& alarm, double score, std::size_t figure);
    void report(std::vector<Alarm>& out, bool now, const Alarm& alarm, std::size_t figure);

    std::int64_t m_warmup;
    ZScore m_loss, m_norm;
    std::int64_t m_steps = 0, m_skips = 0, m_skipsInARow = 0;
    std::array<bool, kKinds * kFigures> m_raised{};
    std::array<std::int64_t, kFigures> m_quietUntil{}; ///< spikes: one a window is enough
};

} // namespace lockstep::monitors
