// The norm of all gradients from those of the tensors (SEMANTICS.md 5).
#pragma once

#include <cmath>

namespace lockstep::backends {

class TotalNorm {
public:
    /// Of a tensor; its norm is rounded to f32.
    void addSquares(double sumOfSquares) {
        const auto norm = static_cast<double>(static_cast<float>(std::sqrt(sumOfSquares)));
        m_sum += norm * norm;
    }
    float value() const { return static_cast<float>(std::sqrt(m_sum)); }

private:
    double m_sum = 0;
};

} // namespace lockstep::backends
