#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <cstring>

namespace lockstep::backends::ref {

namespace {

void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (bytes && to != from) std::memcpy(to, from, bytes);
}

KernelOffer copyAll(const NodeView& node) {
    return kernelOf([bytes = node.inputs[0].type.bytes()](const KernelArgs& args) { copy(args.outputs[0], args.inputs[0], bytes); });
}

/// Bytes of one run of elements from `axis` on, and how many runs there are.
struct Runs {
    std::size_t count, bytes;
};
Runs runsFrom(const ir::TensorType& type, std::int64_t axis) {
    const auto at = static_cast<std::size_t>(axis);
    const auto count = static_cast<std::size_t>(type.shape.elements(0, at));
    return {count, static_cast<std::size_t>(type.shape.elements(at, type.shape.rank())) * byteSize(type.dtype)};
}

KernelOffer concat(const NodeView& node) {
    std::vector<Runs> parts;
    for (const ValueView& in : node.inputs) parts.push_back(runsFrom(in.type, node.attrs().integer("axis")));
    return kernelOf([parts](const KernelArgs& args) {
        std::byte* to = args.outputs[0];
        for (std::size_t run = 0; run < parts[0].count; ++run) {
            for (std::size_t i = 0; i < parts.size(); ++i) {
                copy(to, args.inputs[i] + run * parts[i].bytes, parts[i].bytes);
                to += parts[i].bytes;
            }
        }
    });
}

KernelOffer slice(const NodeView& node) {
    const std::int64_t axis = node.attrs().integer("axis");
    const Runs from = runsFrom(node.inputs[0].type, axis), to = runsFrom(node.outputs[0].type, axis);
    const std::size_t unit = from.bytes / static_cast<std::size_t>(node.in(0)[static_cast<std::size_t>(axis)]);
    const std::size_t skipped = unit * static_cast<std::size_t>(node.attrs().integer("start"));
    return kernelOf([from, to, skipped](const KernelArgs& args) {
        for (std::size_t run = 0; run < to.count; ++run)
            copy(args.outputs[0] + run * to.bytes, args.inputs[0] + run * from.bytes + skipped, to.bytes);
    });
}

template <class T> KernelOffer fillWith(const NodeView& node) {
    return kernelOf([n = node.out().elements(), value = static_cast<T>(node.attrs().number("value"))](const KernelArgs& args) {
        for (std::int64_t i = 0; i < n; ++i) args.out<T>()[i] = value;
    });
}

KernelOffer fill(const NodeView& node) {
    switch (node.outputs[0].type.dtype) {
    case DType::F32: return fillWith<float>(node);
    case DType::F64: return fillWith<double>(node);
    case DType::S64: return fillWith<std::int64_t>(node);
    case DType::S32: return fillWith<std::int32_t>(node);
    case DType::U8: return fillWith<std::uint8_t>(node);
    default: return KernelOffer::refuse("not in " + std::string(name(node.outputs[0].type.dtype)));
    }
}

} // namespace

void addMovement(KernelTable& table) {
    addPlain(table, "reshape", copyAll);
    addPlain(table, "reorder", copyAll);
    addPlain(table, "concat", concat);
    addPlain(table, "slice", slice);
    addPlain(table, "fill", fill);
}

} // namespace lockstep::backends::ref
