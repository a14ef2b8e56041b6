#include "kernels/cpu/norm/layer_norm.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/norm/layer_norm.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>

#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

template <class F> void EachRow(std::int64_t rows, std::int64_t width, const F& f) {
    parallelFor(rows, std::max<std::int64_t>(kGrain / 2 / std::max<std::int64_t>(width, 1), 1), 1,
                [&](std::int64_t from, std::int64_t to) HWY_ATTR {
                    for (std::int64_t r = from; r < to; ++r) f(r);
                });
}

/// Sum over a row of f(index, access, mask of valid lanes).
template <class F> HWY_INLINE float RowSum(std::int64_t width, const F& f) {
    const Tag d;
    const auto step = static_cast<std::int64_t>(hn::Lanes(d));
    Vec sum = hn::Zero(d);
    EachVector(0, width, [&](std::int64_t i, auto m) HWY_ATTR {
        Vec v = f(i, m);
        if (width - i < step) v = hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(width - i)), v);
        sum = hn::Add(sum, v);
    });
    return SumLanes(sum);
}

void LayerForward(std::int64_t rows, std::int64_t width, const LayerNormForward& a) {
    EachRow(rows, width, [&](std::int64_t r) HWY_ATTR {
        const Tag d;
        const float* x = a.x + r * width;
        float* y = a.y + r * width;
        const auto n = static_cast<float>(width);
        const float mean = a.centred ? RowSum(width, [=](std::int64_t i, auto m) HWY_ATTR { return m.load(x + i); }) / n : 0.0f;
        const Vec centre = hn::Set(d, mean);
        const float squares = RowSum(width, [=](std::int64_t i, auto m) HWY_ATTR {
            const Vec v = hn::Sub(m.load(x + i), centre);
            return hn::Mul(v, v);
        });
        const auto rstd = static_cast<float>(1 / std::sqrt(static_cast<double>(squares / n) + a.eps));
        const Vec scale = hn::Set(d, rstd), one = hn::Set(d, 1.0f), zero = hn::Zero(d);
        EachVector(0, width, [&](std::int64_t i, auto m) HWY_ATTR {
            const Vec xh = hn::Mul(hn::Sub(m.load(x + i), centre), scale);
            m.store(Fma(xh, a.weight ? m.load(a.weight + i) : one, a.bias ? m.load(a.bias + i) : zero), y + i);
        });
        a.mean[r] = mean, a.rstd[r] = rstd;
    });
}

/// dx = rstd * (d - mean(d) - xh * mean(d * xh)), d = dy * weight
void LayerInputGradient(std::int64_t rows, std::int64_t width, const LayerNormBackward& a) {
    EachRow(rows, width, [&](std::int64_t r) HWY_ATTR {
        const Tag d;
        const float *dy = a.dy + r * width, *x = a.x + r * width;
        float* dx = a.dx + r * width;
        const Vec centre = hn::Set(d, a.mean[r]), rstd = hn::Set(d, a.rstd[r]), one = hn::Set(d, 1.0f);
        const auto n = static_cast<float>(width);
        const auto weighted = [=, &a](std::int64_t i, auto m) HWY_ATTR {
            return a.weight ? hn::Mul(m.load(dy + i), m.load(a.weight + i)) : hn::Mul(m.load(dy + i), one);
        };
        const auto normal = [=](std::int64_t i, auto m) HWY_ATTR { return hn::Mul(hn::Sub(m.load(x + i), centre), rstd); };
        const Vec average = hn::Set(d, a.centred ? RowSum(width, weighted) / n : 0.0f);
        const Vec slope =
            hn::Set(d, RowSum(width, [&](std::int64_t i, auto m) HWY_ATTR { return hn::Mul(weighted(i, m), normal(i, m)); }) / n);
        EachVector(0, width, [&](std::int64_t i, auto m) HWY_ATTR {
            const Vec v = hn::NegMulAdd(normal(i, m), slope, hn::Sub(weighted(i, m), average));
            m.store(hn::Mul(rstd, v), dx + i);
        });
    });
}

/// Columns go to threads, rows stay in order.
void LayerParameterGradients(std::int64_t rows, std::int64_t width, const LayerNormBackward& a) {
    parallelFor(width, std::max<std::int64_t>(kGrain / std::max<std::int64_t>(rows, 1), 16), 16,
                [&](std::int64_t from, std::int64_t to) HWY_ATTR {
                    EachVector(from, to, [&](std::int64_t c, auto m) HWY_ATTR {
                        const Tag d;
                        Vec sum = hn::Zero(d), dot = sum;
                        for (std::int64_t r = 0; r < rows; ++r) {
                            const Vec g = m.load(a.dy + r * width + c);
                            const Vec xh = hn::Mul(hn::Sub(m.load(a.x + r * width + c), hn::Set(d, a.mean[r])), hn::Set(d, a.rstd[r]));
                            sum = hn::Add(sum, g);
                            dot = Fma(g, xh, dot);
                        }
                        m.store(dot, a.dWeight + c);
                        m.store(sum, a.dBias + c);
                    });
                });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(LayerForward);
HWY_EXPORT(LayerInputGradient);
HWY_EXPORT(LayerParameterGradients);

void layerNormForward(std::int64_t rows, std::int64_t width, const LayerNormForward& args) {
    HWY_DYNAMIC_DISPATCH(LayerForward)(rows, width, args);
}
void layerNormBackward(std::int64_t rows, std::int64_t width, const LayerNormBackward& args) {
    HWY_DYNAMIC_DISPATCH(LayerParameterGradients)(rows, width, args);
    HWY_DYNAMIC_DISPATCH(LayerInputGradient)(rows, width, args);
}

} // namespace lockstep::kernels
#endif
