// How reference kernels are added: row-major only, the element type picked by the first input.
#pragma once

#include "backends/kernel_table.h"

namespace lockstep::backends::ref {

/// Adds `make` as the op's reference; other layouts than row-major are refused before it is asked.
inline void addPlain(KernelTable& table, std::string_view op, MakeKernel make) {
    table.add(op, "ref", [make = std::move(make)](const NodeView& node) {
        return node.allPlain() ? make(node) : KernelOffer::refuse("row-major only");
    });
}

/// `make(float{}, node)` or `make(double{}, node)` -> callable; by the type of input `typed`.
template <class Make> void addFloating(KernelTable& table, std::string_view op, Make make, std::size_t typed = 0) {
    addPlain(table, op, [make, typed](const NodeView& node) -> KernelOffer {
        switch (node.inputs[typed].type.dtype) {
        case DType::F32: return kernelOf(make(float{}, node));
        case DType::F64: return kernelOf(make(double{}, node));
        default: return KernelOffer::refuse("f32 and f64 only, not " + std::string(name(node.inputs[typed].type.dtype)));
        }
    });
}

} // namespace lockstep::backends::ref
