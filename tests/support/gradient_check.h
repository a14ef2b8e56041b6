// Holds reverse() against central finite differences in f64 on the reference device.
#pragma once

#include "ir/rewriter.h"
#include "support/graph_runner.h"

#include <functional>
#include <string>
#include <vector>

namespace lockstep::test {

struct GradientProblem {
    /// Builds the forward graph and returns a value of any shape; the loss is its sum with fixed weights.
    std::function<Result<ir::ValueId>(ir::Rewriter&)> build;
    Tensors inputs;               ///< every value without producer; the differentiated ones f64
    std::vector<std::string> wrt; ///< value names
};

/// Raises test failures where a gradient differs by more than 1e-7 + 1e-5 * |gradient|.
void expectGradients(const GradientProblem& problem);

} // namespace lockstep::test
