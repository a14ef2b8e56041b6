// Elementwise formulas: parsed from text, differentiated, evaluated. Shared sub-terms are kept once.
#pragma once

#include "base/result.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

enum class ExprOp : std::uint8_t {
    Number,
    Input,
    // one argument
    Neg,
    Exp,
    Expm1,
    Log,
    Log1p,
    Sqrt,
    Abs,
    Sign,
    Tanh,
    Sigmoid,
    Erf,
    Sin,
    Cos,
    Relu,
    Softplus,
    // two
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Min,
    Max,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    // three
    Where,
};

/// Name in formulas and in str(); the operators are "add", "less", ..
std::string_view exprOpName(ExprOp op);
/// How many arguments it takes; 0 for Number and Input.
int exprArity(ExprOp op);

struct ExprStep {
    ExprOp op = ExprOp::Number;
    std::array<int, 3> args{}; ///< earlier steps; of an Input: its place
    double number = 0;

    bool operator==(const ExprStep&) const = default;
};

/// Steps in an order that can be run, and those that are results.
class Expression {
public:
    Expression() = default;
    Expression(std::vector<ExprStep> steps, std::vector<int> outputs) : m_steps(std::move(steps)), m_outputs(std::move(outputs)) {}

    /// One formula in Python's syntax over the inputs of these names (FORMATS.md, `Formula`). Errors name the place in the text.
    static Result<Expression> parse(std::string_view text, const std::vector<std::string>& names);
    /// From what str() gave.
    static Result<Expression> fromText(std::string_view text);

    const std::vector<ExprStep>& steps() const { return m_steps; }
    const std::vector<int>& outputs() const { return m_outputs; }
    /// One more than the highest place of an input that is read.
    int inputs() const;
    /// Steps one after the other, each by its number: `x0; 2; mul 0 1 -> 2`.
    std::string str() const;
    /// Values of all steps in double, in the room of `values`; `read(i)` gives input i.
    template <class Read> void run(std::vector<double>& values, const Read& read) const;
    /// Values of the outputs in double.
    std::vector<double> evaluate(std::span<const double> inputs) const;

    bool operator==(const Expression&) const = default;

private:
    std::vector<ExprStep> m_steps;
    std::vector<int> m_outputs;
};

/// What one step makes of its arguments, in double. NaN passes on but through `where` and comparisons (SEMANTICS.md 7).
double exprValue(ExprOp op, double a, double b, double c);

template <class Read> void Expression::run(std::vector<double>& values, const Read& read) const {
    values.resize(m_steps.size());
    for (std::size_t k = 0; k < m_steps.size(); ++k) {
        const ExprStep& step = m_steps[k];
        const auto value = [&](std::size_t i) { return values[static_cast<std::size_t>(step.args[i])]; };
        if (step.op == ExprOp::Number)
            values[k] = step.number;
        else if (step.op == ExprOp::Input)
            values[k] = read(static_cast<std::size_t>(step.args[0]));
        else
            values[k] = exprValue(step.op, value(0), value(1), value(2));
    }
}

} // namespace lockstep
