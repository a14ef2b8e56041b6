#include "kernels/cpu/reduce/sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/reduce/sums.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>
#include <limits>

#include "kernels/cpu/reduce/squares-inl.h"
#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// Calls f(piece, from, to) for all pieces, split over the team.
template <class F> void EachPiece(std::int64_t n, const F& f) {
    parallelFor(piecesOf(n), 1, 1, [&](std::int64_t from, std::int64_t to) HWY_ATTR {
        for (std::int64_t k = from; k < to; ++k) f(k, k * kPiece, std::min(n, (k + 1) * kPiece));
    });
}

void SumOfSquares(const float* x, std::int64_t n, double* pieces) {
    EachPiece(n, [=](std::int64_t k, std::int64_t from, std::int64_t to) HWY_ATTR { pieces[k] = SquaresOf(x, from, to); });
}

constexpr double kInf = std::numeric_limits<double>::infinity();

HWY_INLINE void SeeOne(Statistics& s, double v) {
    const bool nan = v != v, infinite = v == kInf || v == -kInf;
    s.nans += nan, s.infinities += infinite;
    if (nan || infinite) return;
    s.zeros += v == 0;
    s.low = std::min(s.low, v), s.high = std::max(s.high, v);
    s.sum += v, s.squares += v * v, s.magnitudes += std::fabs(v);
}

Statistics StatisticsOf(const float* x, std::int64_t from, std::int64_t to) {
    const Wide d;
    const auto step = static_cast<std::int64_t>(hn::Lanes(d));
    const WideVec zero = hn::Zero(d), one = hn::Set(d, 1.0), inf = hn::Set(d, kInf);
    WideVec nans = zero, infinities = zero, zeros = zero, sum = zero, squares = zero, magnitudes = zero, low = inf, high = hn::Neg(inf);
    std::int64_t i = from;
    for (; i + step <= to; i += step) {
        const WideVec v = LoadWide(x + i), a = hn::Abs(v);
        const auto finite = hn::Lt(a, inf);
        const WideVec f = hn::IfThenElseZero(finite, v), g = hn::Abs(f);
        nans = hn::Add(nans, hn::IfThenElseZero(hn::IsNaN(v), one));
        infinities = hn::Add(infinities, hn::IfThenElseZero(hn::Eq(a, inf), one));
        zeros = hn::Add(zeros, hn::IfThenElseZero(hn::Eq(v, zero), one));
        low = hn::IfThenElse(finite, hn::Min(low, f), low);
        high = hn::IfThenElse(finite, hn::Max(high, f), high);
        sum = hn::Add(sum, f), squares = hn::MulAdd(f, f, squares), magnitudes = hn::Add(magnitudes, g);
    }
    Statistics s{SumWide(nans),
                 SumWide(infinities),
                 SumWide(zeros),
                 SumWide(sum),
                 SumWide(squares),
                 SumWide(magnitudes),
                 hn::GetLane(hn::MinOfLanes(d, low)),
                 hn::GetLane(hn::MaxOfLanes(d, high))};
    for (; i < to; ++i) SeeOne(s, static_cast<double>(x[i]));
    return s;
}

void PieceStatistics(const float* x, std::int64_t n, Statistics* pieces) {
    EachPiece(n, [=](std::int64_t k, std::int64_t from, std::int64_t to) HWY_ATTR { pieces[k] = StatisticsOf(x, from, to); });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(SumOfSquares);
HWY_EXPORT(PieceStatistics);

double sumOfSquares(const float* x, std::int64_t n, double* scratch) {
    HWY_DYNAMIC_DISPATCH(SumOfSquares)(x, n, scratch);
    return sumOfPieces(scratch, n);
}

Statistics statistics(const float* x, std::int64_t n, Statistics* scratch) {
    HWY_DYNAMIC_DISPATCH(PieceStatistics)(x, n, scratch);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Statistics all{.low = kInfinity, .high = -kInfinity};
    for (std::int64_t k = 0; k < piecesOf(n); ++k) {
        const Statistics& s = scratch[k];
        all.nans += s.nans, all.infinities += s.infinities, all.zeros += s.zeros;
        all.sum += s.sum, all.squares += s.squares, all.magnitudes += s.magnitudes;
        all.low = std::min(all.low, s.low), all.high = std::max(all.high, s.high);
    }
    if (all.low > all.high) all.low = all.high = 0;
    return all;
}

} // namespace lockstep::kernels
#endif
