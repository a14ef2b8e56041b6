#include "kernels/cpu/movement/lookup.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/movement/lookup.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>

#include "kernels/cpu/simd-inl.h"

#include <cmath>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// Columns go to threads: every row is summed in the order of the tokens, and no two threads write one element.
void LookupGradient(const Lookup& s, const float* dy, const std::int64_t* ids, float* dTable) {
    const std::int64_t grain = std::max<std::int64_t>(kGrain / std::max<std::int64_t>(s.tokens, 1), 16);
    parallelFor(s.width, grain, 16, [&](std::int64_t from, std::int64_t to) HWY_ATTR {
        for (std::int64_t r = 0; r < s.rows; ++r)
            std::memset(dTable + r * s.width + from, 0, static_cast<std::size_t>(to - from) * sizeof(float));
        for (std::int64_t t = 0; t < s.tokens; ++t) {
            if (ids[t] < 0 || ids[t] >= s.rows || ids[t] == s.padding) continue;
            float* row = dTable + ids[t] * s.width;
            const float* gradient = dy + t * s.width;
            EachVector(from, to,
                       [=](std::int64_t i, auto m) HWY_ATTR { m.store(hn::Add(m.load(row + i), m.load(gradient + i)), row + i); });
        }
    });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

void lookup(const Lookup& s, const std::int64_t* ids, const float* table, float* y) {
    parallelFor(s.tokens, std::max<std::int64_t>(kGrain / std::max<std::int64_t>(s.width, 1), 1), 1,
                [&](std::int64_t from, std::int64_t to) {
                    for (std::int64_t t = from; t < to; ++t) {
                        float* row = y + t * s.width;
                        if (ids[t] < 0 || ids[t] >= s.rows)
                            std::fill_n(row, s.width, NAN);
                        else if (s.skips && ids[t] == s.padding)
                            std::fill_n(row, s.width, 0.0f);
                        else
                            std::memcpy(row, table + ids[t] * s.width, static_cast<std::size_t>(s.width) * sizeof(float));
                    }
                });
}

HWY_EXPORT(LookupGradient);
void lookupGradient(const Lookup& s, const float* dy, const std::int64_t* ids, float* dTable) {
    HWY_DYNAMIC_DISPATCH(LookupGradient)(s, dy, ids, dTable);
}

} // namespace lockstep::kernels
#endif
