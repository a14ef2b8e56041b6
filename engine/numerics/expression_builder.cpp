#include "numerics/expression_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace lockstep {

using Id = ExpressionBuilder::Id;
using enum ExprOp;

ExpressionBuilder::Key ExpressionBuilder::keyOf(const ExprStep& step) {
    return {step.op, step.args, std::bit_cast<std::uint64_t>(step.number)};
}

Id ExpressionBuilder::add(const ExprStep& step) {
    const auto [found, added] = m_known.try_emplace(keyOf(step), static_cast<Id>(m_steps.size()));
    if (added) m_steps.push_back(step);
    return found->second;
}

Id ExpressionBuilder::number(double value) { return add({Number, {}, value}); }
Id ExpressionBuilder::input(int place) { return add({Input, {place, 0, 0}, 0}); }

std::optional<double> ExpressionBuilder::valueOf(Id id) const {
    const ExprStep& step = m_steps[static_cast<std::size_t>(id)];
    return step.op == Number ? std::optional(step.number) : std::nullopt;
}

/// Only what holds for every value, NaN and infinities included.
std::optional<Id> ExpressionBuilder::simplified(ExprOp op, Id a, Id b) const {
    const auto va = valueOf(a), vb = valueOf(b);
    if (op == Mul && va == 1.0) return b;
    if ((op == Mul || op == Div || op == Pow) && vb == 1.0) return a;
    return std::nullopt;
}

Id ExpressionBuilder::apply(ExprOp op, Id a, Id b, Id c) {
    const int arity = exprArity(op);
    const auto va = valueOf(a), vb = arity > 1 ? valueOf(b) : 0.0, vc = arity > 2 ? valueOf(c) : 0.0;
    if (va && vb && vc) return number(exprValue(op, *va, *vb, *vc));
    if (op == Where && va) return *va != 0 ? b : c;
    if (arity == 2) {
        if (const auto simple = simplified(op, a, b)) return *simple;
    }
    return add({op, {a, arity > 1 ? b : 0, arity > 2 ? c : 0}, 0});
}

std::vector<Id> ExpressionBuilder::insert(const Expression& expression, std::span<const Id> inputs) {
    std::vector<Id> here;
    const auto at = [&](int i) { return here[static_cast<std::size_t>(i)]; };
    for (const ExprStep& step : expression.steps()) {
        if (step.op == Number)
            here.push_back(number(step.number));
        else if (step.op == Input)
            here.push_back(inputs[static_cast<std::size_t>(step.args[0])]);
        else
            here.push_back(apply(step.op, at(step.args[0]), at(step.args[1]), at(step.args[2])));
    }
    std::vector<Id> out;
    for (const int output : expression.outputs()) out.push_back(at(output));
    return out;
}

Id ExpressionBuilder::unarySlope(const ExprStep& step, Id self) {
    const Id a = step.args[0], one = number(1);
    switch (step.op) {
    case Neg: return number(-1);
    case Exp: return self;
    case Expm1: return apply(Exp, a);
    case Log: return apply(Div, one, a);
    case Log1p: return apply(Div, one, apply(Add, one, a));
    case Sqrt: return apply(Div, number(0.5), self);
    case Abs: return apply(Sign, a);
    case Tanh: return apply(Sub, one, apply(Mul, self, self));
    case Sigmoid: return apply(Mul, self, apply(Sub, one, self));
    case Softplus: return apply(Sigmoid, a);
    case Erf: return apply(Mul, number(2 * std::numbers::inv_sqrtpi), apply(Exp, apply(Neg, apply(Mul, a, a))));
    case Sin: return apply(Cos, a);
    case Cos: return apply(Neg, apply(Sin, a));
    default: return apply(Greater, a, number(0)); // relu
    }
}

/// x^e: e * x^(e-1), 0 where e is 0; by the exponent x^e * log(x), 0 where x is 0 and e is not negative.
Id ExpressionBuilder::powerSlope(Id a, Id b, Id self, int i) {
    const Id zero = number(0);
    if (i == 0) return apply(Where, apply(Equal, b, zero), zero, apply(Mul, b, apply(Pow, a, apply(Sub, b, number(1)))));
    const Id flat = apply(Mul, apply(Equal, a, zero), apply(GreaterEqual, b, zero));
    return apply(Where, flat, zero, apply(Mul, self, apply(Log, a)));
}

/// 1 where `mine` is the one taken, a half where both are equal.
Id ExpressionBuilder::tieSlope(ExprOp better, Id mine, Id other) {
    return apply(Where, apply(Equal, mine, other), number(0.5), apply(better, mine, other));
}

Id ExpressionBuilder::slope(const ExprStep& step, Id self, int i) {
    const Id a = step.args[0], b = step.args[1];
    switch (step.op) {
    case Add: return number(1);
    case Sub: return number(i == 0 ? 1 : -1);
    case Mul: return i == 0 ? b : a;
    case Div: return i == 0 ? apply(Div, number(1), b) : apply(Neg, apply(Div, self, b));
    case Pow: return powerSlope(a, b, self, i);
    case Min: return i == 0 ? tieSlope(Less, a, b) : tieSlope(Less, b, a);
    case Max: return i == 0 ? tieSlope(Greater, a, b) : tieSlope(Greater, b, a);
    default: return unarySlope(step, self);
    }
}

/// The derivative of a step from those of its arguments; none stands for an exact zero.
std::optional<Id> ExpressionBuilder::combine(const ExprStep& step, const std::array<std::optional<Id>, 3>& d) {
    const Id self = m_known.at(keyOf(step));
    if (step.op == Sign || (step.op >= Less && step.op <= NotEqual)) return std::nullopt;
    if (step.op == Where) {
        if (!d[1] && !d[2]) return std::nullopt;
        return apply(Where, step.args[0], d[1] ? *d[1] : number(0), d[2] ? *d[2] : number(0));
    }
    std::optional<Id> sum;
    for (int i = 0; i < std::min(exprArity(step.op), 2); ++i) {
        const auto& part = d[static_cast<std::size_t>(i)];
        if (!part) continue;
        const Id term = apply(Mul, *part, slope(step, self, i));
        sum = sum ? apply(Add, *sum, term) : term;
    }
    return sum;
}

std::optional<Id> ExpressionBuilder::derivative(Id of, int input) {
    // Arguments stand before what reads them.
    std::vector<std::optional<Id>> d(static_cast<std::size_t>(of) + 1);
    for (std::size_t i = 0; i < d.size(); ++i) {
        const ExprStep step = m_steps[i]; // a copy: more are added
        if (step.op == Input && step.args[0] == input) d[i] = number(1);
        if (step.op == Number || step.op == Input) continue;
        std::array<std::optional<Id>, 3> parts;
        bool any = false;
        for (int k = 0; k < exprArity(step.op); ++k) {
            const auto at = static_cast<std::size_t>(k);
            parts[at] = d[static_cast<std::size_t>(step.args[at])];
            any = any || parts[at].has_value();
        }
        if (any) d[i] = combine(step, parts);
    }
    return d.back();
}

Expression ExpressionBuilder::build(const std::vector<Id>& outputs) const {
    std::vector<bool> needed(m_steps.size(), false);
    for (const Id output : outputs) needed[static_cast<std::size_t>(output)] = true;
    for (std::size_t i = m_steps.size(); i-- > 0;) {
        if (!needed[i]) continue;
        for (int k = 0; k < exprArity(m_steps[i].op); ++k)
            needed[static_cast<std::size_t>(m_steps[i].args[static_cast<std::size_t>(k)])] = true;
    }
    std::vector<int> place(m_steps.size(), 0);
    std::vector<ExprStep> steps;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        if (!needed[i]) continue;
        place[i] = static_cast<int>(steps.size());
        ExprStep step = m_steps[i];
        for (int k = 0; k < exprArity(step.op); ++k) {
            int& arg = step.args[static_cast<std::size_t>(k)];
            arg = place[static_cast<std::size_t>(arg)];
        }
        steps.push_back(step);
    }
    std::vector<int> out;
    out.reserve(outputs.size());
    for (const Id output : outputs) out.push_back(place[static_cast<std::size_t>(output)]);
    return {std::move(steps), std::move(out)};
}

} // namespace lockstep
