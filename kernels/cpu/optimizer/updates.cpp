#include "kernels/cpu/optimizer/updates.h"

#include "kernels/cpu/reduce/sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/optimizer/updates.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>

#include "kernels/cpu/reduce/squares-inl.h"
#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

HWY_INLINE Vec All(float v) { return hn::Set(Tag(), v); }

/// m + (1 - beta1) * (g - m), from the end that loses less.
HWY_INLINE Vec Mean(const AdamScalars& k, Vec m, Vec g) {
    const Vec step = hn::Sub(g, m);
    return k.oneMinusBeta1 < 0.5f ? Fma(All(k.oneMinusBeta1), step, m) : Fma(hn::Neg(step), All(1 - k.oneMinusBeta1), g);
}

HWY_INLINE Vec Larger(Vec a, Vec b) { return hn::IfThenElse(hn::Or(hn::Gt(b, a), hn::IsNaN(b)), b, a); }

/// Calls update(from, to) for parts of a tensor; where `squares` is given, each piece of the gradient is summed just before it is used,
/// in the same pieces and order as sumOfSquares.
template <class F> void EachPart(const float* gradient, std::int64_t n, std::int64_t grain, double* squares, const F& update) {
    if (!squares) return parallelFor(n, grain, 16, update);
    parallelFor(piecesOf(n), 1, 1, [&](std::int64_t first, std::int64_t last) HWY_ATTR {
        for (std::int64_t k = first; k < last; ++k) {
            const std::int64_t from = k * kPiece, to = std::min(n, from + kPiece);
            squares[k] = SquaresOf(gradient, from, to);
            update(from, to);
        }
    });
}

void AdamUpdate(const AdamScalars& k, const AdamTensor& t) {
    EachPart(t.g, t.n, kGrain / 4, t.squares, [&](std::int64_t from, std::int64_t to) HWY_ATTR {
        EachVector(from, to, [&](std::int64_t i, auto a) HWY_ATTR {
            Vec p = a.load(t.p + i), g = a.load(t.g + i);
            if (k.clips) g = hn::Mul(g, All(k.coefficient));
            if (k.decoupled)
                p = hn::Mul(p, All(k.shrink));
            else if (k.decays)
                g = Fma(p, All(k.decay), g);
            const Vec m = Mean(k, a.load(t.m + i), g);
            const Vec v = Fma(hn::Mul(All(k.oneMinusBeta2), g), g, hn::Mul(a.load(t.v + i), All(k.beta2)));
            const Vec top = t.vmax ? Larger(a.load(t.vmax + i), v) : v;
            const Vec d = hn::Add(hn::Div(hn::Sqrt(top), All(k.rootCorrection)), All(k.eps));
            a.store(hn::Add(p, hn::Div(hn::Mul(All(k.minusStep), m), d)), t.newP + i);
            a.store(m, t.newM + i);
            a.store(v, t.newV + i);
            if (t.newVmax) a.store(top, t.newVmax + i);
        });
    });
}

void SgdUpdate(const SgdScalars& k, const SgdTensor& t) {
    EachPart(t.g, t.n, kGrain / 2, t.squares, [&](std::int64_t from, std::int64_t to) HWY_ATTR {
        EachVector(from, to, [&](std::int64_t i, auto a) HWY_ATTR {
            const Vec p = a.load(t.p + i);
            Vec g = a.load(t.g + i);
            if (k.clips) g = hn::Mul(g, All(k.coefficient));
            if (k.decays) g = Fma(p, All(k.decay), g);
            Vec u = g;
            if (t.buffer) {
                const Vec b = k.firstStep ? g : Fma(g, All(k.undamped), hn::Mul(a.load(t.buffer + i), All(k.momentum)));
                a.store(b, t.newBuffer + i);
                u = k.nesterov ? Fma(b, All(k.momentum), g) : b;
            }
            a.store(Fma(u, All(k.minusLr), p), t.newP + i);
        });
    });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(AdamUpdate);
HWY_EXPORT(SgdUpdate);

void adamUpdate(const AdamScalars& scalars, const AdamTensor& tensor) { HWY_DYNAMIC_DISPATCH(AdamUpdate)(scalars, tensor); }
void sgdUpdate(const SgdScalars& scalars, const SgdTensor& tensor) { HWY_DYNAMIC_DISPATCH(SgdUpdate)(scalars, tensor); }

} // namespace lockstep::kernels
#endif
