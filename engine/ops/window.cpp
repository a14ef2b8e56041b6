#include "ops/window.h"

namespace lockstep::ops {

std::int64_t WindowAxis::outputs(std::int64_t input) const {
    const std::int64_t room = input + before + after - span();
    if (room < 0) return 0;
    std::int64_t places = (room + (ceilMode ? stride - 1 : 0)) / stride + 1;
    if (ceilMode && (places - 1) * stride >= input + before) --places;
    return places;
}

Window2d convWindow(const ir::Attributes& attrs, const Shape& weight) {
    const auto &stride = attrs.integers("stride"), &padding = attrs.integers("padding"), &dilation = attrs.integers("dilation");
    return {WindowAxis{weight[2], stride[0], padding[0], padding[2], dilation[0], false},
            WindowAxis{weight[3], stride[1], padding[1], padding[3], dilation[1], false}};
}

Window2d poolWindow(const ir::Attributes& attrs) {
    const auto &kernel = attrs.integers("kernel"), &stride = attrs.integers("stride"), &padding = attrs.integers("padding");
    const bool ceil = attrs.flag("ceil_mode");
    return {WindowAxis{kernel[0], stride[0], padding[0], padding[0], 1, ceil},
            WindowAxis{kernel[1], stride[1], padding[1], padding[1], 1, ceil}};
}

std::array<std::int64_t, 2> adaptiveRange(std::int64_t i, std::int64_t n, std::int64_t input) {
    return {i * input / n, ((i + 1) * input + n - 1) / n};
}

} // namespace lockstep::ops
