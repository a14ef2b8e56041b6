#include "kernels/cpu/elementwise/arithmetic.h"

#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/values.h"
#include "kernels/cpu/elementwise/broadcast.h"
#include "kernels/cpu/reduce/column_sums.h"

#include <vector>

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

/// One run of neighbouring dimensions summed away: [blocks, rows, columns] to [blocks, columns].
struct SumPass {
    std::int64_t blocks, rows, columns;
    void run(const float* x, float* y) const {
        if (blocks == 1 && columns > 1)
            kernels::columnSums(x, y, rows, columns);
        else
            kernels::middleSums(x, y, blocks, rows, columns);
    }
};

/// Runs from the last to the first: what is left to the later ones shrinks.
std::vector<SumPass> sumPasses(Shape x, const Shape& y) {
    std::vector<SumPass> passes;
    for (std::size_t end = x.rank(); end > 0;) {
        if (x[end - 1] == y[end - 1]) {
            --end;
            continue;
        }
        std::size_t first = end;
        while (first > 0 && y[first - 1] == 1) --first;
        passes.push_back({x.elements(0, first), x.elements(first, end), x.elements(end, x.rank())});
        for (std::size_t i = first; i < end; ++i) x.set(i, 1);
        end = first;
    }
    return passes;
}

KernelOffer offerSumTo(const NodeView& node) {
    const std::vector<SumPass> passes = sumPasses(node.in(0), node.out());
    if (passes.empty()) return offerCopy(node);
    // Results between two passes lie one behind the other in the workspace.
    std::vector<std::int64_t> places{0};
    for (std::size_t i = 0; i + 1 < passes.size(); ++i) places.push_back(places.back() + passes[i].blocks * passes[i].columns);
    const auto bytes = static_cast<std::size_t>(places.back()) * sizeof(float);
    return kernelOf(
        [passes, places](const KernelArgs& args) {
            const float* from = args.in<float>(0);
            for (std::size_t i = 0; i < passes.size(); ++i) {
                float* to = i + 1 == passes.size() ? args.out<float>() : reinterpret_cast<float*>(args.workspace) + places[i];
                passes[i].run(from, to);
                from = to;
            }
        },
        bytes);
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
