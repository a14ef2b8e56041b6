// A recorded quantity over steps: shared immutable chunks, one piece a stretch of training, with a min/max pyramid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lockstep::monitors {

struct SeriesPoint {
    std::int64_t step = 0;
    double wall = 0; ///< seconds since 1970
    double value = 0;
};

/// The least and greatest finite value of a span, and the indices of the first points that have them.
struct SeriesExtremes {
    std::size_t lowest = 0, highest = 0;
    double low = 0, high = 0;
    std::size_t finite = 0; ///< points that are finite; 0: the rest means nothing
};

/// Points in time order, steps ascending. Copies share all full chunks; appending copies the open one only if it is shared.
class SeriesPiece {
public:
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    SeriesPoint operator[](std::size_t i) const { return {step(i), wall(i), value(i)}; }
    std::int64_t step(std::size_t i) const { return m_places[i / kChunk]->steps[i % kChunk]; }
    double wall(std::size_t i) const { return m_places[i / kChunk]->walls[i % kChunk]; }
    double value(std::size_t i) const { return m_chunks[i / kChunk]->values[i % kChunk]; }
    SeriesPoint front() const { return (*this)[0]; }
    SeriesPoint back() const { return (*this)[m_size - 1]; }
    void append(const SeriesPoint& point);
    /// Other values at the points of `like`, whose steps and times are shared, not copied: of the values here the first `keep`
    /// stay, `values` follow them. keep <= size(), keep + values.size() <= like.size().
    void assign(const SeriesPiece& like, std::size_t keep, std::span<const double> values);

    /// Of [begin, end), from the pyramid: a few hundred values are looked at however long the span.
    SeriesExtremes extremes(std::size_t begin, std::size_t end) const;
    /// Index of the first point whose step is not below; size() if there is none.
    std::size_t firstFrom(std::int64_t step) const;
    /// Both hold the same points because one is a copy of the other; false may only mean that it isn't known.
    bool sharesWith(const SeriesPiece& other) const { return m_size == other.m_size && m_chunks == other.m_chunks; }
    /// Values of [begin, end) copied out.
    void copyValues(std::size_t begin, std::size_t end, double* out) const;

    static constexpr std::size_t kChunk = 4096, kBlock = 64;

private:
    struct Places {
        std::vector<std::int64_t> steps;
        std::vector<double> walls;
    };
    struct Chunk {
        std::vector<double> values;
        std::vector<SeriesExtremes> blocks; ///< of kBlock points each; indices inside the chunk
        SeriesExtremes all;
        void measure(); ///< blocks and all, from the values
    };

    std::vector<std::shared_ptr<Places>> m_places;
    std::vector<std::shared_ptr<Chunk>> m_chunks; ///< as many, as long
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
    SeriesPiece& lastPiece() { return m_pieces.back(); } ///< there must be one
    /// Points of a piece that no later piece repeats: the first so many. A resume repeats the steps from its checkpoint on;
    /// what is drawn, counted and exported by default is the newest piece's.
    std::size_t keptPoints(std::size_t piece) const;
    bool sharesWith(const Series& other) const; ///< as of pieces

private:
    std::vector<SeriesPiece> m_pieces;
};

} // namespace lockstep::monitors
