#include "numerics/expression_names.h"

#include <algorithm>

namespace lockstep {

namespace {

struct Row {
    ExprOp op;
    std::string_view name;
    int arity;
    bool function; ///< callable in formulas
};

constexpr Row kRows[] = {
    {ExprOp::Number, "number", 0, false},
    {ExprOp::Input, "input", 0, false},
    {ExprOp::Neg, "neg", 1, false},
    {ExprOp::Exp, "exp", 1, true},
    {ExprOp::Expm1, "expm1", 1, false},
    {ExprOp::Log, "log", 1, true},
    {ExprOp::Log1p, "log1p", 1, false},
    {ExprOp::Sqrt, "sqrt", 1, true},
    {ExprOp::Abs, "abs", 1, true},
    {ExprOp::Sign, "sign", 1, true},
    {ExprOp::Tanh, "tanh", 1, true},
    {ExprOp::Sigmoid, "sigmoid", 1, true},
    {ExprOp::Erf, "erf", 1, true},
    {ExprOp::Sin, "sin", 1, true},
    {ExprOp::Cos, "cos", 1, true},
    {ExprOp::Relu, "relu", 1, true},
    {ExprOp::Softplus, "softplus", 1, false},
    {ExprOp::Add, "add", 2, false},
    {ExprOp::Sub, "sub", 2, false},
    {ExprOp::Mul, "mul", 2, false},
    {ExprOp::Div, "div", 2, false},
    {ExprOp::Pow, "pow", 2, false},
    {ExprOp::Min, "min", 2, true},
    {ExprOp::Max, "max", 2, true},
    {ExprOp::Less, "less", 2, false},
    {ExprOp::LessEqual, "less_equal", 2, false},
    {ExprOp::Greater, "greater", 2, false},
    {ExprOp::GreaterEqual, "greater_equal", 2, false},
    {ExprOp::Equal, "equal", 2, false},
    {ExprOp::NotEqual, "not_equal", 2, false},
    {ExprOp::Where, "where", 3, true},
};

const Row& rowOf(ExprOp op) { return kRows[static_cast<std::size_t>(op)]; }

static_assert([] {
    for (std::size_t i = 0; i < std::size(kRows); ++i)
        if (static_cast<std::size_t>(kRows[i].op) != i) return false;
    return true;
}());

} // namespace

std::string_view exprOpName(ExprOp op) { return rowOf(op).name; }
int exprArity(ExprOp op) { return rowOf(op).arity; }
bool isFormulaFunction(ExprOp op) { return rowOf(op).function; }

std::optional<ExprOp> exprOpNamed(std::string_view name) {
    const auto* found = std::ranges::find_if(kRows, [name](const Row& row) { return row.arity > 0 && row.name == name; });
    if (found == std::end(kRows)) return std::nullopt;
    return found->op;
}

} // namespace lockstep
