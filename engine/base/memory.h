// How much memory can still be had.
#pragma once

#include <cstddef>

namespace lockstep {

/// Bytes that this process may still take without anything being killed for them: what the kernel calls available, swap besides, and no
/// more than the control group's limit leaves. 0: not known.
std::size_t availableMemory();

} // namespace lockstep
