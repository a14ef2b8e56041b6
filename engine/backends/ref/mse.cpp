#include "backends/ref/families.h"
#include "backends/ref/offer.h"

namespace lockstep::backends::ref {

void addMse(KernelTable& table) {
    addFloating(table, "mse_loss", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [n = node.in(0).elements()](const KernelArgs& args) {
            double sum = 0;
            for (std::int64_t i = 0; i < n; ++i) {
                const double d = static_cast<double>(args.in<T>(0)[i]) - static_cast<double>(args.in<T>(1)[i]);
                sum += d * d;
            }
            *args.out<T>() = static_cast<T>(sum * *args.in<double>(2));
        };
    });
    addFloating(
        table, "mse_loss_grad",
        [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            return [n = node.in(1).elements()](const KernelArgs& args) {
                const double factor = 2 * static_cast<double>(*args.in<T>(0)) * *args.in<double>(3);
                for (std::int64_t i = 0; i < n; ++i)
                    args.out<T>()[i] =
                        static_cast<T>((static_cast<double>(args.in<T>(1)[i]) - static_cast<double>(args.in<T>(2)[i])) * factor);
            };
        },
        1);
}

} // namespace lockstep::backends::ref
