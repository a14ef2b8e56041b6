// The lines of a tensor along one axis: what softmax and cross-entropy work on, one at a time.
#pragma once

#include "numerics/shape.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace lockstep::backends::ref {

struct Lines {
    std::int64_t outer, length, inner;

    std::int64_t count() const { return outer * inner; }
    /// Index of element k of the line whose first element is `first`.
    std::int64_t at(std::int64_t first, std::int64_t k) const { return first + k * inner; }
    /// Calls f(index of the first element) for each line.
    template <class F> void each(F f) const {
        for (std::int64_t line = 0; line < count(); ++line) f(start(line));
    }
    std::int64_t start(std::int64_t line) const { return line / inner * length * inner + line % inner; }
    /// -inf for an empty line; NaNs are left out.
    template <class T> double largest(const T* x, std::int64_t first) const {
        double top = -std::numeric_limits<double>::infinity();
        for (std::int64_t k = 0; k < length; ++k) top = std::fmax(top, static_cast<double>(x[at(first, k)]));
        return top;
    }
};

inline Lines linesAlong(const Shape& shape, std::int64_t axis) {
    const auto at = static_cast<std::size_t>(axis);
    return {shape.elements(0, at), shape[at], shape.elements(at + 1, shape.rank())};
}

} // namespace lockstep::backends::ref
