// A recorded quantity over steps: shared immutable chunks, one piece a stretch of training, with a min/max pyramid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep::monitors {

struct SeriesPoint {
    std::int64_t step = 0;
    double wall = 0; ///< seconds since 1970
    double value = 0;
};

/// Indices of the least and greatest finite value of a span.
struct SeriesExtremes {
    std::size_t lowest = 0, highest = 0;
    std::size_t finite = 0; ///< points that are finite; 0: the indices mean nothing
};

/// Points in time order, steps ascending. Copies share all full chunks; appending copies the open one only if it is shared.
class SeriesPiece {
public:
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const SeriesPoint& operator[](std::size_t i) const { return (*m_chunks[i / kChunk]).points[i % kChunk]; }
    const SeriesPoint& front() const { return (*this)[0]; }
    const SeriesPoint& back() const { return (*this)[m_size - 1]; }
    void append(const SeriesPoint& point);
    /// Of [begin, end), from the pyramid: a few hundred values are looked at however long the span.
    SeriesExtremes extremes(std::size_t begin, std::size_t end) const;

    static constexpr std::size_t kChunk = 4096, kBlock = 64;

private:
    struct Chunk {
        std::vector<SeriesPoint> points;
        std::vector<SeriesExtremes> blocks; ///< of kBlock points each; indices inside the chunk
        SeriesExtremes all;
    };

    double value(std::size_t i) const { return (*this)[i].value; }
    void merge(SeriesExtremes& into, const SeriesExtremes& part, std::size_t offset) const;
    void scan(SeriesExtremes& into, std::size_t begin, std::size_t end) const;

    std::vector<std::shared_ptr<Chunk>> m_chunks;
    std::size_t m_size = 0;
};

class Series {
public:
    void append(const SeriesPoint& point);
    /// What comes now continues from an earlier step: a resume.
    void startPiece() { m_pieces.emplace_back(); }
    std::size_t size() const;
    bool empty() const { return size() == 0; }
    const std::vector<SeriesPiece>& pieces() const { return m_pieces; }

private:
    std::vector<SeriesPiece> m_pieces;
};

} // namespace lockstep::monitors
