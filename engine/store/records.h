// Rows of the store other than runs.
#pragma once

#include "base/series_chunk.h"
#include "store/run_row.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::store {

/// Something that happened to a run. `payload` is JSON text. `seq` counts from 1 within the run; commit assigns it.
struct EventRow {
    std::int64_t seq = 0;
    double wallS = 0; ///< seconds since 1970
    std::int64_t step = 0;
    std::string kind;
    std::string payload;
};

/// A checkpoint whose files are on disk. `folder` is relative to the run's folder, as `step-500`.
struct CheckpointRow {
    RunId run = 0;
    std::int64_t step = 0;
    std::string folder;
    std::int64_t bytes = 0;
    double createdS = 0;
    bool best = false;
    std::string hash; ///< as in state.json; empty if found by a rescan
};

/// What one series of a run holds in one piece (a piece is the stretch between two starts).
struct PieceInfo {
    int piece = 0;
    std::int64_t points = 0;
    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;
};

struct SeriesInfo {
    std::string name;
    std::vector<PieceInfo> pieces;
};

/// Chunks of one piece from index `firstIndex` on; all but the last are full.
struct SeriesPiece {
    int piece = 0;
    int firstIndex = 0;
    std::vector<ChunkPtr> chunks;
};

struct SeriesBatch {
    std::string name;
    std::vector<SeriesPoint> points;
};

/// Per-layer statistics of one probed step, in the encoding of its writer.
struct SampleRow {
    std::int64_t step = 0;
    std::string data;
};

/// All that a run did since the last commit; written in one transaction.
struct RunBatch {
    RunId run = 0;
    int piece = 0;
    std::vector<SeriesBatch> series;
    std::vector<EventRow> events;
    std::vector<SampleRow> samples; ///< offered, as by offerSample
    RunChange change;
};

} // namespace lockstep::store
