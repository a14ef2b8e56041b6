#include "kernels/cpu/elementwise/arithmetic.h"

#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/values.h"
#include "kernels/cpu/elementwise/broadcast.h"
#include "kernels/cpu/reduce/column_sums.h"

namespace lockstep::backends::cpu {

namespace {

using Pair = void (*)(const float* a, const float* b, float* y, std::int64_t n);

KernelOffer offerPair(const NodeView& node, Pair f) {
    if (!sameLayouts(node)) return KernelOffer::refuse("shapes or layouts differ");
    return kernelOf([f, n = storedElements(node.outputs[0])](const KernelArgs& args) {
        f(args.in<float>(0), args.in<float>(1), args.out<float>(), n);
    });
}

/// Some dimensions of one operand or both are 1 and stretch.
KernelOffer offerStretched(const NodeView& node, void (*f)(const kernels::Stretch&, const float*, const float*, float*)) {
    const Shape &a = node.in(0), &b = node.in(1);
    const kernels::Stretch stretch = kernels::stretchOf(a.dims().data(), b.dims().data(), static_cast<int>(a.rank()));
    return kernelOf([f, stretch](const KernelArgs& args) { f(stretch, args.in<float>(0), args.in<float>(1), args.out<float>()); });
}

KernelOffer offerScale(const NodeView& node) {
    if (!sameLayouts(node)) return KernelOffer::refuse("layouts differ");
    return kernelOf([factor = static_cast<float>(node.attrs().number("factor")), n = storedElements(node.outputs[0])](
                        const KernelArgs& args) { kernels::scale(args.in<float>(0), factor, args.out<float>(), n); });
}

KernelOffer offerAccumulate(const NodeView& node) {
    const std::int64_t n = node.in(0).elements();
    if (node.attrs().flag("overwrite", false))
        return kernelOf([n](const KernelArgs& args) { kernels::copy(args.in<float>(1), args.out<float>(), n); });
    return kernelOf([n](const KernelArgs& args) { kernels::add(args.in<float>(0), args.in<float>(1), args.out<float>(), n); });
}

KernelOffer offerFill(const NodeView& node) {
    if (node.outputs[0].type.dtype != DType::F32) return KernelOffer::refuse("f32 only");
    return kernelOf([value = static_cast<float>(node.attrs().number("value")), n = node.out().elements()](const KernelArgs& args) {
        kernels::fill(value, args.out<float>(), n);
    });
}

KernelOffer offerCopy(const NodeView& node) {
    return kernelOf([n = node.in(0).elements()](const KernelArgs& args) { kernels::copy(args.in<float>(0), args.out<float>(), n); });
}

KernelOffer offerExpand(const NodeView& node) {
    const Shape &a = node.in(0), &y = node.out();
    const kernels::Stretch stretch = kernels::stretchOf(a.dims().data(), y.dims().data(), static_cast<int>(a.rank()));
    return kernelOf([stretch](const KernelArgs& args) { kernels::copyStretched(stretch, args.in<float>(0), args.out<float>()); });
}

/// One run of neighbouring dimensions summed away: a matrix's columns where it is the first, else block by block.
KernelOffer offerSumTo(const NodeView& node) {
    const Shape &x = node.in(0), &y = node.out();
    std::size_t first = 0, end = x.rank();
    while (first < x.rank() && x[first] == y[first]) ++first;
    while (end > first && x[end - 1] == y[end - 1]) --end;
    for (std::size_t i = first; i < end; ++i)
        if (y[i] != 1) return KernelOffer::refuse("one run of neighbouring dimensions only");
    const std::int64_t blocks = x.elements(0, first), rows = x.elements(first, end), columns = x.elements(end, x.rank());
    return kernelOf([blocks, rows, columns](const KernelArgs& args) {
        if (blocks == 1 && columns > 1)
            kernels::columnSums(args.in<float>(0), args.out<float>(), rows, columns);
        else
            kernels::middleSums(args.in<float>(0), args.out<float>(), blocks, rows, columns);
    });
}

} // namespace

void addArithmetic(KernelTable& table) {
    addF32AnyLayout(table, "add", "simd", [](const NodeView& node) { return offerPair(node, kernels::add); });
    addF32AnyLayout(table, "multiply", "simd", [](const NodeView& node) { return offerPair(node, kernels::multiply); });
    addF32(table, "add", "stretch", [](const NodeView& node) { return offerStretched(node, kernels::addStretched); });
    addF32(table, "multiply", "stretch", [](const NodeView& node) { return offerStretched(node, kernels::multiplyStretched); });
    addF32AnyLayout(table, "scale", "simd", offerScale);
    addF32(table, "accumulate", "simd", offerAccumulate);
    addF32(table, "fill", "simd", offerFill);
    addF32(table, "sum_to", "simd", offerSumTo);
    addF32(table, "expand", "stretch", offerExpand);
    addF32(table, "reshape", "simd", [](const NodeView& node) -> KernelOffer {
        return node.inputs[0].type.dtype == DType::F32 ? offerCopy(node) : KernelOffer::refuse("f32 only");
    });
}

} // namespace lockstep::backends::cpu
