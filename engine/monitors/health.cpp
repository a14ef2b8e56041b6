#include "monitors/health.h"

#include <cmath>
#include <numeric>

namespace lockstep::monitors {

namespace {

constexpr double kScaleFloor = 1;
constexpr std::int64_t kSkipsInARow = 3;
constexpr double kSkipShare = 0.05;
constexpr std::int64_t kSkipsNeed = 20; // fewer steps can not tell one in twenty from chance
constexpr double kSpike = 4;

constexpr std::array<std::string_view, 4> kNames = {"non_finite", "scale_collapse", "skips", "spike"};
constexpr std::array<std::string_view, 3> kFigureNames = {"loss", "grad_norm", "loss_scale"};

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
    report(out, !s.skipped && !std::isfinite(s.loss), {AlarmKind::NonFinite, s.step, {}, s.loss}, 0);
    report(out, !s.skipped && !std::isfinite(norm), {AlarmKind::NonFinite, s.step, {}, norm}, 1);
    m_skipsInARow = s.skipped ? m_skipsInARow + 1 : 0;
    report(out, scale <= kScaleFloor || m_skipsInARow >= kSkipsInARow, {AlarmKind::ScaleCollapse, s.step, {}, scale}, 2);
    if (s.step >= m_warmup) ++m_steps, m_skips += s.skipped;
    const double share = m_steps ? static_cast<double>(m_skips) / static_cast<double>(m_steps) : 0;
    report(out, m_steps >= kSkipsNeed && share > kSkipShare, {AlarmKind::Skips, s.step, {}, share}, 2);
    if (s.skipped) return out;
    report(out, m_loss.next(s.loss).value_or(0) > kSpike, {AlarmKind::Spike, s.step, {}, s.loss}, 0);
    if (s.gradNorm) report(out, m_norm.next(norm).value_or(0) > kSpike, {AlarmKind::Spike, s.step, {}, norm}, 1);
    return out;
}

} // namespace lockstep::monitors
