#include "kernels/cpu/elementwise/activations.h"
#include "backends/cpu/activation.h"
#include "backends/cpu/families.h"
#include "backends/cpu/layouts.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/values.h"

namespace lockstep::backends::cpu {

namespace {

using Gradient = void (*)(const float* dy, const float* of, float* dx, std::int64_t n);

KernelOffer offerActivation(const NodeView& node, Activation f) {
    if (!sameLayouts(node)) return KernelOffer::refuse("input and output differ in layout");
    if (f == kernels::sigmoid && hasPaddingLanes(node.outputs[0])) return KernelOffer::refuse("sigmoid of padded channels");
    return kernelOf([f, n = storedElements(node.outputs[0])](const KernelArgs& args) { f(args.in<float>(0), args.out<float>(), n); });
}

KernelOffer offerGradient(const NodeView& node, Gradient f) {
    if (!sameLayouts(node)) return KernelOffer::refuse("inputs and output differ in layout");
    return kernelOf([f, n = storedElements(node.outputs[0])](const KernelArgs& args) {
        f(args.in<float>(0), args.in<float>(1), args.out<float>(), n);
    });
}

void add(KernelTable& table, const std::string& op, Activation f, Gradient gradient) {
    addF32AnyLayout(table, op, "simd", [f](const NodeView& node) { return offerActivation(node, f); });
    addF32AnyLayout(table, op + "_grad", "simd", [gradient](const NodeView& node) { return offerGradient(node, gradient); });
}

} // namespace

Activation activationNamed(std::string_view name) {
    if (name == "relu") return kernels::relu;
    if (name == "tanh") return kernels::tanh;
    if (name == "sigmoid") return kernels::sigmoid;
    if (name == "gelu") return kernels::gelu;
    if (name == "gelu_tanh") return kernels::geluTanh;
    return nullptr;
}

void addActivations(KernelTable& table) {
    add(table, "relu", kernels::relu, kernels::reluGrad);
    add(table, "tanh", kernels::tanh, kernels::tanhGrad);
    add(table, "sigmoid", kernels::sigmoid, kernels::sigmoidGrad);
    addF32AnyLayout(table, "gelu", "simd", [](const NodeView& node) {
        return offerActivation(node, node.attrs().flag("tanh", false) ? kernels::geluTanh : kernels::gelu);
    });
    addF32AnyLayout(table, "gelu_grad", "simd", [](const NodeView& node) {
        return offerGradient(node, node.attrs().flag("tanh", false) ? kernels::geluTanhGrad : kernels::geluGrad);
    });
}

} // namespace lockstep::backends::cpu
