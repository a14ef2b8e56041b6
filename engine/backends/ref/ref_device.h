// The reference: every op in plain C++, on one thread, in f32 (sums in double) and f64. Slow, obvious, correct.
#pragma once

#include "backends/kernel_table.h"

#include <memory>

namespace lockstep::backends {

std::unique_ptr<Device> makeRefDevice();
/// Appends the reference kernel of every op, named `ref`: row-major, f32 and f64. Host memory, nothing allocated in run().
void addRefKernels(KernelTable& table);

} // namespace lockstep::backends
