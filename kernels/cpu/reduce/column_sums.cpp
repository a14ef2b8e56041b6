#include "kernels/cpu/reduce/column_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/reduce/column_sums.cpp"
#include "kernels/cpu/simd.h"

#include <hwy/foreach_target.h>

#include "kernels/cpu/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::kernels {
namespace HWY_NAMESPACE {

/// One row of x summed in four vectors.
HWY_INLINE float RowSum(const float* x, std::int64_t n) {
    const Tag d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    Vec s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
    std::int64_t i = 0;
    for (; i + 4 * lanes <= n; i += 4 * lanes) {
        s0 = hn::Add(s0, hn::LoadU(d, x + i));
        s1 = hn::Add(s1, hn::LoadU(d, x + i + lanes));
        s2 = hn::Add(s2, hn::LoadU(d, x + i + 2 * lanes));
        s3 = hn::Add(s3, hn::LoadU(d, x + i + 3 * lanes));
    }
    EachVector(i, n, [&](std::int64_t k, auto m) HWY_ATTR { s0 = hn::Add(s0, m.load(x + k)); });
    return SumLanes(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)));
}

/// Blocks go to threads: each is summed in one order.
void MiddleSums(const float* x, float* out, std::int64_t blocks, std::int64_t rows, std::int64_t columns) {
    parallelFor(blocks, std::max<std::int64_t>(kGrain / std::max<std::int64_t>(rows * columns, 1), 1), 1,
                [=](std::int64_t from, std::int64_t to) HWY_ATTR {
                    for (std::int64_t b = from; b < to; ++b) {
                        const float* block = x + b * rows * columns;
                        if (columns == 1) {
                            out[b] = RowSum(block, rows);
                            continue;
                        }
                        EachVector(0, columns, [&](std::int64_t c, auto m) HWY_ATTR {
                            Vec sum = hn::Zero(Tag());
                            for (std::int64_t r = 0; r < rows; ++r) sum = hn::Add(sum, m.load(block + r * columns + c));
                            m.store(sum, out + b * columns + c);
                        });
                    }
                });
}

/// Columns go to threads, rows stay in order in four interleaved sums: bits do not depend on the width of the team.
void ColumnSums(const float* x, float* out, std::int64_t rows, std::int64_t columns) {
    parallelFor(columns, std::max<std::int64_t>(kGrain / std::max<std::int64_t>(rows, 1), 16), 16,
                [=](std::int64_t from, std::int64_t to) HWY_ATTR {
                    EachVector(from, to, [=](std::int64_t c, auto m) HWY_ATTR {
                        Vec s0 = hn::Zero(Tag()), s1 = s0, s2 = s0, s3 = s0;
                        std::int64_t r = 0;
                        for (; r + 4 <= rows; r += 4) {
                            const float* row = x + r * columns + c;
                            s0 = hn::Add(s0, m.load(row));
                            s1 = hn::Add(s1, m.load(row + columns));
                            s2 = hn::Add(s2, m.load(row + 2 * columns));
                            s3 = hn::Add(s3, m.load(row + 3 * columns));
                        }
                        for (; r < rows; ++r) s0 = hn::Add(s0, m.load(x + r * columns + c));
                        m.store(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), out + c);
                    });
                });
}

} // namespace HWY_NAMESPACE
} // namespace lockstep::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::kernels {

HWY_EXPORT(MiddleSums);
void middleSums(const float* x, float* out, std::int64_t blocks, std::int64_t rows, std::int64_t columns) {
    HWY_DYNAMIC_DISPATCH(MiddleSums)(x, out, blocks, rows, columns);
}

HWY_EXPORT(ColumnSums);
void columnSums(const float* x, float* out, std::int64_t rows, std::int64_t columns) {
    HWY_DYNAMIC_DISPATCH(ColumnSums)(x, out, rows, columns);
}

} // namespace lockstep::kernels
#endif
