#include "session/step_window.h"

#include <algorithm>

namespace lockstep::session {

void StepWindow::Sums::add(const train::StepSample& s) {
    data += s.dataNs;
    transfer += s.transferNs;
    compute += s.computeNs;
    communication += s.communicationNs;
    optimizer += s.optimizerNs;
    wall += s.wallNs;
    samples += s.samples;
    items += s.items;
}

Breakdown StepWindow::Sums::shares() const {
    if (wall == 0) return {};
    const auto share = [&](std::int64_t ns) { return static_cast<double>(ns) / static_cast<double>(wall); };
    Breakdown b{share(data), share(transfer), share(compute), share(communication), share(optimizer), 0};
    b.other = share(wall - data - transfer - compute - communication - optimizer);
    return b;
}

void StepWindow::add(const train::StepSample& sample) {
    m_last[static_cast<std::size_t>(m_count++) % kSteps] = sample;
    m_all.add(sample);
}

StepWindow::Sums StepWindow::window() const {
    Sums sums;
    for (std::size_t i = 0; i < filled(); ++i) sums.add(m_last[i]);
    return sums;
}

double StepWindow::medianStep() const {
    if (m_count == 0) return 0;
    std::array<std::int64_t, kSteps> walls{};
    const auto n = filled();
    for (std::size_t i = 0; i < n; ++i) walls[i] = m_last[i].wallNs;
    const auto middle = walls.begin() + static_cast<std::ptrdiff_t>(n / 2);
    std::nth_element(walls.begin(), middle, walls.begin() + static_cast<std::ptrdiff_t>(n));
    return static_cast<double>(*middle) * 1e-9;
}

static double perSecond(std::int64_t count, std::int64_t ns) {
    return ns > 0 ? static_cast<double>(count) / (static_cast<double>(ns) * 1e-9) : 0;
}

double StepWindow::samplesPerSecond() const {
    const auto sums = window();
    return perSecond(sums.samples, sums.wall);
}

double StepWindow::itemsPerSecond() const {
    const auto sums = window();
    return perSecond(sums.items, sums.wall);
}

Breakdown StepWindow::recent() const { return window().shares(); }
Breakdown StepWindow::whole() const { return m_all.shares(); }

} // namespace lockstep::session
