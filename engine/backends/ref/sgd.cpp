#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "backends/ref/update.h"

#include <cmath>

namespace lockstep::backends::ref {

namespace {

struct Sgd {
    ops::UpdateLists lists;
    std::vector<std::int64_t> sizes;
    double momentum, dampening, weightDecay;
    bool nesterov;
};

/// SEMANTICS.md 5, to the bit: scalars rounded once from double, every product and sum as written.
template <class T> void update(const Sgd& sgd, const UpdateScalars& s, const KernelArgs& args, std::size_t tensor) {
    const T *p = args.in<T>(sgd.lists.input(0, tensor)), *gradient = args.in<T>(sgd.lists.input(1, tensor));
    T* next = args.out<T>(sgd.lists.output(0, tensor));
    const bool hasBuffer = sgd.lists.lists == 3;
    const T* buffer = hasBuffer ? args.in<T>(sgd.lists.input(2, tensor)) : nullptr;
    T* nextBuffer = hasBuffer ? args.out<T>(sgd.lists.output(2, tensor)) : nullptr;
    const T minusLr = static_cast<T>(-s.lr), decay = static_cast<T>(sgd.weightDecay), momentum = static_cast<T>(sgd.momentum);
    const T undamped = static_cast<T>(1 - sgd.dampening);
    for (std::int64_t i = 0; i < sgd.sizes[tensor]; ++i) {
        T g = s.scaled(gradient[i]);
        if (sgd.weightDecay != 0) g = std::fma(p[i], decay, g);
        T u = g;
        if (hasBuffer) {
            const T b = s.t <= 1 ? g : std::fma(g, undamped, buffer[i] * momentum);
            nextBuffer[i] = b;
            u = sgd.nesterov ? std::fma(b, momentum, g) : b;
        }
        next[i] = std::fma(u, minusLr, p[i]);
    }
}

} // namespace

void addSgd(KernelTable& table) {
    addFloating(
        table, "sgd_update",
        [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            const ir::Attributes& a = node.attrs();
            const auto lists = ops::sgdLists(a);
            const Sgd sgd{
                lists, sizesOf(node, lists), a.number("momentum"), a.number("dampening"), a.number("weight_decay"), a.flag("nesterov")};
            return [sgd](const KernelArgs& args) {
                const UpdateScalars scalars(args);
                if (sgd.lists.norm) *args.out<float>(sgd.lists.normOutput()) = normOfGradients<T>(sgd.lists, sgd.sizes, args);
                for (std::size_t i = 0; i < sgd.lists.count; ++i) update<T>(sgd, scalars, args, i);
            };
        },
        ops::UpdateLists::kFirst);
}

} // namespace lockstep::backends::ref
