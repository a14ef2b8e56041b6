#include "kernels/cpu/attention/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/attention/tile.cpp"
#include "kernels/cpu/simd.h"

#include <algorithm>
#include <cmath>
#include <hwy/foreach_target.h>

#include "kernels/cpu/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

void SoftmaxTile(float* scores, std::int64_t rows, std::int64_t columns, const SoftmaxRows& state) {
    for (std::int64_t r = 0; r < rows; ++r) {
        float* x = scores + r * columns;
        const float before = state.top[r], top = std::max(Largest(x, columns), before);
        if (top == -HUGE_VALF) { // nothing to see in this tile, or nothing but NaN
            for (std::int64_t i = 0; i < columns; ++i) {
                if (std::isnan(x[i]))
                    state.sum[r] = x[i];
                else
                    x[i] = 0;
            }
            continue;
        }
        const float sum = Exponentials(x, top, x, columns);
        const float shrink = before == -HUGE_VALF ? 0.0f : std::exp(before - top);
        state.sum[r] = state.sum[r] * shrink + sum;
        state.top[r] = top;
        if (shrink == 1.0f) continue;
        float* result = state.result + r * state.width;
        const Vec factor = hn::Set(Tag(), shrink);
        EachVector(0, state.width, [&](std::int64_t i, auto m) HWY_ATTR { m.store(hn::Mul(m.load(result + i), factor), result + i); });
    }
}

void SlopeTile(float* scores, float* dp, std::int64_t rows, std::int64_t columns, const float* logsum, const float* mean) {
    for (std::int64_t r = 0; r < rows; ++r) {
        const Vec shift = hn::Set(Tag(), logsum[r]), centre = hn::Set(Tag(), mean[r]);
        float *x = scores + r * columns, *g = dp + r * columns;
        EachVector(0, columns, [=](std::int64_t i, auto m) HWY_ATTR {
            const Vec p = ExpOf(hn::Sub(m.load(x + i), shift));
            m.store(p, x + i);
            m.store(hn::Mul(p, hn::Sub(m.load(g + i), centre)), g + i);
        });
    }
}

void ScaleRows(const float* x, const float* divisors, float* y, std::int64_t stride, std::int64_t rows, std::int64_t width) {
    for (std::int64_t r = 0; r < rows; ++r) {
        const Vec divisor = hn::Set(Tag(), divisors[r]);
        const float* from = x + r * width;
        float* to = y + r * stride;
        EachVector(0, width, [=](std::int64_t i, auto m) HWY_ATTR { m.store(hn::Div(m.load(from + i), divisor), to + i); });
    }
}

float RowDot(const float* a, const float* b, std::int64_t n) { return Dot(a, b, n); }

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(SoftmaxTile);
HWY_EXPORT(SlopeTile);
HWY_EXPORT(ScaleRows);
HWY_EXPORT(RowDot);

void softmaxTile(float* scores, std::int64_t rows, std::int64_t columns, const SoftmaxRows& state) {
    HWY_DYNAMIC_DISPATCH(SoftmaxTile)(scores, rows, columns, state);
}
void slopeTile(float* scores, float* dp, std::int64_t rows, std::int64_t columns, const float* logsum, const float* mean) {
    HWY_DYNAMIC_DISPATCH(SlopeTile)(scores, dp, rows, columns, logsum, mean);
}
void scaleRows(const float* x, const float* divisors, float* y, std::int64_t stride, std::int64_t rows, std::int64_t width) {
    HWY_DYNAMIC_DISPATCH(ScaleRows)(x, divisors, y, stride, rows, width);
}
float rowDot(const float* a, const float* b, std::int64_t n) { return HWY_DYNAMIC_DISPATCH(RowDot)(a, b, n); }

void fillLaterKeys(float* tile, std::int64_t rows, std::int64_t columns, std::int64_t query, std::int64_t key, float value) {
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t seen = std::clamp<std::int64_t>(query + r + 1 - key, 0, columns);
        std::fill(tile + r * columns + seen, tile + (r + 1) * columns, value);
    }
}

} // namespace lockstep::kernels
#endif
