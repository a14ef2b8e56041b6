#include "ops/formula.h"

#include "numerics/expression_builder.h"
#include "ops/families.h"
#include "ops/rules.h"

#include <algorithm>

namespace lockstep::ops {

using ir::CostArgs, ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kInputs{"ops.formula_inputs", "a formula reads {0} inputs and is given {1}", ""};

ir::Attributes formulaAttrs(const Expression& expression) { return {{"program", expression.str()}}; }

Expression formulaOf(const ir::Attributes& attrs) { return Expression::fromText(attrs.text("program")).value(); }

/// Inputs of one type and shape; an output for each result.
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_ASSIGN(const Expression expression, Expression::fromText(args.attrs.text("program")));
    LOCKSTEP_TRY(needFloating(args, "formula"));
    for (std::size_t i = 1; i < args.inputs.size(); ++i) {
        LOCKSTEP_TRY(needFloating(args, "formula", {0, i}));
        LOCKSTEP_TRY(needShape("formula", "input", args.shape(i), args.shape(0)));
    }
    if (expression.inputs() > static_cast<int>(args.inputs.size()))
        return Error(kInputs, {std::to_string(expression.inputs()), std::to_string(args.inputs.size())});
    return Types(expression.outputs().size(), args.inputs[0].type);
}

/// One node for all gradients wanted, over the inputs and the gradients of the outputs: their common terms are computed once.
static Status gradient(GradientContext& context) {
    const Expression expression = formulaOf(context.attrs());
    const std::size_t count = context.node().inputs.size();
    ExpressionBuilder builder;
    std::vector<int> places;
    std::vector<ValueId> inputs = context.node().inputs;
    for (std::size_t i = 0; i < count; ++i) places.push_back(builder.input(static_cast<int>(i)));
    const std::vector<int> roots = builder.insert(expression, places);
    std::vector<int> results;
    std::vector<std::size_t> wanted;
    std::vector<int> upstream(roots.size(), -1);
    for (std::size_t k = 0; k < roots.size(); ++k) {
        if (context.gradient(k) == ir::kNone) continue;
        upstream[k] = builder.input(static_cast<int>(inputs.size()));
        inputs.push_back(context.gradient(k));
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!context.wants(i)) continue;
        int sum = -1;
        for (std::size_t k = 0; k < roots.size(); ++k) {
            const auto slope = upstream[k] < 0 ? std::nullopt : builder.derivative(roots[k], static_cast<int>(i));
            if (!slope) continue;
            const int term = builder.apply(ExprOp::Mul, upstream[k], *slope);
            sum = sum < 0 ? term : builder.apply(ExprOp::Add, sum, term);
        }
        if (sum < 0) continue; // a step function: no gradient comes through
        wanted.push_back(i);
        results.push_back(sum);
    }
    if (results.empty()) return {};
    LOCKSTEP_ASSIGN(const auto grads, context.emit("formula", "grad", inputs, formulaAttrs(builder.build(results))));
    for (std::size_t k = 0; k < wanted.size(); ++k) context.set(wanted[k], grads[k]);
    return {};
}

double formulaWork(const ir::Attributes& attrs) {
    const Expression expression = formulaOf(attrs);
    return static_cast<double>(std::ranges::count_if(expression.steps(), [](const ExprStep& step) { return exprArity(step.op) > 0; }));
}

static ir::OpCost cost(const CostArgs& args) {
    return {formulaWork(args.attrs) * static_cast<double>(args.inputs[0].type.shape.elements()), traffic(args)};
}

Schemas formulaOps() {
    // A kernel reads a piece of all inputs before it writes that piece of any output.
    std::vector<ir::Aliasing> inPlace;
    for (int output = 0; output < 4; ++output)
        for (int input = 0; input < 8; ++input) inPlace.push_back({output, input});
    return {
        {.name = "formula", .maxInputs = -1, .infer = infer, .gradient = gradient, .cost = cost, .inPlace = inPlace, .anyLayout = true}};
}

} // namespace lockstep::ops
