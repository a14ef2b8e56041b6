// Rows of a table by their numbers.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

struct Lookup {
    std::int64_t tokens, rows, width;
    std::int64_t padding; ///< a row without gradient; -1: none
    bool skips;           ///< the padding row gives zeros
};

/// y[t] = table[ids[t]]; NaN for a number that the table doesn't have.
void lookup(const Lookup& lookup, const std::int64_t* ids, const float* table, float* y);
/// dTable[r] = sum of dy[t] with ids[t] = r, in the order of t whatever the team's width.
void lookupGradient(const Lookup& lookup, const float* dy, const std::int64_t* ids, float* dTable);

} // namespace lockstep::kernels
