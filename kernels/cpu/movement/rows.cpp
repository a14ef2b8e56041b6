#include "kernels/cpu/movement/rows.h"

#include "kernels/cpu/parallel.h"

#include <cstring>

namespace lockstep::kernels {

void copyRows(std::byte* to, std::int64_t toStride, const std::byte* from, std::int64_t fromStride, std::int64_t rows, std::int64_t bytes) {
    constexpr std::int64_t kBytes = kGrain * 4, kLine = 64;
    if (bytes == 0) return;
    // Parts are of bytes, not rows: one large row is split as well.
    parallelFor(rows * bytes, kBytes, kLine, [=](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last;) {
            const std::int64_t row = i / bytes, start = i % bytes, count = std::min(bytes - start, last - i);
            std::memcpy(to + row * toStride + start, from + row * fromStride + start, static_cast<std::size_t>(count));
            i += count;
        }
    });
}

} // namespace lockstep::kernels
