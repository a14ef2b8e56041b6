// Work split over the team of the calling thread: fixed contiguous parts, so that a run repeats its bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <omp.h>

namespace lockstep::kernels {

/// Elements below which waking the team costs more than it saves.
inline constexpr std::int64_t kGrain = 1 << 14;

/// Calls f(from, to) for parts of [0, n) whose borders are multiples of `unit`; on this thread alone below two `grain`s.
template <class F> void parallelFor(std::int64_t n, std::int64_t grain, std::int64_t unit, const F& f) {
    const std::int64_t useful = std::max<std::int64_t>(n / std::max<std::int64_t>(grain, 1), 1);
    const int width = static_cast<int>(std::min<std::int64_t>(useful, omp_get_max_threads()));
    if (width <= 1) {
        if (n > 0) f(std::int64_t{0}, n);
        return;
    }
#pragma omp parallel num_threads(width)
    {
        const std::int64_t units = (n + unit - 1) / unit, team = omp_get_num_threads(), me = omp_get_thread_num();
        const std::int64_t from = units * me / team * unit, to = std::min(n, units * (me + 1) / team * unit);
        if (from < to) f(from, to);
    }
}

} // namespace lockstep::kernels
