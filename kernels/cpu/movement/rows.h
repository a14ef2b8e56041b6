// Blocks of bytes copied by the team: what concatenation and slicing are.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::kernels {

/// Copies `rows` times `bytes` bytes; rows lie `toStride` and `fromStride` bytes apart.
void copyRows(std::byte* to, std::int64_t toStride, const std::byte* from, std::int64_t fromStride, std::int64_t rows, std::int64_t bytes);

/// Where block k of run r lies: r * run + k * step bytes from the start.
struct Grid {
    std::int64_t run, step;
};
/// Copies `blocks` blocks of `bytes` bytes in each of `runs` runs.
void copyGrid(std::byte* to, Grid toGrid, const std::byte* from, Grid fromGrid, std::int64_t runs, std::int64_t blocks, std::int64_t bytes);

/// Sets `bytes` bytes of each of `rows` rows, `stride` bytes apart, to 0.
void zeroRows(std::byte* to, std::int64_t stride, std::int64_t rows, std::int64_t bytes);

} // namespace lockstep::kernels
