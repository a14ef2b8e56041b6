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

/// A slice's places in the whole: entry k of run r stands at r * whole + first + k * stride.
struct SliceWalk {
    std::size_t runs, entries, unit, whole, first, stride;

    SliceWalk(const NodeView& node, const ir::TensorType& all, const ir::TensorType& part) {
        const std::int64_t axis = node.attrs().integer("axis");
        const Runs from = runsFrom(all, axis);
        unit = static_cast<std::size_t>(part.shape.elements(static_cast<std::size_t>(axis) + 1, part.shape.rank())) * byteSize(part.dtype);
        runs = from.count, whole = from.bytes, entries = static_cast<std::size_t>(part.shape[static_cast<std::size_t>(axis)]);
        first = unit * static_cast<std::size_t>(node.attrs().integer("start"));
        stride = unit * static_cast<std::size_t>(node.attrs().integer("step", 1));
    }
    /// Calls f(offset in the part, offset in the whole).
    template <class F> void each(const F& f) const {
        for (std::size_t run = 0; run < runs; ++run)
            for (std::size_t k = 0; k < entries; ++k) f((run * entries + k) * unit, run * whole + first + k * stride);
    }
};

KernelOffer slice(const NodeView& node) {
    return kernelOf([walk = SliceWalk(node, node.inputs[0].type, node.outputs[0].type)](const KernelArgs& args) {
        walk.each([&](std::size_t part, std::size_t all) { copy(args.outputs[0] + part, args.inputs[0] + all, walk.unit); });
    });
}

KernelOffer sliceGrad(const NodeView& node) {
    return kernelOf(
        [walk = SliceWalk(node, node.outputs[0].type, node.inputs[0].type), bytes = node.outputs[0].type.bytes()](const KernelArgs& args) {
            std::memset(args.outputs[0], 0, bytes);
            walk.each([&](std::size_t part, std::size_t all) { copy(args.outputs[0] + all, args.inputs[0] + part, walk.unit); });
        });
}

KernelOffer permute(const NodeView& node) {
    const Shape &x = node.in(0), y = node.out();
    const auto& dims = node.attrs().integers("dims");
    std::vector<std::size_t> strides(x.rank(), 1), walk;
    for (std::size_t i = x.rank(); i-- > 1;) strides[i - 1] = strides[i] * static_cast<std::size_t>(x[i]);
    for (const std::int64_t d : dims) walk.push_back(strides[static_cast<std::size_t>(d)]);
    return kernelOf([y, walk, unit = byteSize(node.inputs[0].type.dtype)](const KernelArgs& args) {
        for (std::int64_t i = 0; i < y.elements(); ++i) {
            std::size_t at = 0;
            std::int64_t rest = i;
            for (std::size_t d = y.rank(); d-- > 0; rest /= y[d]) at += static_cast<std::size_t>(rest % y[d]) * walk[d];
            copy(args.outputs[0] + static_cast<std::size_t>(i) * unit, args.inputs[0] + at * unit, unit);
        }
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

KernelOffer constant(const NodeView& node) {
    return kernelOf([values = node.attrs().numbers("values")](const KernelArgs& args) {
        for (std::size_t i = 0; i < values.size(); ++i) args.out<float>()[i] = static_cast<float>(values[i]);
    });
}

} // namespace

void addMovement(KernelTable& table) {
    addPlain(table, "reshape", copyAll);
    addPlain(table, "reorder", copyAll);
    addPlain(table, "concat", concat);
    addPlain(table, "slice", slice);
    addPlain(table, "slice_grad", sliceGrad);
    addPlain(table, "permute", permute);
    addPlain(table, "fill", fill);
    addPlain(table, "constant", constant);
}

} // namespace lockstep::backends::ref
