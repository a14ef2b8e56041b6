#include "monitors/series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::monitors {

namespace {

constexpr double kMost = std::numeric_limits<double>::max();

void take(SeriesExtremes& into, std::size_t index, double value) {
    if (!(std::abs(value) <= kMost)) return;
    if (into.finite == 0 || value < into.low) into.low = value, into.lowest = index;
    if (into.finite == 0 || value > into.high) into.high = value, into.highest = index;
    ++into.finite;
}

void merge(SeriesExtremes& into, const SeriesExtremes& part, std::size_t offset) {
    if (part.finite == 0) return;
    if (into.finite == 0 || part.low < into.low) into.low = part.low, into.lowest = offset + part.lowest;
    if (into.finite == 0 || part.high > into.high) into.high = part.high, into.highest = offset + part.highest;
    into.finite += part.finite;
}

/// Four lanes first, for the least and greatest without a branch; only then where those are.
SeriesExtremes scan(const double* values, std::size_t count) {
    constexpr std::size_t kLanes = 4;
    SeriesExtremes out;
    if (count == 0) return out;
    double low[kLanes], high[kLanes], bad[kLanes] = {};
    for (std::size_t k = 0; k < kLanes; ++k) low[k] = high[k] = values[0];
    const auto see = [&](double v, std::size_t k) {
        low[k] = v < low[k] ? v : low[k];
        high[k] = v > high[k] ? v : high[k];
        bad[k] += v * 0; // NaN as soon as one is not finite
    };
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (std::size_t k = 0; k < kLanes; ++k) see(values[i + k], k);
    for (; i < count; ++i) see(values[i], 0);
    if (!(bad[0] + bad[1] + bad[2] + bad[3] == 0)) {
        for (i = 0; i < count; ++i) take(out, i, values[i]);
        return out;
    }
    out.low = std::min(std::min(low[0], low[1]), std::min(low[2], low[3]));
    out.high = std::max(std::max(high[0], high[1]), std::max(high[2], high[3]));
    out.lowest = static_cast<std::size_t>(std::find(values, values + count, out.low) - values);
    out.highest = static_cast<std::size_t>(std::find(values, values + count, out.high) - values);
    out.finite = count;
    return out;
}

} // namespace

void SeriesPiece::Chunk::measure() {
    blocks.clear();
    blocks.reserve((values.size() + kBlock - 1) / kBlock);
    all = {};
    for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
        auto block = scan(&values[begin], std::min(kBlock, values.size() - begin));
        block.lowest += begin, block.highest += begin;
        merge(all, block, 0);
        blocks.push_back(block);
    }
}

/// A copy where others hold it too.
template <class T> static void makeOwn(std::shared_ptr<T>& shared) {
    if (shared.use_count() > 1) {
        shared = std::make_shared<T>(*shared);
        return;
    }
    // The count is read without order. Giving up one more reference acquires what the others did before they gave up theirs: a reader on
    // another thread has read for the last time before anything is written here.
    std::shared_ptr<T>(shared).reset();
}

void SeriesPiece::append(const SeriesPoint& point) {
    if (m_size % kChunk == 0) {
        m_places.push_back(std::make_shared<Places>());
        m_chunks.push_back(std::make_shared<Chunk>());
        const auto room = std::min(kChunk, std::max<std::size_t>(kBlock, m_size));
        m_places.back()->steps.reserve(room), m_places.back()->walls.reserve(room), m_chunks.back()->values.reserve(room);
    }
    makeOwn(m_places.back());
    makeOwn(m_chunks.back());
    m_places.back()->steps.push_back(point.step), m_places.back()->walls.push_back(point.wall);
    auto& chunk = *m_chunks.back();
    const auto index = chunk.values.size();
    chunk.values.push_back(point.value);
    if (index % kBlock == 0) chunk.blocks.emplace_back();
    take(chunk.blocks.back(), index, point.value);
    take(chunk.all, index, point.value);
    ++m_size;
}

void SeriesPiece::assign(const SeriesPiece& like, std::size_t keep, std::span<const double> values) {
    const auto first = keep / kChunk;
    const auto kept = first < m_chunks.size() && keep % kChunk ? m_chunks[first] : nullptr;
    m_size = keep + values.size();
    m_chunks.resize(first);
    m_places.assign(like.m_places.begin(), like.m_places.begin() + static_cast<std::ptrdiff_t>((m_size + kChunk - 1) / kChunk));
    while (m_chunks.size() < m_places.size()) {
        auto chunk = std::make_shared<Chunk>();
        const auto start = m_chunks.size() * kChunk, length = std::min(kChunk, m_size - start);
        chunk->values.reserve(length);
        if (m_chunks.size() == first && kept)
            chunk->values.assign(kept->values.begin(), kept->values.begin() + static_cast<std::ptrdiff_t>(keep - start));
        const auto part = values.subspan(start + chunk->values.size() - keep, length - chunk->values.size());
        chunk->values.insert(chunk->values.end(), part.begin(), part.end());
        chunk->measure();
        m_chunks.push_back(std::move(chunk));
    }
}

SeriesExtremes SeriesPiece::extremes(std::size_t begin, std::size_t end) const {
    SeriesExtremes out;
    while (begin < end) {
        const auto& chunk = *m_chunks[begin / kChunk];
        const auto chunkStart = begin / kChunk * kChunk;
        if (begin == chunkStart && chunkStart + chunk.values.size() <= end) {
            merge(out, chunk.all, chunkStart);
            begin = chunkStart + chunk.values.size();
            continue;
        }
        const auto block = (begin - chunkStart) / kBlock, blockStart = chunkStart + block * kBlock;
        if (begin == blockStart && blockStart + kBlock <= end) {
            merge(out, chunk.blocks[block], chunkStart);
            begin = blockStart + kBlock;
            continue;
        }
        const auto stop = std::min(end, blockStart + kBlock);
        merge(out, scan(&chunk.values[begin - chunkStart], stop - begin), begin);
        begin = stop;
    }
    return out;
}

std::size_t SeriesPiece::firstFrom(std::int64_t wanted) const {
    std::size_t low = 0, high = m_size;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (step(middle) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void SeriesPiece::copyValues(std::size_t begin, std::size_t end, double* out) const {
    while (begin < end) {
        const auto& values = m_chunks[begin / kChunk]->values;
        const auto stop = std::min(end, (begin / kChunk + 1) * kChunk);
        const auto* from = values.data() + begin % kChunk;
        out = std::copy(from, from + (stop - begin), out);
        begin = stop;
    }
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

bool Series::sharesWith(const Series& other) const {
    return std::equal(m_pieces.begin(), m_pieces.end(), other.m_pieces.begin(), other.m_pieces.end(),
                      [](const SeriesPiece& a, const SeriesPiece& b) { return a.sharesWith(b); });
}

std::size_t Series::keptPoints(std::size_t piece) const {
    std::size_t kept = m_pieces[piece].size();
    for (std::size_t later = piece + 1; later < m_pieces.size(); ++later)
        if (!m_pieces[later].empty()) kept = std::min(kept, m_pieces[piece].firstFrom(m_pieces[later].step(0)));
    return kept;
}

} // namespace lockstep::monitors
