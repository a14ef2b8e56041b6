// Sizes of a recurrence: one layer and direction of an LSTM or GRU over all steps.
#pragma once

#include "ir/attributes.h"
#include "numerics/shape.h"

#include <cstdint>

namespace lockstep::ops {

struct RecurrenceSizes {
    std::int64_t batch, steps, size; ///< size: of the state
    bool lstm, reverse;

    std::int64_t gates() const { return lstm ? 4 : 3; } ///< products that a step takes from its input and from the state
    std::int64_t step(std::int64_t i) const { return reverse ? steps - 1 - i : i; }
};

/// `h`: [N, T, H].
inline RecurrenceSizes recurrenceSizes(const ir::Attributes& attrs, const Shape& h) {
    return {h[0], h[1], h[2], attrs.text("cell") == "lstm", attrs.flag("reverse", false)};
}

} // namespace lockstep::ops
