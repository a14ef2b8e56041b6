#include "ops/formula.h"
#include "backends/ref/families.h"
#include "backends/ref/offer.h"

namespace lockstep::backends::ref {

/// Values of all steps for one element, in double; `read` gives an input.
template <class Read> static void runSteps(const std::vector<ExprStep>& steps, std::vector<double>& values, const Read& read) {
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const ExprStep& step = steps[k];
        const auto value = [&](std::size_t i) { return values[static_cast<std::size_t>(step.args[i])]; };
        if (step.op == ExprOp::Number)
            values[k] = step.number;
        else if (step.op == ExprOp::Input)
            values[k] = read(static_cast<std::size_t>(step.args[0]));
        else
            values[k] = exprValue(step.op, value(0), value(1), value(2));
    }
}

void addFormula(KernelTable& table) {
    addFloating(table, "formula", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [formula = ops::formulaOf(node.attrs()), n = node.in(0).elements()](const KernelArgs& args) {
            std::vector<double> values(formula.steps().size());
            for (std::int64_t i = 0; i < n; ++i) {
                runSteps(formula.steps(), values, [&](std::size_t input) { return static_cast<double>(args.in<T>(input)[i]); });
                for (std::size_t k = 0; k < formula.outputs().size(); ++k)
                    args.out<T>(k)[i] = static_cast<T>(values[static_cast<std::size_t>(formula.outputs()[k])]);
            }
        };
    });
}

} // namespace lockstep::backends::ref
