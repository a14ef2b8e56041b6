#include "backends/cpu/values.h"

#include "backends/cpu/layouts.h"

#include <algorithm>

namespace lockstep::backends::cpu {

bool sameLayouts(const NodeView& node) {
    const ValueView& y = node.outputs[0];
    const auto same = [&y](const ValueView& v) { return !v.present || (v.layout == y.layout && v.type.shape == y.type.shape); };
    return std::ranges::all_of(node.inputs, same) && std::ranges::all_of(node.outputs, same);
}

std::int64_t storedElements(const ValueView& value) {
    if (value.layout == ir::kPlain) return value.type.shape.elements();
    return static_cast<std::int64_t>(Layouts::instance().desc(value.type, value.layout).get_size() / byteSize(value.type.dtype));
}

static std::int64_t blockOf(ir::LayoutId layout) { return layout == kBlocked16 ? 16 : layout == kBlocked8 ? 8 : 1; }

bool hasPaddingLanes(const ValueView& value) {
    return value.layout >= kFirstOpaque || (value.layout != ir::kPlain && value.type.shape[1] % blockOf(value.layout) != 0);
}

kernels::ChannelShape channelsOf(const ValueView& value) {
    const Shape& s = value.type.shape;
    const std::int64_t n = s[0], c = s[1], inner = s.elements(2, s.rank());
    // One number a channel: lanes are the channels themselves.
    if (value.layout == kChannelsLast || (value.layout == ir::kPlain && inner == 1)) return {1, 1, n * inner, c, c};
    if (value.layout == ir::kPlain) return {n, c, inner, 1, c};
    const std::int64_t block = blockOf(value.layout);
    return {n, (c + block - 1) / block, inner, block, c};
}

} // namespace lockstep::backends::cpu
