#include "backends/ref/families.h"
#include "backends/ref/offer.h"

namespace lockstep::backends::ref {

void addMatmul(KernelTable& table) {
    addFloating(table, "matmul", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const bool ta = node.attrs().flag("transpose_a", false), tb = node.attrs().flag("transpose_b", false);
        const Shape &a = node.in(0), &y = node.out();
        const std::int64_t m = y[y.rank() - 2], n = y.back(), k = ta ? a[a.rank() - 2] : a.back(), count = y.elements(0, y.rank() - 2);
        return [=](const KernelArgs& args) {
            for (std::int64_t i = 0; i < count * m * n; ++i) {
                const std::int64_t block = i / (m * n), row = i / n % m, column = i % n;
                const T *left = args.in<T>(0) + block * m * k, *right = args.in<T>(1) + block * k * n;
                double sum = 0;
                for (std::int64_t j = 0; j < k; ++j)
                    sum += static_cast<double>(left[ta ? j * m + row : row * k + j]) *
                           static_cast<double>(right[tb ? column * k + j : j * n + column]);
                args.out<T>()[i] = static_cast<T>(sum);
            }
        };
    });
}

} // namespace lockstep::backends::ref
