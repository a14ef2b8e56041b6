// Layers that are elementwise formulas: those of the catalogue by their own text, `Formula` by the user's.
#include "ops/formula.h"
#include "compile/lower/families.h"
#include "compile/lower/stretch.h"
#include "numerics/expression_builder.h"

#include <algorithm>
#include <charconv>

namespace lockstep::compile {

namespace {

std::string textOf(double v) {
    char buffer[40];
    const std::string digits(buffer, std::to_chars(buffer, buffer + sizeof buffer, v).ptr);
    return v < 0 ? "(" + digits + ")" : digits;
}

/// `text` over the one input `a`; {0} stands for a number of the layer.
Result<ir::ValueId> activation(LowerContext& c, std::string text, std::initializer_list<double> numbers = {}) {
    std::size_t i = 0;
    for (const double number : numbers) {
        const std::string mark = "{" + std::to_string(i++) + "}";
        for (std::size_t at; (at = text.find(mark)) != std::string::npos;) text.replace(at, mark.size(), textOf(number));
    }
    LOCKSTEP_ASSIGN(const Expression expression, Expression::parse(text, {"a"}));
    return c.add("formula", {c.input()}, ops::formulaAttrs(expression));
}

} // namespace

// Subgradients at the bounds are those of SEMANTICS.md 7: comparisons say on which side a bound lies.
Result<ir::ValueId> lowerRelu6(LowerContext& c) { return activation(c, "where(a <= 0, 0, where(a >= 6, 6, a))"); }
Result<ir::ValueId> lowerSilu(LowerContext& c) { return activation(c, "a * sigmoid(a)"); }
Result<ir::ValueId> lowerHardswish(LowerContext& c) { return activation(c, "where(a <= -3, 0, where(a >= 3, a, a * (a + 3) / 6))"); }
Result<ir::ValueId> lowerLeakyRelu(LowerContext& c) { return activation(c, "where(a > 0, a, a * {0})", {c.number("negative_slope")}); }

Result<ir::ValueId> lowerElu(LowerContext& c) {
    ExpressionBuilder b;
    const int a = b.input(0), curve = b.apply(ExprOp::Mul, b.apply(ExprOp::Expm1, a), b.number(c.number("alpha")));
    const int y = b.apply(ExprOp::Where, b.apply(ExprOp::Greater, a, b.number(0)), a, curve);
    return c.add("formula", {c.input()}, ops::formulaAttrs(b.build({y})));
}

Result<ir::ValueId> lowerSoftplus(LowerContext& c) {
    ExpressionBuilder b;
    const int beta = b.number(c.number("beta")), a = b.input(0), scaled = b.apply(ExprOp::Mul, a, beta);
    const int curve = b.apply(ExprOp::Div, b.apply(ExprOp::Log1p, b.apply(ExprOp::Exp, scaled)), beta);
    const int y = b.apply(ExprOp::Where, b.apply(ExprOp::Greater, scaled, b.number(c.number("threshold"))), a, curve);
    return c.add("formula", {c.input()}, ops::formulaAttrs(b.build({y})));
}

Result<ir::ValueId> lowerScale(LowerContext& c) { return c.add("scale", {c.input()}, ir::Attributes{{"factor", c.number("factor")}}); }

Result<ir::ValueId> lowerSubtract(LowerContext& c) {
    LOCKSTEP_ASSIGN(const std::vector<ir::ValueId> inputs, stretchedInputs(c));
    LOCKSTEP_ASSIGN(const Expression expression, Expression::parse("a - b", {"a", "b"}));
    return c.add("formula", inputs, ops::formulaAttrs(expression));
}

Result<ir::ValueId> lowerFormula(LowerContext& c) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < c.inputCount(); ++i) names.emplace_back(1, static_cast<char>('a' + i));
    auto expression = Expression::parse(c.text("expr"), names);
    if (!expression) return std::move(expression).error();
    LOCKSTEP_ASSIGN(const std::vector<ir::ValueId> inputs, stretchedInputs(c));
    return c.add("formula", inputs, ops::formulaAttrs(*expression));
}

} // namespace lockstep::compile
