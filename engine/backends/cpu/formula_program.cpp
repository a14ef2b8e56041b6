#include "backends/cpu/formula_program.h"

#include <algorithm>

namespace lockstep::backends::cpu {

using kernels::FormulaOp, kernels::FormulaStep;

namespace {

constexpr auto kFirst = static_cast<int>(ExprOp::Neg);
static_assert(static_cast<int>(ExprOp::Where) - kFirst == static_cast<int>(FormulaOp::Where));
static_assert(static_cast<int>(ExprOp::Add) - kFirst == static_cast<int>(FormulaOp::Add));

FormulaOp opOf(ExprOp op) { return static_cast<FormulaOp>(static_cast<int>(op) - kFirst); }

/// The step after which nobody reads the value; results live to the end.
std::vector<int> lastReads(const Expression& formula) {
    const auto& steps = formula.steps();
    std::vector<int> last(steps.size(), -1);
    for (std::size_t k = 0; k < steps.size(); ++k)
        for (int i = 0; i < exprArity(steps[k].op); ++i)
            last[static_cast<std::size_t>(steps[k].args[static_cast<std::size_t>(i)])] = static_cast<int>(k);
    for (const int output : formula.outputs()) last[static_cast<std::size_t>(output)] = static_cast<int>(steps.size());
    return last;
}

/// A square is a product: exact, and far cheaper than the general power.
bool isSquare(const Expression& formula, const ExprStep& step) {
    if (step.op != ExprOp::Pow) return false;
    const ExprStep& exponent = formula.steps()[static_cast<std::size_t>(step.args[1])];
    return exponent.op == ExprOp::Number && exponent.number == 2;
}

} // namespace

std::optional<FormulaCode> FormulaCode::compile(const Expression& formula, int inputs, int scalars) {
    if (inputs > kernels::kMostInputs || static_cast<int>(formula.outputs().size()) > kernels::kMostOutputs) return std::nullopt;
    FormulaCode code;
    code.m_inputs = inputs;
    code.m_numbers.resize(static_cast<std::size_t>(scalars));
    const auto& steps = formula.steps();
    std::vector<int> place(steps.size(), 0);
    for (std::size_t k = 0; k < steps.size(); ++k) {
        if (steps[k].op == ExprOp::Input)
            place[k] = steps[k].args[0] < inputs ? kernels::kInput - steps[k].args[0] : steps[k].args[0] - inputs;
        if (steps[k].op != ExprOp::Number) continue;
        place[k] = static_cast<int>(code.m_numbers.size());
        code.m_numbers.push_back(static_cast<float>(steps[k].number));
    }
    std::vector<int> last = lastReads(formula), free;
    int used = static_cast<int>(code.m_numbers.size());
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const int arity = exprArity(steps[k].op);
        if (arity == 0) continue;
        const auto arg = [&](int i) { return static_cast<std::size_t>(steps[k].args[static_cast<std::size_t>(i)]); };
        const bool square = isSquare(formula, steps[k]);
        const auto placeOf = [&](int i) { return i < arity ? place[arg(i)] : 0; };
        FormulaStep step{square ? FormulaOp::Mul : opOf(steps[k].op), 0, placeOf(0), placeOf(square ? 0 : 1), placeOf(2)};
        // Vectors are read before they are written: an argument's register may be the result's.
        for (int i = 0; i < arity; ++i) {
            if (exprArity(steps[arg(i)].op) == 0 || last[arg(i)] != static_cast<int>(k)) continue;
            free.push_back(place[arg(i)]);
            last[arg(i)] = -1; // once, even where the step reads it twice
        }
        if (free.empty()) {
            step.out = used++;
        } else {
            step.out = free.back();
            free.pop_back();
        }
        place[k] = step.out;
        code.m_steps.push_back(step);
    }
    if (used > kernels::kMostRegisters) return std::nullopt;
    for (const int output : formula.outputs()) code.m_results.push_back(place[static_cast<std::size_t>(output)]);
    return code;
}

void FormulaCode::setScalars(const std::vector<double>& values) {
    std::ranges::transform(values, m_numbers.begin(), [](double v) { return static_cast<float>(v); });
}

kernels::FormulaProgram FormulaCode::program() const {
    return {m_steps.data(), static_cast<int>(m_steps.size()),   m_numbers.data(), static_cast<int>(m_numbers.size()),
            m_inputs,       static_cast<int>(m_results.size()), m_results.data()};
}

bool keepsZero(const Expression& formula) {
    const std::vector<double> zeros(static_cast<std::size_t>(formula.inputs()), 0.0);
    return std::ranges::all_of(formula.evaluate(zeros), [](double v) { return v == 0; });
}

} // namespace lockstep::backends::cpu
