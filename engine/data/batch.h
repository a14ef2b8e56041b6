// One batch, ready for a Program.
#pragma once

#include "numerics/host_tensor.h"

#include <cstdint>
#include <vector>

namespace lockstep::data {

/// Inputs and targets in the model's order, shape [size, ...]; f32 or s64 as the model wants.
struct Batch {
    std::int64_t number = 0; ///< counts batches over all epochs, from 0
    std::int64_t epoch = 0;
    std::int64_t size = 0;
    std::vector<HostTensor> inputs, targets;
    std::vector<std::int64_t> samples; ///< position of each in its part
};

} // namespace lockstep::data
