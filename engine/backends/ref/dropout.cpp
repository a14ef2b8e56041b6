#include "backends/ref/dropout_mask.h"
#include "backends/ref/families.h"
#include "backends/ref/offer.h"

namespace lockstep::backends::ref {

template <class T> static void run(const DropoutMask& mask, std::int64_t elements, std::uint64_t perSample, const KernelArgs& args) {
    const DropoutDraw draw = mask.draw(*args.in<double>(1));
    const std::uint64_t base = static_cast<std::uint64_t>(*args.in<double>(2)) * perSample;
    const T factor = static_cast<T>(mask.factor());
    for (std::int64_t i = 0; i < elements; ++i)
        args.out<T>()[i] = draw.keeps(base + static_cast<std::uint64_t>(i)) ? args.in<T>(0)[i] * factor : T(0);
}

void addDropout(KernelTable& table) {
    for (const char* op : {"dropout", "dropout_grad"}) {
        addFloating(table, op, [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            const Shape& x = node.in(0);
            return [mask = DropoutMask(node.attrs()), n = x.elements(), perSample = static_cast<std::uint64_t>(x.elements(1, x.rank()))](
                       const KernelArgs& args) { run<T>(mask, n, perSample, args); };
        });
    }
}

} // namespace lockstep::backends::ref
