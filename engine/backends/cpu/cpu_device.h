// The processor: oneDNN for matmul and convolution, own vector kernels for the rest, the reference where neither fits.
#pragma once

#include "backends/device.h"

#include <memory>

namespace lockstep::backends {

struct CpuOptions {
    int threads = 0; ///< width of the OpenMP team of each thread that enters; 0: all cores
};

/// Kernels keep the width they were made under; call enterThread() on each thread that prepares or runs them.
Result<std::unique_ptr<Device>> makeCpuDevice(const CpuOptions& options);

} // namespace lockstep::backends
