// Initial weights (SEMANTICS.md 6): a function of (seed, name, rule) alone, so that they do not depend on other layers.
#pragma once

#include "compile/model_info.h"
#include "numerics/host_tensor.h"

#include <cstdint>

namespace lockstep::train {

HostTensor initialTensor(const compile::ParameterInfo& parameter, std::uint64_t seed);

} // namespace lockstep::train
