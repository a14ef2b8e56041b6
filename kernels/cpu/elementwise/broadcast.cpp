#include "kernels/cpu/elementwise/broadcast.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/elementwise/broadcast.cpp"
#include "kernels/cpu/simd.h"

#include <algorithm>
#include <hwy/foreach_target.h>

#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// Elements [0, n) of a row, or of a part of it.
template <class F> HWY_INLINE void Row(const float* a, bool aMoves, const float* b, bool bMoves, float* y, std::int64_t n, F f) {
    const Tag d;
    if (aMoves && bMoves) {
        EachVector(0, n, [=](std::int64_t i, auto m) HWY_ATTR { m.store(f(m.load(a + i), m.load(b + i)), y + i); });
    } else if (aMoves) {
        const Vec still = hn::Set(d, *b);
        EachVector(0, n, [=](std::int64_t i, auto m) HWY_ATTR { m.store(f(m.load(a + i), still), y + i); });
    } else {
        const Vec still = hn::Set(d, *a);
        EachVector(0, n, [=](std::int64_t i, auto m) HWY_ATTR { m.store(f(still, m.load(b + i)), y + i); });
    }
}

template <class F> void Stretched(const Stretch& s, const float* a, const float* b, float* y, F f) {
    parallelFor(s.rows * s.width, kGrain, 16, [=, &s](std::int64_t from, std::int64_t to) HWY_ATTR {
        for (std::int64_t i = from; i < to;) {
            const std::int64_t start = i % s.width, n = std::min(s.width - start, to - i);
            std::int64_t row = i / s.width, atA = s.aMoves ? start : 0, atB = s.bMoves ? start : 0;
            for (int k = s.dims; k-- > 0; row /= s.sizes[k]) {
                atA += row % s.sizes[k] * s.aStrides[k];
                atB += row % s.sizes[k] * s.bStrides[k];
            }
            Row(a + atA, s.aMoves, b + atB, s.bMoves, y + i, n, f);
            i += n;
        }
    });
}

void AddStretched(const Stretch& s, const float* a, const float* b, float* y) {
    Stretched(s, a, b, y, [](Vec u, Vec v) HWY_ATTR { return hn::Add(u, v); });
}
void MultiplyStretched(const Stretch& s, const float* a, const float* b, float* y) {
    Stretched(s, a, b, y, [](Vec u, Vec v) HWY_ATTR { return hn::Mul(u, v); });
}
void CopyStretched(const Stretch& s, const float* a, float* y) {
    Stretched(s, a, y, y, [](Vec u, Vec) HWY_ATTR { return u; });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

Stretch stretchOf(const std::int64_t* a, const std::int64_t* b, int dims) {
    Stretch out;
    std::int64_t sizeA = 1, sizeB = 1;
    bool inRow = true, known = false;
    for (int i = dims; i-- > 0; sizeA *= a[i], sizeB *= b[i]) {
        const std::int64_t size = std::max(a[i], b[i]);
        if (size == 1) continue;
        const bool aMoves = a[i] != 1, bMoves = b[i] != 1;
        inRow = inRow && (!known || (aMoves == out.aMoves && bMoves == out.bMoves));
        if (inRow) {
            out.aMoves = aMoves, out.bMoves = bMoves, known = true;
            out.width *= size;
            continue;
        }
        out.rows *= size;
        out.sizes[static_cast<std::size_t>(out.dims)] = size;
        out.aStrides[static_cast<std::size_t>(out.dims)] = aMoves ? sizeA : 0;
        out.bStrides[static_cast<std::size_t>(out.dims++)] = bMoves ? sizeB : 0;
    }
    const auto outermostFirst = [&](auto& list) { std::reverse(list.begin(), list.begin() + out.dims); };
    outermostFirst(out.sizes), outermostFirst(out.aStrides), outermostFirst(out.bStrides);
    return out;
}

HWY_EXPORT(AddStretched);
HWY_EXPORT(CopyStretched);
HWY_EXPORT(MultiplyStretched);

void addStretched(const Stretch& s, const float* a, const float* b, float* y) { HWY_DYNAMIC_DISPATCH(AddStretched)(s, a, b, y); }
void copyStretched(const Stretch& s, const float* a, float* y) { HWY_DYNAMIC_DISPATCH(CopyStretched)(s, a, y); }
void multiplyStretched(const Stretch& s, const float* a, const float* b, float* y) { HWY_DYNAMIC_DISPATCH(MultiplyStretched)(s, a, b, y); }

} // namespace lockstep::kernels
#endif
