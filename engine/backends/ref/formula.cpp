#include "ops/formula.h"
#include "backends/ref/families.h"
#include "backends/ref/offer.h"

namespace lockstep::backends::ref {

void addFormula(KernelTable& table) {
    addFloating(table, "formula", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [formula = ops::formulaOf(node.attrs()), n = node.in(0).elements()](const KernelArgs& args) {
            std::vector<double> values;
            for (std::int64_t i = 0; i < n; ++i) {
                formula.run(values, [&](std::size_t input) { return static_cast<double>(args.in<T>(input)[i]); });
                for (std::size_t k = 0; k < formula.outputs().size(); ++k)
                    args.out<T>(k)[i] = static_cast<T>(values[static_cast<std::size_t>(formula.outputs()[k])]);
            }
        };
    });
}

} // namespace lockstep::backends::ref
