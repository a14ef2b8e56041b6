// What kernels ask of a value's layout.
#pragma once

#include "backends/device.h"
#include "kernels/cpu/norm/batch_norm.h"

namespace lockstep::backends::cpu {

/// Whether all present inputs and outputs have the same shape and layout: elementwise kernels then see flat arrays.
bool sameLayouts(const NodeView& node);
/// Elements in memory, padding lanes included.
std::int64_t storedElements(const ValueView& value);
/// Whether the layout has lanes beyond the value's channels; they must stay zero.
bool hasPaddingLanes(const ValueView& value);
/// [N, C, ..] in a layout that own kernels know (row-major or isChannelLayout()), as channels.
kernels::ChannelShape channelsOf(const ValueView& value);

} // namespace lockstep::backends::cpu
