#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "backends/ref/update.h"

namespace lockstep::backends::ref {

static void addNorm(KernelTable& table) {
    addFloating(table, "grad_norm", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        std::vector<std::int64_t> sizes;
        for (const ValueView& in : node.inputs) sizes.push_back(in.type.shape.elements());
        return [sizes](const KernelArgs& args) {
            TotalNorm total;
            for (std::size_t i = 0; i < sizes.size(); ++i) total.addSquares(sumOfSquares(args.in<T>(i), sizes[i]));
            *args.out<float>() = total.value();
        };
    });
}

void addReductions(KernelTable& table) {
    addNorm(table);
    addPlain(table, "clip_coefficient", [](const NodeView& node) -> KernelOffer {
        return kernelOf([max = static_cast<float>(node.attrs().number("max"))](const KernelArgs& args) {
            const float c = max / (*args.in<float>(0) + 1e-6f);
            *args.out<float>() = c > 1 ? 1 : c; // NaN stays NaN
        });
    });
    addFloating(table, "accumulate", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [n = node.in(0).elements(), overwrite = node.attrs().flag("overwrite", false)](const KernelArgs& args) {
            for (std::int64_t i = 0; i < n; ++i) args.out<T>()[i] = overwrite ? args.in<T>(1)[i] : args.in<T>(0)[i] + args.in<T>(1)[i];
        };
    });
}

} // namespace lockstep::backends::ref
