#include "kernels/cpu/movement/rows.h"

#include "kernels/cpu/parallel.h"

#include <cstring>

namespace lockstep::kernels {

namespace {

/// Calls f(row, first byte, bytes) for parts of `rows` rows: parts are of bytes, not rows, so that one large row is split as well.
template <class F> void eachPart(std::int64_t rows, std::int64_t bytes, const F& f) {
    constexpr std::int64_t kBytes = kGrain * 4, kLine = 64;
    if (bytes == 0) return;
    parallelFor(rows * bytes, kBytes, kLine, [=, &f](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last;) {
            const std::int64_t row = i / bytes, start = i % bytes, count = std::min(bytes - start, last - i);
            f(row, start, static_cast<std::size_t>(count));
            i += count;
        }
    });
}

} // namespace

void zeroRows(std::byte* to, std::int64_t stride, std::int64_t rows, std::int64_t bytes) {
    eachPart(rows, bytes,
             [=](std::int64_t row, std::int64_t start, std::size_t count) { std::memset(to + row * stride + start, 0, count); });
}

void copyGrid(std::byte* to, Grid toGrid, const std::byte* from, Grid fromGrid, std::int64_t runs, std::int64_t blocks,
              std::int64_t bytes) {
    const std::int64_t grain = std::max<std::int64_t>(kGrain * 4 / std::max<std::int64_t>(bytes, 1), 1);
    parallelFor(runs * blocks, grain, 1, [=](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            const std::int64_t r = i / blocks, k = i % blocks;
            std::memcpy(to + r * toGrid.run + k * toGrid.step, from + r * fromGrid.run + k * fromGrid.step,
                        static_cast<std::size_t>(bytes));
        }
    });
}

void copyRows(std::byte* to, std::int64_t toStride, const std::byte* from, std::int64_t fromStride, std::int64_t rows, std::int64_t bytes) {
    eachPart(rows, bytes, [=](std::int64_t row, std::int64_t start, std::size_t count) {
        std::memcpy(to + row * toStride + start, from + row * fromStride + start, count);
    });
}

} // namespace lockstep::kernels
