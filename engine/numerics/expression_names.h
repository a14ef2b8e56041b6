// Names of the operations of a formula, both ways.
#pragma once

#include "numerics/expression.h"

#include <optional>

namespace lockstep {

std::optional<ExprOp> exprOpNamed(std::string_view name);
/// Whether users may call it by that name: `exp(a)`.
bool isFormulaFunction(ExprOp op);

} // namespace lockstep
