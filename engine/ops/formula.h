// The formula of a `formula` node, and nodes from formulas.
#pragma once

#include "ir/attributes.h"
#include "numerics/expression.h"

namespace lockstep::ops {

/// Attributes of a node that computes `expression`.
ir::Attributes formulaAttrs(const Expression& expression);
/// What they say; the schema has checked that it can be read.
Expression formulaOf(const ir::Attributes& attrs);
/// Operations of one element.
double formulaWork(const ir::Attributes& attrs);

} // namespace lockstep::ops
