// Blocks of bytes copied by the team: what concatenation and slicing are.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::kernels {

/// Copies `rows` times `bytes` bytes; rows lie `toStride` and `fromStride` bytes apart.
void copyRows(std::byte* to, std::int64_t toStride, const std::byte* from, std::int64_t fromStride, std::int64_t rows, std::int64_t bytes);

} // namespace lockstep::kernels
