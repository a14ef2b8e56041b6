// Layouts of [N, C, H, W] values that own kernels know; what oneDNN wants besides is interned from kFirstOpaque on.
#pragma once

#include "ir/types.h"

namespace lockstep::backends::cpu {

inline constexpr ir::LayoutId kBlocked16 = 1;    ///< [N, C/16, H, W, 16], missing channels are zeros
inline constexpr ir::LayoutId kBlocked8 = 2;     ///< [N, C/8, H, W, 8]
inline constexpr ir::LayoutId kChannelsLast = 3; ///< [N, H, W, C]
inline constexpr ir::LayoutId kFirstOpaque = 16;

inline bool isChannelLayout(ir::LayoutId id) { return id >= kBlocked16 && id <= kChannelsLast; }

} // namespace lockstep::backends::cpu
