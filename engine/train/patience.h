// Counts evaluations without progress: what `plateau` and `early_stop` wait for.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace lockstep::train {

struct Patience {
    std::optional<double> best;
    std::int64_t bad = 0; ///< evaluations since the best one

    /// `better`: whether this value counts as progress over the best. What is no number never does.
    template <class Better> void see(double value, const Better& better) {
        if (std::isfinite(value) && (!best || better(value, *best)))
            best = value, bad = 0;
        else
            ++bad;
    }
    bool operator==(const Patience&) const = default;
};

} // namespace lockstep::train
