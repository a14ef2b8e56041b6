// One step of an LSTM or GRU and its gradient, for rows of a batch (SEMANTICS.md 8).
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// A matrix whose rows lie `stride` floats apart; null: zeros.
template <class T> struct Rows {
    T* data = nullptr;
    std::int64_t stride = 0;
};

struct CellStep {
    std::int64_t rows, size;   ///< of the batch, of the state
    Rows<const float> x;       ///< what comes from the input, all gates
    Rows<const float> state;   ///< what comes from the state before, all gates, without its bias
    const float* bias;         ///< of the state's part; null: none
    Rows<const float> hBefore; ///< GRU
    Rows<const float> cBefore; ///< LSTM
    Rows<float> gates, h, c;   ///< results; gates: i f g o, or r z n and the state's part of n; c: LSTM
};

void lstmStep(const CellStep& step);
void gruStep(const CellStep& step);

struct CellSlope {
    std::int64_t rows, size;
    Rows<const float> dh, dhLater; ///< of this step's output; what comes from the step behind; their sum is the state's slope
    float* carry; ///< [rows, size]: LSTM: slope of c from the step behind, in and out; GRU: dh * z of the step behind, in and out
    bool last;    ///< nothing is behind: carry is not read
    Rows<const float> gates, hBefore, c, cBefore;
    Rows<float> dx, dState; ///< of the gates before their functions; dState: GRU, where n differs
};

void lstmSlope(const CellSlope& slope);
void gruSlope(const CellSlope& slope);

} // namespace lockstep::kernels
