// Which instruction sets kernels are compiled for: those with fused multiply-add, and plain C++ for the rest. Include before
// foreach_target.h.
#pragma once

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)
#endif

#include "kernels/cpu/parallel.h"

#include <cmath>
#include <cstdint>
