// Geometry of convolutions and pooling: sizes, strides, padding of both dimensions, read from a node's attributes.
#pragma once

#include "ir/attributes.h"
#include "numerics/shape.h"

#include <array>
#include <cstdint>

namespace lockstep::ops {

/// One dimension of a sliding window.
struct WindowAxis {
    std::int64_t kernel = 1, stride = 1, before = 0, after = 0, dilation = 1;
    bool ceilMode = false;

    std::int64_t span() const { return dilation * (kernel - 1) + 1; }
    /// Places of the window over an input of that size; <= 0 if it does not fit. In ceil mode the last one may hang over the end,
    /// but starts inside the input or its left padding.
    std::int64_t outputs(std::int64_t input) const;
};

/// Height, width.
using Window2d = std::array<WindowAxis, 2>;

/// From `stride`, `padding` (top, left, bottom, right), `dilation` and the weight's [O, C/g, kh, kw].
Window2d convWindow(const ir::Attributes& attrs, const Shape& weight);
/// From `kernel`, `stride`, `padding`, `ceil_mode`.
Window2d poolWindow(const ir::Attributes& attrs);

/// Part of an adaptive pooling's input that output i of n sees: [first, second).
std::array<std::int64_t, 2> adaptiveRange(std::int64_t i, std::int64_t n, std::int64_t input);

} // namespace lockstep::ops
