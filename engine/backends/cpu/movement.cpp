#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "kernels/cpu/movement/permute.h"
#include "kernels/cpu/movement/rows.h"

#include <vector>

namespace lockstep::backends::cpu {

namespace {

/// Bytes of one run of elements from `axis` on, and how many runs there are.
struct Runs {
    std::int64_t count, bytes;
};

Runs runsFrom(const ir::TensorType& type, std::int64_t axis) {
    const auto at = static_cast<std::size_t>(axis);
    return {type.shape.elements(0, at), type.shape.elements(at, type.shape.rank()) * static_cast<std::int64_t>(byteSize(type.dtype))};
}

KernelOffer offerConcat(const NodeView& node) {
    const std::int64_t axis = node.attrs().integer("axis");
    std::vector<Runs> parts;
    for (const ValueView& in : node.inputs) parts.push_back(runsFrom(in.type, axis));
    return kernelOf([parts, whole = runsFrom(node.outputs[0].type, axis).bytes](const KernelArgs& args) {
        std::byte* to = args.outputs[0];
        for (std::size_t i = 0; i < parts.size(); to += parts[i++].bytes)
            kernels::copyRows(to, whole, args.inputs[i], parts[i].bytes, parts[i].count, parts[i].bytes);
    });
}

/// Bytes of the whole and of the part from the axis on, and where in the whole the part begins.
struct Cut {
    Runs whole, part;
    std::int64_t skipped;
};

Cut cutOf(const NodeView& node, const ir::TensorType& whole, const ir::TensorType& part) {
    const std::int64_t axis = node.attrs().integer("axis");
    const Runs all = runsFrom(whole, axis);
    return {all, runsFrom(part, axis), all.bytes / whole.shape[static_cast<std::size_t>(axis)] * node.attrs().integer("start")};
}

/// Entries of a part that are taken with gaps, and the bytes of one.
struct Stepped {
    std::int64_t step, entries, unit;
};

Stepped steppedOf(const NodeView& node, const ir::TensorType& part) {
    const std::int64_t axis = node.attrs().integer("axis"), entries = part.shape[static_cast<std::size_t>(axis)];
    return {node.attrs().integer("step", 1), entries, runsFrom(part, axis).bytes / entries};
}

KernelOffer offerSlice(const NodeView& node) {
    return kernelOf([cut = cutOf(node, node.inputs[0].type, node.outputs[0].type),
                     stepped = steppedOf(node, node.outputs[0].type)](const KernelArgs& args) {
        const auto& [whole, part, skipped] = cut;
        if (stepped.step > 1)
            return kernels::copyGrid(args.outputs[0], {part.bytes, stepped.unit}, args.inputs[0] + skipped,
                                     {whole.bytes, stepped.unit * stepped.step}, part.count, stepped.entries, stepped.unit);
        kernels::copyRows(args.outputs[0], part.bytes, args.inputs[0] + skipped, whole.bytes, part.count, part.bytes);
    });
}

KernelOffer offerSliceGrad(const NodeView& node) {
    return kernelOf([cut = cutOf(node, node.outputs[0].type, node.inputs[0].type),
                     stepped = steppedOf(node, node.inputs[0].type)](const KernelArgs& args) {
        const auto& [whole, part, skipped] = cut;
        if (stepped.step > 1) {
            kernels::zeroRows(args.outputs[0], whole.bytes, whole.count, whole.bytes);
            return kernels::copyGrid(args.outputs[0] + skipped, {whole.bytes, stepped.unit * stepped.step}, args.inputs[0],
                                     {part.bytes, stepped.unit}, part.count, stepped.entries, stepped.unit);
        }
        const std::int64_t behind = whole.bytes - skipped - part.bytes;
        kernels::zeroRows(args.outputs[0], whole.bytes, whole.count, skipped);
        kernels::copyRows(args.outputs[0] + skipped, whole.bytes, args.inputs[0], part.bytes, part.count, part.bytes);
        kernels::zeroRows(args.outputs[0] + skipped + part.bytes, whole.bytes, whole.count, behind);
    });
}

KernelOffer offerPermute(const NodeView& node) {
    if (node.inputs[0].type.dtype != DType::F32) return KernelOffer::refuse("f32 only");
    const auto& dims = node.attrs().integers("dims");
    const kernels::Permutation order = kernels::permutationOf(node.in(0).dims().data(), dims.data(), static_cast<int>(dims.size()));
    return kernelOf([order](const KernelArgs& args) { kernels::permute(order, args.in<float>(0), args.out<float>()); });
}

} // namespace

void addMovement(KernelTable& table) {
    addF32(table, "concat", "threads", offerConcat);
    addF32(table, "slice", "threads", offerSlice);
    addF32(table, "slice_grad", "threads", offerSliceGrad);
    addF32(table, "permute", "tiles", offerPermute);
}

} // namespace lockstep::backends::cpu
