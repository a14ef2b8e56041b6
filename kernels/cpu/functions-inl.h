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

/// e^x - 1 without the loss near 0.
HWY_INLINE Vec Expm1Of(Vec x) {
    const Tag d;
    const Vec bounded = hn::Min(hn::Max(x, hn::Set(d, -80.0f)), hn::Set(d, 88.7f));
    Vec y = hn::Expm1(d, bounded);
    y = hn::IfThenElse(hn::Gt(x, hn::Set(d, 88.7f)), ExpOf(x), y);
    y = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, y);
    return hn::IfThenElse(hn::IsNaN(x), x, y);
}

/// log(0) = -inf, log(inf) = inf, NaN below 0.
HWY_INLINE Vec LogOf(Vec x) {
    const Tag d;
    const Vec inf = hn::Set(d, HUGE_VALF), zero = hn::Zero(d);
    // Subnormal arguments are scaled into the range of the polynomial.
    const auto tiny = hn::Lt(x, hn::Set(d, 1.17549435e-38f));
    const Vec scaled = hn::IfThenElse(tiny, hn::Mul(x, hn::Set(d, 8388608.0f)), x);
    Vec y = hn::Log(d, scaled);
    y = hn::IfThenElse(tiny, hn::Sub(y, hn::Set(d, 15.9423847f)), y);
    y = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(inf), y);
    y = hn::IfThenElse(hn::Eq(x, inf), inf, y);
    y = hn::IfThenElse(hn::Lt(x, zero), hn::Set(d, NAN), y);
    return hn::IfThenElse(hn::IsNaN(x), x, y);
}

HWY_INLINE Vec Log1pOf(Vec x) {
    const Tag d;
    const Vec inf = hn::Set(d, HUGE_VALF), one = hn::Set(d, 1.0f);
    // log(u) x / (u - 1) with u = 1 + x rounded: its error cancels.
    const Vec u = hn::Add(one, x), around = hn::Sub(u, one);
    const Vec near = hn::Mul(LogOf(u), hn::Div(x, around));
    Vec y = hn::IfThenElse(hn::Eq(around, hn::Zero(d)), x, near);
    y = hn::IfThenElse(hn::Eq(x, inf), inf, y);
    y = hn::IfThenElse(hn::Eq(u, hn::Zero(d)), hn::Neg(inf), y);
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

/// Below 1/2 the series, where 1 - erfc would cancel.
HWY_INLINE Vec ErfOf(Vec x) {
    const Tag d;
    const Vec a = hn::Abs(x), s = hn::Mul(x, x);
    // 2/sqrt(pi) * (1 - s/3 + s^2/10 - s^3/42 + s^4/216 - s^5/1320 + s^6/9360 - s^7/75600)
    Vec p = hn::Set(d, -1.49256508e-5f);
    p = Fma(p, s, hn::Set(d, 1.20553331e-4f));
    p = Fma(p, s, hn::Set(d, -8.54832701e-4f));
    p = Fma(p, s, hn::Set(d, 5.22397763e-3f));
    p = Fma(p, s, hn::Set(d, -2.68661706e-2f));
    p = Fma(p, s, hn::Set(d, 1.12837917e-1f));
    p = Fma(p, s, hn::Set(d, -3.76126389e-1f));
    p = Fma(p, s, hn::Set(d, 1.12837917f));
    const Vec far = hn::CopySign(hn::Sub(hn::Set(d, 1.0f), ErfcOfPositive(a)), x);
    return hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.5f)), hn::Mul(p, x), far);
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#endif
