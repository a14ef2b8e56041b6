// Optimizers that are formulas of one element: rmsprop, adagrad, lion (SEMANTICS.md 5).
#pragma once

#include "ir/attributes.h"
#include "numerics/expression.h"
#include "ops/update_lists.h"

#include <string>
#include <vector>

namespace lockstep::ops {

/// What the attributes of a `rule_update` say.
struct UpdateRule {
    enum class Kind : std::uint8_t { RmsProp, Adagrad, Lion };

    explicit UpdateRule(const ir::Attributes& attrs);
    /// Of one step, in double; t counts from 1. The program reads them after its tensors.
    std::vector<double> scalars(double lr, double t) const;
    /// How many inputs of the program are tensors.
    std::size_t tensors() const { return 2 + states.size(); }

    Kind kind;
    double weightDecay, lrDecay;
    std::vector<std::string> states; ///< name prefixes of what is kept for each parameter, in the order of the lists after p and g
    Expression program;              ///< inputs: p, g, the states, the scalars; results: the next p and states
};

UpdateLists ruleLists(const ir::Attributes& attrs);

} // namespace lockstep::ops
