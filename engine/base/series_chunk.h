// Points of a metric over a run, in immutable chunks that store, monitors and window share without copying.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace lockstep {

/// One value of a metric: after which update, when (seconds since the run's first start, pauses included), what.
struct SeriesPoint {
    std::int64_t step = 0;
    double wallS = 0;
    double value = 0;
};

/// At most kCapacity points as columns of equal length. `min` and `max` are over finite values; min > max if there is none.
struct SeriesChunk {
    static constexpr std::size_t kCapacity = 4096;

    std::vector<std::int64_t> steps;
    std::vector<double> wallS;
    std::vector<double> values;
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    std::size_t size() const { return values.size(); }
    bool full() const { return size() >= kCapacity; }
    SeriesPoint at(std::size_t i) const { return {steps[i], wallS[i], values[i]}; }

    void append(const SeriesPoint& p) {
        steps.push_back(p.step);
        wallS.push_back(p.wallS);
        values.push_back(p.value);
        if (!std::isfinite(p.value)) return;
        if (p.value < min) min = p.value;
        if (p.value > max) max = p.value;
    }
};

using ChunkPtr = std::shared_ptr<const SeriesChunk>;

} // namespace lockstep
