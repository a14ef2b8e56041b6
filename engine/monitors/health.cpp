#include "monitors/health.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace lockstep::monitors {

namespace {

constexpr double kScaleFloor = 1;
constexpr std::int64_t kSkipsInARow = 3;
constexpr double kSkipShare = 0.05;
constexpr std::int64_t kSkipsNeed = 20; // fewer steps can not tell one in twenty from chance
constexpr double kSpike = 4;

constexpr std::array<std::string_view, 4> kNames = {"non_finite", "scale_collapse", "skips", "spike"};
constexpr std::array<std::string_view, 4> kFigureNames = {"loss", "grad_norm", "loss_scale", "values"};

} // namespace

std::optional<double> ZScore::next(double x) {
    if (!std::isfinite(x)) return std::nullopt;
    m_values[m_count++ % kWindow] = x;
    if (m_count < kWindow) return std::nullopt;
    const double mean = std::accumulate(m_values.begin(), m_values.end(), 0.0) / kWindow;
    double squares = 0; // about the mean: the difference of two large sums would cancel
    for (const double v : m_values) squares += (v - mean) * (v - mean);
    const double deviation = std::sqrt(squares / kWindow);
    return deviation > 0 ? (x - mean) / deviation : 0;
}

bool isExact(AlarmKind kind) { return kind == AlarmKind::NonFinite || kind == AlarmKind::ScaleCollapse; }

std::string_view name(AlarmKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

void HealthRules::report(std::vector<Alarm>& out, bool now, const Alarm& alarm, std::size_t figure) {
    bool& raised = m_raised[static_cast<std::size_t>(alarm.kind) * kFigures + figure];
    if (now && !raised) {
        out.push_back(alarm);
        out.back().figure = kFigureNames[figure];
    }
    raised = now;
}

std::vector<Alarm> HealthRules::next(const StepHealth& s) {
    std::vector<Alarm> out;
    const double norm = s.gradNorm.value_or(0), scale = s.lossScale.value_or(2 * kScaleFloor);
    report(out, !s.skipped && !std::isfinite(s.loss), {AlarmKind::NonFinite, s.step, {}, s.loss, s.where}, 0);
    report(out, !s.skipped && !std::isfinite(norm), {AlarmKind::NonFinite, s.step, {}, norm, s.where}, 1);
    m_skipsInARow = s.skipped ? m_skipsInARow + 1 : 0;
    report(out, scale <= kScaleFloor || m_skipsInARow >= kSkipsInARow, {AlarmKind::ScaleCollapse, s.step, {}, scale}, 2);
    if (s.step >= m_warmup) ++m_steps, m_skips += s.skipped;
    const double share = m_steps ? static_cast<double>(m_skips) / static_cast<double>(m_steps) : 0;
    report(out, m_steps >= kSkipsNeed && share > kSkipShare, {AlarmKind::Skips, s.step, {}, share}, 2);
    if (s.skipped) return out;
    spike(out, {AlarmKind::Spike, s.step, {}, s.loss}, m_loss.next(s.loss).value_or(0), 0);
    if (s.gradNorm) spike(out, {AlarmKind::Spike, s.step, {}, norm}, m_norm.next(norm).value_or(0), 1);
    return out;
}

/// Heavy tails spike for ever: an episode ends with a window that has none.
void HealthRules::spike(std::vector<Alarm>& out, const Alarm& alarm, double score, std::size_t figure) {
    const bool high = score > kSpike;
    report(out, high && alarm.step >= m_quietUntil[figure], alarm, figure);
    if (high) m_quietUntil[figure] = alarm.step + static_cast<std::int64_t>(ZScore::kWindow);
}

std::vector<Alarm> HealthRules::next(const LayerSample& sample) {
    std::vector<Alarm> out;
    const auto bad = std::find_if(sample.rows.begin(), sample.rows.end(), [](const auto& row) { return row.notFinite() > 0; });
    const bool any = bad != sample.rows.end();
    Alarm alarm{AlarmKind::NonFinite, sample.step, {}, any ? static_cast<double>(bad->notFinite()) : 0};
    if (any) alarm.where = std::string(name(bad->role)) + " of layer '" + bad->layer + "'";
    report(out, any, alarm, 3);
    return out;
}

std::string describe(const Alarm& a) {
    const std::string value = shortest(a.value), where = a.where.empty() ? "" : "; the first value that is not finite is in the " + a.where;
    const bool norm = a.figure == kFigureNames[1];
    const std::string figure = norm ? "the gradient norm is " : "the loss is ";
    switch (a.kind) {
    case AlarmKind::NonFinite:
        return a.figure == kFigureNames[3] ? value + " values in the " + a.where + " are not finite" : figure + value + where;
    case AlarmKind::ScaleCollapse: return "the loss scale has collapsed to " + value;
    case AlarmKind::Skips: return "more than 5 % of the steps are skipped (a rule of thumb)";
    case AlarmKind::Spike: break;
    }
    char rounded[32];
    std::snprintf(rounded, sizeof rounded, "%.4g", a.value);
    return figure + rounded + " at step " + std::to_string(a.step) + ", more than 4 deviations above the last 128 steps (a rule of thumb)";
}

} // namespace lockstep::monitors
