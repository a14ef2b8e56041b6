// Sums of squares in double, compiled once per instruction set.
#if defined(LOCKSTEP_KERNELS_CPU_SQUARES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOCKSTEP_KERNELS_CPU_SQUARES_INL_H
#undef LOCKSTEP_KERNELS_CPU_SQUARES_INL_H
#else
#define LOCKSTEP_KERNELS_CPU_SQUARES_INL_H
#endif

#include "kernels/cpu/simd.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Wide = hn::ScalableTag<double>;
using WideVec = hn::Vec<Wide>;
using Narrow = hn::Rebind<float, Wide>;

HWY_INLINE WideVec LoadWide(const float* p) { return hn::PromoteTo(Wide(), hn::LoadU(Narrow(), p)); }
HWY_INLINE double SumWide(WideVec v) { return hn::GetLane(hn::SumOfLanes(Wide(), v)); }

/// Sum of term(i)^2 in two interleaved sums; `term` gives a vector, `one` a number.
template <class Term, class One> HWY_INLINE double Squares(std::int64_t from, std::int64_t to, const Term& term, const One& one) {
    const auto step = static_cast<std::int64_t>(hn::Lanes(Wide()));
    WideVec s0 = hn::Zero(Wide()), s1 = s0;
    std::int64_t i = from;
    for (; i + 2 * step <= to; i += 2 * step) {
        const WideVec a = term(i), b = term(i + step);
        s0 = hn::MulAdd(a, a, s0), s1 = hn::MulAdd(b, b, s1);
    }
    double sum = SumWide(hn::Add(s0, s1));
    for (; i < to; ++i) sum += one(i) * one(i);
    return sum;
}

HWY_INLINE double SquaresOf(const float* x, std::int64_t from, std::int64_t to) {
    return Squares(
        from, to, [=](std::int64_t i) HWY_ATTR { return LoadWide(x + i); }, [=](std::int64_t i) { return static_cast<double>(x[i]); });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#endif
