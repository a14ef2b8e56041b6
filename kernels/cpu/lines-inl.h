// What softmax asks of n numbers that stand in a row, compiled once per instruction set.
#if defined(LOCKSTEP_KERNELS_CPU_LINES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOCKSTEP_KERNELS_CPU_LINES_INL_H
#undef LOCKSTEP_KERNELS_CPU_LINES_INL_H
#else
#define LOCKSTEP_KERNELS_CPU_LINES_INL_H
#endif

#include "kernels/cpu/functions-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

HWY_INLINE float Largest(const float* x, std::int64_t n) {
    const Tag d;
    const auto step = static_cast<std::int64_t>(hn::Lanes(d));
    Vec top = hn::Set(d, -HUGE_VALF);
    std::int64_t i = 0;
    for (; i + step <= n; i += step) top = hn::Max(top, hn::LoadU(d, x + i));
    float most = hn::GetLane(hn::MaxOfLanes(d, top));
    for (; i < n; ++i) most = std::max(most, x[i]);
    return most;
}

/// Sum of exp(x - top), the exponentials kept in y unless it is null.
HWY_INLINE float Exponentials(const float* x, float top, float* y, std::int64_t n) {
    const Tag d;
    Vec sum = hn::Zero(d);
    const Vec shift = hn::Set(d, top);
    const auto step = static_cast<std::int64_t>(hn::Lanes(d));
    EachVector(0, n, [&](std::int64_t i, auto m) HWY_ATTR {
        Vec e = ExpOf(hn::Sub(m.load(x + i), shift));
        if (y) m.store(e, y + i);
        if (n - i < step) e = hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(n - i)), e);
        sum = hn::Add(sum, e);
    });
    return SumLanes(sum);
}

HWY_INLINE float Dot(const float* a, const float* b, std::int64_t n) {
    Vec sum = hn::Zero(Tag());
    EachVector(0, n, [&](std::int64_t i, auto m) HWY_ATTR { sum = Fma(m.load(a + i), m.load(b + i), sum); });
    return SumLanes(sum);
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#endif
