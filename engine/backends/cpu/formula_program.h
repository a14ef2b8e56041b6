// A formula as the vector kernel wants it: constants in registers, registers used again when nobody reads them any more.
#pragma once

#include "kernels/cpu/elementwise/formula.h"
#include "numerics/expression.h"

#include <optional>
#include <vector>

namespace lockstep::backends::cpu {

class FormulaCode {
public:
    /// Inputs of the formula from `inputs` on are scalars. None: it needs more registers, inputs or outputs than the kernel has.
    static std::optional<FormulaCode> compile(const Expression& formula, int inputs, int scalars = 0);

    /// What the scalars are from now on.
    void setScalars(const std::vector<double>& values);

    /// Points into this object.
    kernels::FormulaProgram program() const;

private:
    std::vector<kernels::FormulaStep> m_steps;
    std::vector<float> m_numbers;
    std::vector<int> m_results;
    int m_inputs = 0;
};

/// Whether zeros give zeros: then the padding of blocked layouts stays as it has to be.
bool keepsZero(const Expression& formula);

} // namespace lockstep::backends::cpu
