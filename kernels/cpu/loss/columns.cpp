#include "kernels/cpu/loss/columns.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/loss/columns.cpp"
#include "kernels/cpu/simd.h"

#include <algorithm>
#include <hwy/foreach_target.h>
#include <limits>

#include "kernels/cpu/functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// Vectors of neighbouring rows, one class after the other: calls f(first row, index of its class 0, rows, access to them) for all rows
/// [outer, inner], split over the team.
template <class F> void EachRows(const CrossEntropy& k, const F& f) {
    parallelFor(k.rows, std::max<std::int64_t>(kGrain / 4 / k.classes, 1), 16, [&](std::int64_t from, std::int64_t to) HWY_ATTR {
        for (std::int64_t row = from; row < to;) {
            const std::int64_t outer = row / k.inner, at = row % k.inner, n = std::min(k.inner - at, to - row);
            const std::int64_t first = outer * k.classes * k.inner + at;
            EachVector(0, n,
                       [&](std::int64_t i, auto m) HWY_ATTR { f(row + i, first + i, std::min<std::int64_t>(n - i, hn::Lanes(Tag())), m); });
            row += n;
        }
    });
}

template <class M> HWY_INLINE Vec Largest(const CrossEntropy& k, const float* x, const M& m) {
    Vec top = hn::Set(Tag(), -HUGE_VALF);
    for (std::int64_t c = 0; c < k.classes; ++c) {
        const Vec value = m.load(x + c * k.inner);
        top = hn::IfThenElse(hn::Gt(value, top), value, top); // NaN is left out, and shows in the sum
    }
    return top;
}

/// (1 - e) * w_t * (lse - x_t) + e / C * sum of w_c * (lse - x_c)
double LossOf(const CrossEntropy& k, const float* x, std::int64_t target, double lse) {
    if (target == k.ignored) return 0;
    if (target < 0 || target >= k.classes) return std::numeric_limits<double>::quiet_NaN();
    double loss = (1 - k.smoothing) * k.weight(target) * (lse - static_cast<double>(x[target * k.inner]));
    for (std::int64_t c = 0; k.smoothing > 0 && c < k.classes; ++c)
        loss += k.smoothing / static_cast<double>(k.classes) * k.weight(c) * (lse - static_cast<double>(x[c * k.inner]));
    return loss;
}

void CrossEntropyColumns(const CrossEntropy& k, const float* logits, const std::int64_t* target, float* logSums, double* losses) {
    EachRows(k, [&](std::int64_t row, std::int64_t first, std::int64_t n, auto m) HWY_ATTR {
        const Tag d;
        const float* x = logits + first;
        const Vec top = Largest(k, x, m), shift = hn::IfThenZeroElse(hn::IsInf(top), top);
        Vec sum = hn::Zero(d);
        for (std::int64_t c = 0; c < k.classes; ++c) sum = hn::Add(sum, ExpOf(hn::Sub(m.load(x + c * k.inner), shift)));
        HWY_ALIGN float tops[hn::MaxLanes(d)], sums[hn::MaxLanes(d)];
        hn::Store(top, d, tops);
        hn::Store(sum, d, sums);
        for (std::int64_t i = 0; i < n; ++i) {
            // Where the largest is infinite and nothing is NaN, the loss is infinite too.
            const double high = static_cast<double>(tops[i]),
                         above = std::isinf(tops[i]) && sums[i] == sums[i] ? high : std::log(static_cast<double>(sums[i]));
            logSums[row + i] = static_cast<float>(above);
            losses[row + i] = LossOf(k, x + i, target[row + i], high + above);
        }
    });
}

/// (softmax * sum of q - q) * factor; what belongs to the target comes after, row by row.
void CrossEntropyGradColumns(const CrossEntropy& k, const float* logits, const std::int64_t* target, const float* logSums, float factor,
                             float* dlogits) {
    EachRows(k, [&](std::int64_t row, std::int64_t first, std::int64_t n, auto m) HWY_ATTR {
        const Tag d;
        const float* x = logits + first;
        float* dx = dlogits + first;
        HWY_ALIGN float mass[hn::MaxLanes(d)] = {}, spread[hn::MaxLanes(d)] = {};
        for (std::int64_t i = 0; i < n; ++i) {
            const std::int64_t t = target[row + i];
            const bool ignored = t == k.ignored, valid = t >= 0 && t < k.classes;
            mass[i] = ignored ? 0 : valid ? static_cast<float>(k.mass(t)) : std::numeric_limits<float>::quiet_NaN();
            spread[i] = ignored ? 0 : static_cast<float>(k.smoothing / static_cast<double>(k.classes));
        }
        const Vec top = Largest(k, x, m), logSum = m.load(logSums + row), sumQ = hn::Load(d, mass), q = hn::Load(d, spread),
                  scale = hn::Set(d, factor);
        const auto counts = hn::Ne(sumQ, hn::Zero(d)); // an ignored row has zeros, whatever its logits
        for (std::int64_t c = 0; c < k.classes; ++c) {
            const Vec p = ExpOf(hn::Sub(hn::Sub(m.load(x + c * k.inner), top), logSum));
            const Vec qc = hn::Mul(q, hn::Set(d, static_cast<float>(k.weight(c))));
            m.store(hn::IfThenElseZero(counts, hn::Mul(hn::Sub(hn::Mul(p, sumQ), qc), scale)), dx + c * k.inner);
        }
        for (std::int64_t i = 0; i < n; ++i) {
            const std::int64_t t = target[row + i];
            if (t != k.ignored && t >= 0 && t < k.classes)
                dx[i + t * k.inner] -= static_cast<float>((1 - k.smoothing) * k.weight(t)) * factor;
        }
    });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(CrossEntropyColumns);
HWY_EXPORT(CrossEntropyGradColumns);

void crossEntropyColumns(const CrossEntropy& loss, const float* logits, const std::int64_t* target, float* logSums, double* losses) {
    HWY_DYNAMIC_DISPATCH(CrossEntropyColumns)(loss, logits, target, logSums, losses);
}
void crossEntropyGradColumns(const CrossEntropy& loss, const float* logits, const std::int64_t* target, const float* logSums, float factor,
                             float* dlogits) {
    HWY_DYNAMIC_DISPATCH(CrossEntropyGradColumns)(loss, logits, target, logSums, factor, dlogits);
}

} // namespace lockstep::kernels
#endif
