// exp, tanh, sigmoid, erfc of vectors, compiled once per instruction set.
#if defined(LOCKSTEP_KERNELS_CPU_FUNCTIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOCKSTEP_KERNELS_CPU_FUNCTIONS_INL_H
#undef LOCKSTEP_KERNELS_CPU_FUNCTIONS_INL_H
#else
#define LOCKSTEP_KERNELS_CPU_FUNCTIONS_INL_H
#endif

#include "kernels/cpu/simd-inl.h"

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// Within 1 ulp for finite results; exp(-inf) = 0, exp(inf) = inf, NaN stays.
HWY_INLINE Vec ExpOf(Vec x) {
    const Tag d;
    const Vec bounded = hn::Min(hn::Max(x, hn::Set(d, -104.0f)), hn::Set(d, 88.8f));
    Vec y = hn::Exp(d, bounded);
    y = hn::IfThenElse(hn::Gt(x, hn::Set(d, 88.7228394f)), hn::Set(d, HUGE_VALF), y);
    y = hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -103.9f)), y);
    return hn::IfThenElse(hn::IsNaN(x), x, y);
}

HWY_INLINE Vec SigmoidOf(Vec x) {
    const Tag d;
    return hn::Div(hn::Set(d, 1.0f), hn::Add(hn::Set(d, 1.0f), ExpOf(hn::Neg(x))));
}

/// (1 - e^-2|x|) / (1 + e^-2|x|) with the sign of x; below 0.35 the series, where the difference would cancel.
HWY_INLINE Vec TanhOf(Vec x) {
    const Tag d;
    const Vec one = hn::Set(d, 1.0f), a = hn::Abs(x), e = ExpOf(hn::Mul(hn::Set(d, -2.0f), a));
    const Vec far = hn::Div(hn::Sub(one, e), hn::Add(one, e));
    // Taylor: x - x^3/3 + 2x^5/15 - 17x^7/315 + 62x^9/2835 - 1382x^11/155925
    const Vec s = hn::Mul(a, a);
    Vec p = hn::Set(d, -8.8632355e-3f);
    p = Fma(p, s, hn::Set(d, 2.1869489e-2f));
    p = Fma(p, s, hn::Set(d, -5.3968254e-2f));
    p = Fma(p, s, hn::Set(d, 1.3333334e-1f));
    p = Fma(p, s, hn::Set(d, -3.3333334e-1f));
    const Vec near = Fma(hn::Mul(p, s), a, a);
    return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.35f)), near, far), x);
}

/// erfc(x) = t * P(t) * exp(-x^2), t = 2 / (2 + x), for x >= 0. P is our own Chebyshev fit of erfcx(x) / t over x in [0, 10]: relative
/// error below 4e-7 evaluated in f32.
HWY_INLINE Vec ErfcOfPositive(Vec x) {
    const Tag d;
    const Vec t = hn::Div(hn::Set(d, 2.0f), hn::Add(hn::Set(d, 2.0f), x));
    Vec p = hn::Set(d, -0.0583182426f);
    p = Fma(p, t, hn::Set(d, 0.281191928f));
    p = Fma(p, t, hn::Set(d, -0.480802684f));
    p = Fma(p, t, hn::Set(d, 0.271470858f));
    p = Fma(p, t, hn::Set(d, -0.0225914243f));
    p = Fma(p, t, hn::Set(d, 0.201196663f));
    p = Fma(p, t, hn::Set(d, 0.243426815f));
    p = Fma(p, t, hn::Set(d, 0.282337858f));
    p = Fma(p, t, hn::Set(d, 0.282088195f));
    return hn::Mul(hn::Mul(p, t), ExpOf(hn::Neg(hn::Mul(x, x))));
}

/// 1 + erf(x), accurate also where it is close to 0.
HWY_INLINE Vec OnePlusErf(Vec x) {
    const Tag d;
    const Vec c = ErfcOfPositive(hn::Abs(x));
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), c, hn::Sub(hn::Set(d, 2.0f), c));
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#endif
