#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "backends/ref/update.h"

#include <cmath>

namespace lockstep::backends::ref {

namespace {

struct Adam {
    ops::UpdateLists lists;
    std::vector<std::int64_t> sizes;
    double beta1, beta2, eps, weightDecay;
    bool decoupled, amsgrad;
};

/// The scalars of one step, computed in double and rounded once.
template <class T> struct Scalars {
    T shrink, decay, oneMinusBeta1, beta2, oneMinusBeta2, rootCorrection, eps, minusStep;
    bool slowMean; ///< 1 - beta1 < 0.5: the lerp starts from m, else from g

    Scalars(const Adam& a, const UpdateScalars& s)
        : shrink(static_cast<T>(1 - s.lr * a.weightDecay)), decay(static_cast<T>(a.weightDecay)),
          oneMinusBeta1(static_cast<T>(1 - a.beta1)), beta2(static_cast<T>(a.beta2)), oneMinusBeta2(static_cast<T>(1 - a.beta2)),
          rootCorrection(static_cast<T>(std::sqrt(1 - std::pow(a.beta2, s.t)))), eps(static_cast<T>(a.eps)),
          minusStep(static_cast<T>(-s.lr / (1 - std::pow(a.beta1, s.t)))), slowMean(oneMinusBeta1 < T(0.5)) {}

    T mean(T m, T g) const { return slowMean ? std::fma(oneMinusBeta1, g - m, m) : std::fma(-(g - m), 1 - oneMinusBeta1, g); }
    T square(T v, T g) const { return std::fma(oneMinusBeta2 * g, g, v * beta2); }
};

/// NaN passes on.
template <class T> T larger(T a, T b) { return std::isnan(b) || b > a ? b : a; }

/// SEMANTICS.md 5, to the bit.
template <class T> void update(const Adam& adam, const UpdateScalars& s, const KernelArgs& args, std::size_t tensor) {
    const Scalars<T> k(adam, s);
    const auto in = [&](std::size_t list) { return args.in<T>(adam.lists.input(list, tensor)); };
    const auto out = [&](std::size_t list) { return args.out<T>(adam.lists.output(list, tensor)); };
    for (std::int64_t i = 0; i < adam.sizes[tensor]; ++i) {
        T p = in(0)[i], g = s.scaled(in(1)[i]);
        if (adam.decoupled)
            p *= k.shrink;
        else if (adam.weightDecay != 0)
            g = std::fma(p, k.decay, g);
        const T m = k.mean(in(2)[i], g), v = k.square(in(3)[i], g);
        const T top = adam.amsgrad ? larger(in(4)[i], v) : v;
        const T d = std::sqrt(top) / k.rootCorrection + k.eps;
        out(0)[i] = p + (k.minusStep * m) / d;
        out(2)[i] = m;
        out(3)[i] = v;
        if (adam.amsgrad) out(4)[i] = top;
    }
}

} // namespace

void addAdam(KernelTable& table) {
    addFloating(
        table, "adam_update",
        [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            const ir::Attributes& a = node.attrs();
            const auto lists = ops::adamLists(a);
            const Adam adam{lists,           sizesOf(node, lists),     a.number("beta1"),   a.number("beta2"),
                            a.number("eps"), a.number("weight_decay"), a.flag("decoupled"), a.flag("amsgrad")};
            return [adam](const KernelArgs& args) {
                const UpdateScalars scalars(args);
                if (adam.lists.norm) *args.out<float>(adam.lists.normOutput()) = normOfGradients<T>(adam.lists, adam.sizes, args);
                for (std::size_t i = 0; i < adam.lists.count; ++i) update<T>(adam, scalars, args, i);
            };
        },
        ops::UpdateLists::kFirst);
}

} // namespace lockstep::backends::ref
