// Inputs of equal rank brought to one shape: sizes of 1 stretch.
#pragma once

#include "compile/lower/context.h"

namespace lockstep::compile {

/// All inputs of the layer in their common shape, or an error that names the two that don't fit.
Result<std::vector<ir::ValueId>> stretchedInputs(LowerContext& c);

} // namespace lockstep::compile
