#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "ops/formula.h"

namespace lockstep::backends::ref {

/// Calls f(i, values of all steps) for every element; input k of the formula is input `first` + k of the node.
template <class T, class F>
static void eachElement(const Expression& formula, const KernelArgs& args, std::size_t first, std::int64_t n, const F& f) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < n; ++i) {
        formula.run(values, [&](std::size_t input) { return static_cast<double>(args.in<T>(first + input)[i]); });
        f(i, values);
    }
}

void addElementwiseLoss(KernelTable& table) {
    addFloating(table, "elementwise_loss", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [formula = ops::formulaOf(node.attrs()), n = node.in(0).elements(), scale = node.inputs.size() - 1](const KernelArgs& args) {
            double sum = 0;
            const auto root = static_cast<std::size_t>(formula.outputs()[0]);
            eachElement<T>(formula, args, 0, n, [&](std::int64_t, const std::vector<double>& values) { sum += values[root]; });
            *args.out<T>() = static_cast<T>(sum * *args.in<double>(scale));
        };
    });
    addFloating(
        table, "elementwise_loss_grad",
        [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            return [formula = ops::formulaOf(node.attrs()), n = node.in(2).elements()](const KernelArgs& args) {
                const double factor = static_cast<double>(*args.in<T>(0)) * *args.in<double>(1);
                eachElement<T>(formula, args, 2, n, [&](std::int64_t i, const std::vector<double>& values) {
                    for (std::size_t k = 0; k < formula.outputs().size(); ++k)
                        args.out<T>(k)[i] = static_cast<T>(values[static_cast<std::size_t>(formula.outputs()[k])] * factor);
                });
            };
        },
        2);
}

} // namespace lockstep::backends::ref
