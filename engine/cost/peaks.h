// What a device was measured to reach: the denominators of utilisation and the constants of the cost model.
#pragma once

#include "numerics/dtype.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::cost {

/// One measured matrix product [m, k] x [k, n].
struct MatmulPoint {
    DType dtype = DType::F32;
    std::int64_t m = 0, n = 0, k = 0;
    double flopsPerSecond = 0;

    double flops() const { return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k); }
};

/// A value: sessions store and load it. Zero: not measured.
struct DeviceProfile {
    std::string device;      ///< `cpu`
    std::string description; ///< processor; a profile of another one says nothing
    int threads = 1;
    bool full = false; ///< false: the quick probe
    std::int64_t probedAtUnix = 0;
    std::vector<MatmulPoint> matmuls;
    double memoryBytesPerSecond = 0; ///< reading and writing arrays larger than the caches
    double copyBytesPerSecond = 0;   ///< host to device; on `cpu` one thread's memcpy
    double launchSeconds = 0;        ///< of a kernel that does next to nothing

    /// Largest measured rate of that type, FLOP/s; 0 if never measured.
    double peakFlops(DType dtype) const;
    /// Rate of a product of that size: measured points, straight between them over the logarithm of the FLOPs.
    double matmulFlops(DType dtype, double flops) const;
};

/// The rates of a usual processor, for choices that must not depend on the machine.
DeviceProfile typicalProfile();

} // namespace lockstep::cost
