// How batch normalisation cuts its input: pieces that fit the cache, whose statistics are merged in order.
#pragma once

#include "kernels/cpu/norm/batch_norm.h"

#include <algorithm>
#include <cstddef>

namespace lockstep::kernels {

/// Three constants a channel.
struct ChannelConstants {
    float *a, *b, *c;
};

struct Chunk {
    std::int64_t offset;  ///< of its first element
    std::int64_t rows;    ///< rows of `lanes` floats
    std::int64_t channel; ///< of its first lane
    std::int64_t slot;    ///< where its statistics lie: `lanes` floats
};

/// Rows of one group of one sample are cut into pieces of `m_piece` rows.
class Chunks {
public:
    explicit Chunks(const ChannelShape& s)
        : shape(s), m_piece(std::min(s.rows, std::max<std::int64_t>(kElements / std::max<std::int64_t>(s.lanes, 1), 1))),
          m_pieces((s.rows + m_piece - 1) / m_piece) {}

    std::int64_t count() const { return shape.batch * shape.groups * m_pieces; }
    std::int64_t slots() const { return count() * shape.lanes; }
    std::int64_t elements() const { return m_piece * shape.lanes; }
    double perChannel() const { return static_cast<double>(shape.batch * shape.rows); }
    std::int64_t perChannelChunks() const { return shape.batch * m_pieces; }

    Chunk at(std::int64_t k) const {
        const std::int64_t piece = k % m_pieces, plane = k / m_pieces, from = piece * m_piece;
        return {(plane * shape.rows + from) * shape.lanes, std::min(m_piece, shape.rows - from), plane % shape.groups * shape.lanes,
                k * shape.lanes};
    }
    /// Calls f(slot, rows) for the chunks of one channel, in order.
    template <class F> void eachOf(std::int64_t channel, F f) const {
        const std::int64_t group = channel / shape.lanes, lane = channel % shape.lanes;
        for (std::int64_t n = 0; n < shape.batch; ++n) {
            for (std::int64_t piece = 0; piece < m_pieces; ++piece) {
                const Chunk c = at((n * shape.groups + group) * m_pieces + piece);
                f(c.slot + lane, c.rows);
            }
        }
    }

    ChannelShape shape;

private:
    static constexpr std::int64_t kElements = 1 << 14; ///< 64 KiB

    std::int64_t m_piece, m_pieces;
};

} // namespace lockstep::kernels
