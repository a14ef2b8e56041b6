#include "kernels/cpu/elementwise/activations.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/elementwise/activations.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>

#include "kernels/cpu/functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

template <class F> void Map(const float* x, float* y, std::int64_t n, F f) {
    parallelFor(n, kGrain, 16, [=](std::int64_t from, std::int64_t to) HWY_ATTR {
        EachVector(from, to, [=](std::int64_t i, auto m) HWY_ATTR { m.store(f(m.load(x + i)), y + i); });
    });
}

template <class F> void Map(const float* a, const float* b, float* y, std::int64_t n, F f) {
    parallelFor(n, kGrain, 16, [=](std::int64_t from, std::int64_t to) HWY_ATTR {
        EachVector(from, to, [=](std::int64_t i, auto m) HWY_ATTR { m.store(f(m.load(a + i), m.load(b + i)), y + i); });
    });
}

/// Zero where y <= 0: NaN fails the comparison and so passes on.
HWY_INLINE Vec UnlessNegative(Vec y, Vec v) { return hn::IfThenZeroElse(hn::Le(y, hn::Zero(Tag())), v); }

HWY_INLINE Vec Half(Vec v) { return hn::Mul(hn::Set(Tag(), 0.5f), v); }

/// -inf * 0 is NaN, as SEMANTICS.md 7 has it.
HWY_INLINE Vec GeluOf(Vec x) { return hn::Mul(Half(x), OnePlusErf(hn::Mul(x, hn::Set(Tag(), 0.707106781f)))); }

/// Phi(x) + x phi(x)
HWY_INLINE Vec GeluSlope(Vec x) {
    const Tag d;
    const Vec phi = hn::Mul(hn::Set(d, 0.398942280f), ExpOf(hn::Mul(hn::Set(d, -0.5f), hn::Mul(x, x))));
    return Fma(x, phi, Half(OnePlusErf(hn::Mul(x, hn::Set(d, 0.707106781f)))));
}

HWY_INLINE Vec InnerTanh(Vec x) {
    const Tag d;
    const Vec cubic = Fma(hn::Mul(hn::Set(d, 0.044715f), hn::Mul(x, x)), x, x);
    return TanhOf(hn::Mul(hn::Set(d, 0.797884561f), cubic));
}

HWY_INLINE Vec GeluTanhOf(Vec x) { return hn::Mul(Half(x), hn::Add(hn::Set(Tag(), 1.0f), InnerTanh(x))); }

HWY_INLINE Vec GeluTanhSlope(Vec x) {
    const Tag d;
    const Vec one = hn::Set(d, 1.0f), t = InnerTanh(x);
    const Vec inner = hn::Mul(hn::Set(d, 0.797884561f), Fma(hn::Set(d, 3 * 0.044715f), hn::Mul(x, x), one));
    return Fma(hn::Mul(Half(x), hn::Mul(hn::Sub(one, t), hn::Add(one, t))), inner, Half(hn::Add(one, t)));
}

void Relu(const float* x, float* y, std::int64_t n) {
    Map(x, y, n, [](Vec v) HWY_ATTR { return UnlessNegative(v, v); });
}
void Tanh(const float* x, float* y, std::int64_t n) {
    Map(x, y, n, [](Vec v) HWY_ATTR { return TanhOf(v); });
}
void Sigmoid(const float* x, float* y, std::int64_t n) {
    Map(x, y, n, [](Vec v) HWY_ATTR { return SigmoidOf(v); });
}
void Gelu(const float* x, float* y, std::int64_t n) {
    Map(x, y, n, [](Vec v) HWY_ATTR { return GeluOf(v); });
}
void GeluTanh(const float* x, float* y, std::int64_t n) {
    Map(x, y, n, [](Vec v) HWY_ATTR { return GeluTanhOf(v); });
}
void ReluGrad(const float* dy, const float* y, float* dx, std::int64_t n) {
    Map(dy, y, dx, n, [](Vec g, Vec v) HWY_ATTR { return UnlessNegative(v, g); });
}
void TanhGrad(const float* dy, const float* y, float* dx, std::int64_t n) {
    Map(dy, y, dx, n, [](Vec g, Vec v) HWY_ATTR {
        const Vec one = hn::Set(Tag(), 1.0f);
        return hn::Mul(g, hn::Mul(hn::Sub(one, v), hn::Add(one, v)));
    });
}
void SigmoidGrad(const float* dy, const float* y, float* dx, std::int64_t n) {
    Map(dy, y, dx, n, [](Vec g, Vec v) HWY_ATTR { return hn::Mul(g, hn::Mul(v, hn::Sub(hn::Set(Tag(), 1.0f), v))); });
}
void GeluGrad(const float* dy, const float* x, float* dx, std::int64_t n) {
    Map(dy, x, dx, n, [](Vec g, Vec v) HWY_ATTR { return hn::Mul(g, GeluSlope(v)); });
}
void GeluTanhGrad(const float* dy, const float* x, float* dx, std::int64_t n) {
    Map(dy, x, dx, n, [](Vec g, Vec v) HWY_ATTR { return hn::Mul(g, GeluTanhSlope(v)); });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(Relu);
HWY_EXPORT(Tanh);
HWY_EXPORT(Sigmoid);
HWY_EXPORT(Gelu);
HWY_EXPORT(GeluTanh);
HWY_EXPORT(ReluGrad);
HWY_EXPORT(TanhGrad);
HWY_EXPORT(SigmoidGrad);
HWY_EXPORT(GeluGrad);
HWY_EXPORT(GeluTanhGrad);

void relu(const float* x, float* y, std::int64_t n) { HWY_DYNAMIC_DISPATCH(Relu)(x, y, n); }
void tanh(const float* x, float* y, std::int64_t n) { HWY_DYNAMIC_DISPATCH(Tanh)(x, y, n); }
void sigmoid(const float* x, float* y, std::int64_t n) { HWY_DYNAMIC_DISPATCH(Sigmoid)(x, y, n); }
void gelu(const float* x, float* y, std::int64_t n) { HWY_DYNAMIC_DISPATCH(Gelu)(x, y, n); }
void geluTanh(const float* x, float* y, std::int64_t n) { HWY_DYNAMIC_DISPATCH(GeluTanh)(x, y, n); }
void reluGrad(const float* dy, const float* y, float* dx, std::int64_t n) { HWY_DYNAMIC_DISPATCH(ReluGrad)(dy, y, dx, n); }
void tanhGrad(const float* dy, const float* y, float* dx, std::int64_t n) { HWY_DYNAMIC_DISPATCH(TanhGrad)(dy, y, dx, n); }
void sigmoidGrad(const float* dy, const float* y, float* dx, std::int64_t n) { HWY_DYNAMIC_DISPATCH(SigmoidGrad)(dy, y, dx, n); }
void geluGrad(const float* dy, const float* x, float* dx, std::int64_t n) { HWY_DYNAMIC_DISPATCH(GeluGrad)(dy, x, dx, n); }
void geluTanhGrad(const float* dy, const float* x, float* dx, std::int64_t n) { HWY_DYNAMIC_DISPATCH(GeluTanhGrad)(dy, x, dx, n); }

} // namespace lockstep::kernels
#endif
