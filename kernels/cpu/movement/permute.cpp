#include "kernels/cpu/movement/permute.h"

#include "kernels/cpu/parallel.h"

#include <cstring>

namespace lockstep::kernels {

namespace {

constexpr std::int64_t kTile = 16; // floats of a cache line: a tile reads and writes whole lines

/// y[i * columns + j] = x[i * rowStride + j * columnStride], tile by tile.
void tiles(const float* x, float* y, std::int64_t rows, std::int64_t columns, std::int64_t rowStride, std::int64_t columnStride) {
    for (std::int64_t i = 0; i < rows; i += kTile) {
        const std::int64_t lastRow = std::min(rows, i + kTile);
        for (std::int64_t j = 0; j < columns; j += kTile) {
            const std::int64_t lastColumn = std::min(columns, j + kTile);
            for (std::int64_t r = i; r < lastRow; ++r)
                for (std::int64_t c = j; c < lastColumn; ++c) y[r * columns + c] = x[r * rowStride + c * columnStride];
        }
    }
}

/// Where block k of the outer dimensions begins in the source.
std::int64_t offsetOf(const Permutation& p, int outer, std::int64_t k) {
    std::int64_t at = 0;
    for (int d = outer; d-- > 0; k /= p.sizes[static_cast<std::size_t>(d)])
        at += k % p.sizes[static_cast<std::size_t>(d)] * p.strides[static_cast<std::size_t>(d)];
    return at;
}

/// Rows that stay rows are copied.
void copyRuns(const Permutation& p, const float* x, float* y, std::int64_t runs, std::int64_t width) {
    parallelFor(runs, std::max<std::int64_t>(kGrain / width, 1), 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t k = first; k < last; ++k)
            std::memcpy(y + k * width, x + offsetOf(p, p.dims - 1, k), static_cast<std::size_t>(width) * sizeof(float));
    });
}

} // namespace

Permutation permutationOf(const std::int64_t* sizes, const std::int64_t* order, int dims) {
    std::array<std::int64_t, Permutation::kMostDims> strides{};
    std::int64_t stride = 1;
    for (int i = dims; i-- > 0; stride *= sizes[i]) strides[static_cast<std::size_t>(i)] = stride;
    Permutation out;
    for (int i = 0; i < dims; ++i) {
        const std::int64_t size = sizes[order[i]], step = strides[static_cast<std::size_t>(order[i])];
        if (size == 1) continue;
        const auto last = static_cast<std::size_t>(out.dims - 1);
        if (out.dims > 0 && out.strides[last] == step * size) {
            out.sizes[last] *= size, out.strides[last] = step;
            continue;
        }
        out.sizes[static_cast<std::size_t>(out.dims)] = size;
        out.strides[static_cast<std::size_t>(out.dims++)] = step;
    }
    if (out.dims == 0) out = {1, {1}, {1}};
    return out;
}

void permute(const Permutation& p, const float* x, float* y) {
    const auto last = static_cast<std::size_t>(p.dims - 1);
    std::int64_t outer = 1;
    for (int d = 0; d + 1 < p.dims; ++d) outer *= p.sizes[static_cast<std::size_t>(d)];
    const std::int64_t columns = p.sizes[last];
    if (p.strides[last] == 1 || p.dims == 1) return copyRuns(p, x, y, outer, columns);
    // The dimension that is dense in the source makes the other side of the tiles.
    const std::int64_t rows = p.sizes[last - 1], blocks = outer / rows;
    const std::int64_t parts = (rows + kTile - 1) / kTile;
    parallelFor(blocks * parts, std::max<std::int64_t>(kGrain / (kTile * columns), 1), 1, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t k = first; k < end; ++k) {
            const std::int64_t block = k / parts, row = k % parts * kTile;
            const float* from = x + offsetOf(p, p.dims - 2, block) + row * p.strides[last - 1];
            tiles(from, y + (block * rows + row) * columns, std::min(kTile, rows - row), columns, p.strides[last - 1], p.strides[last]);
        }
    });
}

} // namespace lockstep::kernels
