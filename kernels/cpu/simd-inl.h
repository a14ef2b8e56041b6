// Vector helpers, compiled once per instruction set.
#if defined(LOCKSTEP_KERNELS_CPU_SIMD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOCKSTEP_KERNELS_CPU_SIMD_INL_H
#undef LOCKSTEP_KERNELS_CPU_SIMD_INL_H
#else
#define LOCKSTEP_KERNELS_CPU_SIMD_INL_H
#endif

#include "kernels/cpu/simd.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<float>;
using Vec = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

/// a * b + c rounded once, on every target.
HWY_INLINE Vec Fma(Vec a, Vec b, Vec c) {
#if HWY_TARGET == HWY_SCALAR
    const Tag d;
    return hn::Set(d, std::fma(hn::GetLane(a), hn::GetLane(b), hn::GetLane(c)));
#else
    return hn::MulAdd(a, b, c);
#endif
}

/// Whole vectors of [from, to), then a masked rest: calls f(index, load, store).
struct Whole {
    HWY_INLINE Vec load(const float* p) const { return hn::LoadU(Tag(), p); }
    HWY_INLINE void store(Vec v, float* p) const { hn::StoreU(v, Tag(), p); }
};
struct Rest {
    Mask mask;
    HWY_INLINE Vec load(const float* p) const { return hn::MaskedLoad(mask, Tag(), p); }
    HWY_INLINE void store(Vec v, float* p) const { hn::BlendedStore(v, mask, Tag(), p); }
};

template <class F> HWY_INLINE void EachVector(std::int64_t from, std::int64_t to, const F& f) {
    const Tag d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = from;
    for (; i + lanes <= to; i += lanes) f(i, Whole{});
    if (i < to) f(i, Rest{hn::FirstN(d, static_cast<std::size_t>(to - i))});
}

/// Sum of the lanes, pairwise by halves: the same order on every run.
HWY_INLINE float SumLanes(Vec v) { return hn::GetLane(hn::SumOfLanes(Tag(), v)); }

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#endif
