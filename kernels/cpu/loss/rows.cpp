#include "kernels/cpu/loss/rows.h"

#include "kernels/cpu/loss/columns.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/loss/rows.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>
#include <limits>

#include "kernels/cpu/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// Calls f(row) for all rows, split over the team.
template <class F> void EachRow(std::int64_t rows, std::int64_t width, const F& f) {
    parallelFor(rows, std::max<std::int64_t>(kGrain / 4 / std::max<std::int64_t>(width, 1), 1), 1,
                [&](std::int64_t from, std::int64_t to) HWY_ATTR {
                    for (std::int64_t r = from; r < to; ++r) f(r);
                });
}

void Softmax(const float* x, float* y, std::int64_t rows, std::int64_t width) {
    EachRow(rows, width, [=](std::int64_t r) HWY_ATTR {
        const float *from = x + r * width, sum = Exponentials(from, Largest(from, width), y + r * width, width);
        const Vec divisor = hn::Set(Tag(), sum);
        float* to = y + r * width;
        EachVector(0, width, [=](std::int64_t i, auto m) HWY_ATTR { m.store(hn::Div(m.load(to + i), divisor), to + i); });
    });
}

void SoftmaxGrad(const float* dy, const float* y, float* dx, std::int64_t rows, std::int64_t width) {
    EachRow(rows, width, [=](std::int64_t r) HWY_ATTR {
        const std::int64_t at = r * width;
        const Vec dot = hn::Set(Tag(), Dot(dy + at, y + at, width));
        EachVector(at, at + width,
                   [=](std::int64_t i, auto m) HWY_ATTR { m.store(hn::Mul(m.load(y + i), hn::Sub(m.load(dy + i), dot)), dx + i); });
    });
}

void LogSoftmax(const float* x, float* y, std::int64_t rows, std::int64_t width) {
    EachRow(rows, width, [=](std::int64_t r) HWY_ATTR {
        const std::int64_t at = r * width;
        const float top = Largest(x + at, width);
        const auto sum = std::log(static_cast<double>(Exponentials(x + at, top, nullptr, width)));
        // Two differences: the first is exact near the top, where the result is small.
        const Vec most = hn::Set(Tag(), top), rest = hn::Set(Tag(), static_cast<float>(sum));
        EachVector(at, at + width, [=](std::int64_t i, auto m) HWY_ATTR { m.store(hn::Sub(hn::Sub(m.load(x + i), most), rest), y + i); });
    });
}

void LogSoftmaxGrad(const float* dy, const float* y, float* dx, std::int64_t rows, std::int64_t width) {
    EachRow(rows, width, [=](std::int64_t r) HWY_ATTR {
        const std::int64_t at = r * width;
        Vec total = hn::Zero(Tag());
        EachVector(at, at + width, [&](std::int64_t i, auto m) HWY_ATTR { total = hn::Add(total, m.load(dy + i)); });
        const Vec sum = hn::Set(Tag(), SumLanes(total));
        EachVector(at, at + width,
                   [=](std::int64_t i, auto m) HWY_ATTR { m.store(hn::NegMulAdd(ExpOf(m.load(y + i)), sum, m.load(dy + i)), dx + i); });
    });
}

/// Rows with an infinite largest element, and NaN in them.
double InfiniteLogSum(const float* x, std::int64_t n, float top) {
    for (std::int64_t i = 0; i < n; ++i)
        if (x[i] != x[i]) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(top);
}

/// log(sum(exp(x - top)))
HWY_INLINE double LogSum(const float* x, std::int64_t n, float top) {
    if (std::isinf(top)) return InfiniteLogSum(x, n, top);
    return std::log(static_cast<double>(Exponentials(x, top, nullptr, n)));
}

HWY_INLINE double RowLoss(const CrossEntropy& k, const float* x, std::int64_t target, double lse) {
    if (target == k.ignored) return 0;
    if (target < 0 || target >= k.classes) return std::numeric_limits<double>::quiet_NaN();
    double loss = (1 - k.smoothing) * k.weight(target) * (lse - static_cast<double>(x[target]));
    for (std::int64_t c = 0; k.smoothing > 0 && c < k.classes; ++c)
        loss += k.smoothing / static_cast<double>(k.classes) * k.weight(c) * (lse - static_cast<double>(x[c]));
    return loss;
}

void CrossEntropyRows(const CrossEntropy& k, const float* logits, const std::int64_t* target, float* logSums, double* losses) {
    EachRow(k.rows, k.classes, [&](std::int64_t r) HWY_ATTR {
        const float* x = logits + r * k.classes;
        const float top = Largest(x, k.classes);
        const double logSum = LogSum(x, k.classes, top);
        logSums[r] = static_cast<float>(logSum);
        losses[r] = RowLoss(k, x, target[r], static_cast<double>(top) + logSum);
    });
}

void CrossEntropyGrad(const CrossEntropy& k, const float* logits, const std::int64_t* target, const float* logSums, float factor,
                      float* dx) {
    const auto spread = static_cast<float>(k.smoothing / static_cast<double>(k.classes));
    EachRow(k.rows, k.classes, [&](std::int64_t r) HWY_ATTR {
        const Tag d;
        const bool ignored = target[r] == k.ignored, valid = target[r] >= 0 && target[r] < k.classes;
        const float* x = logits + r * k.classes;
        float* to = dx + r * k.classes;
        if (ignored || !valid) return std::fill(to, to + k.classes, ignored ? 0.0f : std::numeric_limits<float>::quiet_NaN());
        // Two differences: x - top is exact where it matters, while a rounded log-sum-exp of large logits is not.
        const Vec top = hn::Set(d, Largest(x, k.classes)), logSum = hn::Set(d, logSums[r]),
                  sumQ = hn::Set(d, static_cast<float>(k.mass(target[r]))), even = hn::Set(d, spread), scale = hn::Set(d, factor);
        EachVector(0, k.classes, [&](std::int64_t i, auto m) HWY_ATTR {
            const Vec p = ExpOf(hn::Sub(hn::Sub(m.load(x + i), top), logSum));
            const Vec q = k.weights ? hn::Mul(even, m.load(k.weights + i)) : even;
            m.store(hn::Mul(hn::Sub(hn::Mul(p, sumQ), q), scale), to + i);
        });
        to[target[r]] -= static_cast<float>((1 - k.smoothing) * k.weight(target[r])) * factor;
    });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(Softmax);
HWY_EXPORT(SoftmaxGrad);
HWY_EXPORT(LogSoftmax);
HWY_EXPORT(LogSoftmaxGrad);
HWY_EXPORT(CrossEntropyRows);
HWY_EXPORT(CrossEntropyGrad);

void softmax(const float* x, float* y, std::int64_t rows, std::int64_t width) { HWY_DYNAMIC_DISPATCH(Softmax)(x, y, rows, width); }
void logSoftmax(const float* x, float* y, std::int64_t rows, std::int64_t width) { HWY_DYNAMIC_DISPATCH(LogSoftmax)(x, y, rows, width); }
void logSoftmaxGrad(const float* dy, const float* y, float* dx, std::int64_t rows, std::int64_t width) {
    HWY_DYNAMIC_DISPATCH(LogSoftmaxGrad)(dy, y, dx, rows, width);
}
void softmaxGrad(const float* dy, const float* y, float* dx, std::int64_t rows, std::int64_t width) {
    HWY_DYNAMIC_DISPATCH(SoftmaxGrad)(dy, y, dx, rows, width);
}

double crossEntropy(const CrossEntropy& loss, const float* logits, const std::int64_t* target, float* logSums, double* scratch) {
    if (loss.inner == 1)
        HWY_DYNAMIC_DISPATCH(CrossEntropyRows)(loss, logits, target, logSums, scratch);
    else
        crossEntropyColumns(loss, logits, target, logSums, scratch);
    double sum = 0;
    for (std::int64_t r = 0; r < loss.rows; ++r) sum += scratch[r];
    return sum;
}

void crossEntropyGrad(const CrossEntropy& loss, const float* logits, const std::int64_t* target, const float* logSums, float factor,
                      float* dlogits) {
    if (loss.inner != 1) return crossEntropyGradColumns(loss, logits, target, logSums, factor, dlogits);
    HWY_DYNAMIC_DISPATCH(CrossEntropyGrad)(loss, logits, target, logSums, factor, dlogits);
}

} // namespace lockstep::kernels
#endif
