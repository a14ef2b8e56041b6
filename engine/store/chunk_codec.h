// How a chunk lies in the store. Little-endian: u8 version, u8 flags, u16 0, u32 count, then three columns: steps (s64, or
// first and stride if evenly spaced), wall times (f64), values (f64, or f32 if every value is one).
#pragma once

#include "base/result.h"
#include "base/series_chunk.h"

#include <cstddef>
#include <string>

namespace lockstep::store {

std::string encodeChunk(const SeriesChunk& chunk);
/// Nothing if the bytes are not a whole chunk of at most SeriesChunk::kCapacity points. `min`, `max` as stored beside them.
ChunkPtr decodeChunk(const void* data, std::size_t bytes, double min, double max);

} // namespace lockstep::store
