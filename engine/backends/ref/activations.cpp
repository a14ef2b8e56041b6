#include "backends/ref/activation_math.h"
#include "backends/ref/families.h"
#include "backends/ref/offer.h"

namespace lockstep::backends::ref {

using Pick = Function (*)(const NodeView&);

static void addMap(KernelTable& table, std::string_view op, Pick pick) {
    addFloating(table, op, [pick](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [f = pick(node), n = node.in(0).elements()](const KernelArgs& args) {
            for (std::int64_t i = 0; i < n; ++i) args.out<T>()[i] = static_cast<T>(f(static_cast<double>(args.in<T>(0)[i])));
        };
    });
}

/// dx = g(dy, other) with `other` the forward's output or input.
using Slope = double (*)(double dy, double other);
using PickSlope = Slope (*)(const NodeView&);

static void addMapGrad(KernelTable& table, std::string_view op, PickSlope pick) {
    addFloating(table, op, [pick](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [f = pick(node), n = node.in(0).elements()](const KernelArgs& args) {
            const T *dy = args.in<T>(0), *other = args.in<T>(1);
            for (std::int64_t i = 0; i < n; ++i)
                args.out<T>()[i] = static_cast<T>(f(static_cast<double>(dy[i]), static_cast<double>(other[i])));
        };
    });
}

static void addScale(KernelTable& table) {
    addFloating(table, "scale", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [factor = static_cast<T>(node.attrs().number("factor")), n = node.in(0).elements()](const KernelArgs& args) {
            for (std::int64_t i = 0; i < n; ++i) args.out<T>()[i] = args.in<T>(0)[i] * factor;
        };
    });
}

void addActivations(KernelTable& table) {
    addMap(table, "relu", [](const NodeView&) { return activationNamed("relu"); });
    addMap(table, "tanh", [](const NodeView&) { return activationNamed("tanh"); });
    addMap(table, "sigmoid", [](const NodeView&) { return activationNamed("sigmoid"); });
    addMap(table, "gelu", [](const NodeView& node) { return node.attrs().flag("tanh") ? geluTanh : gelu; });
    addMapGrad(table, "relu_grad", [](const NodeView&) -> Slope { return [](double dy, double y) { return y <= 0 ? 0 : dy; }; });
    addMapGrad(table, "tanh_grad", [](const NodeView&) -> Slope { return [](double dy, double y) { return dy * (1 - y * y); }; });
    addMapGrad(table, "sigmoid_grad", [](const NodeView&) -> Slope { return [](double dy, double y) { return dy * y * (1 - y); }; });
    addMapGrad(table, "gelu_grad", [](const NodeView& node) -> Slope {
        if (node.attrs().flag("tanh")) return [](double dy, double x) { return dy * geluTanhSlope(x); };
        return [](double dy, double x) { return dy * geluSlope(x); };
    });
    addScale(table);
}

} // namespace lockstep::backends::ref
