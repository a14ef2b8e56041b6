#include "monitors/series.h"

#include <algorithm>
#include <cmath>

namespace lockstep::monitors {

namespace {

/// Takes `value` at `index` into extremes whose values so far are read through `at`.
template <class At> void take(SeriesExtremes& into, std::size_t index, double value, const At& at) {
    if (!std::isfinite(value)) return;
    if (into.finite == 0 || value < at(into.lowest)) into.lowest = index;
    if (into.finite == 0 || value > at(into.highest)) into.highest = index;
    ++into.finite;
}

} // namespace

void SeriesPiece::append(const SeriesPoint& point) {
    if (m_size % kChunk == 0) {
        m_chunks.push_back(std::make_shared<Chunk>());
        m_chunks.back()->points.reserve(std::min(kChunk, std::max<std::size_t>(kBlock, m_size)));
    } else if (m_chunks.back().use_count() > 1) {
        m_chunks.back() = std::make_shared<Chunk>(*m_chunks.back());
    }
    auto& chunk = *m_chunks.back();
    const auto index = chunk.points.size();
    chunk.points.push_back(point);
    if (index % kBlock == 0) chunk.blocks.emplace_back();
    const auto at = [&](std::size_t i) { return chunk.points[i].value; };
    take(chunk.blocks.back(), index, point.value, at);
    take(chunk.all, index, point.value, at);
    ++m_size;
}

void SeriesPiece::merge(SeriesExtremes& into, const SeriesExtremes& part, std::size_t offset) const {
    if (part.finite == 0) return;
    if (into.finite == 0 || value(offset + part.lowest) < value(into.lowest)) into.lowest = offset + part.lowest;
    if (into.finite == 0 || value(offset + part.highest) > value(into.highest)) into.highest = offset + part.highest;
    into.finite += part.finite;
}

void SeriesPiece::scan(SeriesExtremes& into, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) take(into, i, value(i), [this](std::size_t k) { return value(k); });
}

SeriesExtremes SeriesPiece::extremes(std::size_t begin, std::size_t end) const {
    SeriesExtremes out;
    while (begin < end) {
        const auto& chunk = *m_chunks[begin / kChunk];
        const auto chunkStart = begin / kChunk * kChunk;
        if (begin == chunkStart && chunkStart + chunk.points.size() <= end) {
            merge(out, chunk.all, chunkStart);
            begin = chunkStart + chunk.points.size();
            continue;
        }
        const auto block = (begin - chunkStart) / kBlock, blockStart = chunkStart + block * kBlock;
        if (begin == blockStart && blockStart + kBlock <= end) {
            merge(out, chunk.blocks[block], chunkStart);
            begin = blockStart + kBlock;
            continue;
        }
        const auto stop = std::min(end, blockStart + kBlock);
        scan(out, begin, stop);
        begin = stop;
    }
    return out;
}

void Series::append(const SeriesPoint& point) {
    if (m_pieces.empty()) startPiece();
    m_pieces.back().append(point);
}

std::size_t Series::size() const {
    std::size_t count = 0;
    for (const auto& piece : m_pieces) count += piece.size();
    return count;
}

} // namespace lockstep::monitors
