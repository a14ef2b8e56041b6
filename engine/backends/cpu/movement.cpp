#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
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

KernelOffer offerSlice(const NodeView& node) {
    const std::int64_t axis = node.attrs().integer("axis");
    const Runs from = runsFrom(node.inputs[0].type, axis), to = runsFrom(node.outputs[0].type, axis);
    const std::int64_t skipped = from.bytes / node.in(0)[static_cast<std::size_t>(axis)] * node.attrs().integer("start");
    return kernelOf([from, to, skipped](const KernelArgs& args) {
        kernels::copyRows(args.outputs[0], to.bytes, args.inputs[0] + skipped, from.bytes, to.count, to.bytes);
    });
}

} // namespace

void addMovement(KernelTable& table) {
    addF32(table, "concat", "threads", offerConcat);
    addF32(table, "slice", "threads", offerSlice);
}

} // namespace lockstep::backends::cpu
