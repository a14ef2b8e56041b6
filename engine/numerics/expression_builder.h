// Makes expressions step by step: equal steps are one, constants are folded, derivatives are taken by rule.
#pragma once

#include "numerics/expression.h"

#include <map>
#include <optional>
#include <tuple>

namespace lockstep {

class ExpressionBuilder {
public:
    /// A step's number in this builder.
    using Id = int;

    Id number(double value);
    Id input(int place);
    Id apply(ExprOp op, Id a, Id b = 0, Id c = 0);
    /// The outputs of another expression, its input i being `inputs[i]` here.
    std::vector<Id> insert(const Expression& expression, std::span<const Id> inputs);

    /// d of / d input; subgradients as in SEMANTICS.md 7, ties of min and max shared evenly. None: it doesn't depend on it.
    std::optional<Id> derivative(Id of, int input);

    /// Only what the outputs need.
    Expression build(const std::vector<Id>& outputs) const;

private:
    Id add(const ExprStep& step);
    std::optional<Id> simplified(ExprOp op, Id a, Id b) const;
    std::optional<double> valueOf(Id id) const;
    std::optional<Id> combine(const ExprStep& step, const std::array<std::optional<Id>, 3>& d);
    /// Factor on the derivative of argument i (0 or 1).
    Id slope(const ExprStep& step, Id self, int i);
    Id unarySlope(const ExprStep& step, Id self);
    Id powerSlope(Id a, Id b, Id self, int i);
    Id tieSlope(ExprOp better, Id mine, Id other);

    std::vector<ExprStep> m_steps;
    /// By bits: -0 and 0 are two numbers, a NaN is itself.
    using Key = std::tuple<ExprOp, std::array<int, 3>, std::uint64_t>;
    static Key keyOf(const ExprStep& step);
    std::map<Key, Id> m_known;
};

} // namespace lockstep
