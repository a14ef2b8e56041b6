// A batch on the host, as programs take it.
#pragma once

#include "numerics/host_tensor.h"

#include <cstdint>
#include <vector>

namespace lockstep::train {

/// Tensors start with the batch dimension; in the order of the model's inputs and outputs. Borrowed bytes.
struct BatchView {
    std::int64_t size = 0;
    std::vector<HostTensor> inputs, targets;

    /// Rows [from, from + count), the same bytes.
    BatchView rows(std::int64_t from, std::int64_t count) const;
};

} // namespace lockstep::train
