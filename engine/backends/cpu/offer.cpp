#include "backends/cpu/offer.h"

#include <algorithm>

namespace lockstep::backends::cpu {

static bool passes(const ValueView& v) {
    if (!v.present || !isFloating(v.type.dtype) || v.type.dtype == DType::F32) return true;
    return v.type.dtype == DType::F64 && v.type.shape.rank() == 0;
}

bool allF32(const NodeView& node) { return std::ranges::all_of(node.inputs, passes) && std::ranges::all_of(node.outputs, passes); }

bool anyEmpty(const NodeView& node) {
    const auto empty = [](const ValueView& v) { return v.present && v.type.shape.elements() == 0; };
    return std::ranges::any_of(node.inputs, empty) || std::ranges::any_of(node.outputs, empty);
}

void addF32AnyLayout(KernelTable& table, std::string_view op, std::string implementation, MakeKernel make) {
    table.add(op, std::move(implementation), [make = std::move(make)](const NodeView& node) {
        if (!allF32(node)) return KernelOffer::refuse("f32 only");
        if (anyEmpty(node)) return KernelOffer::refuse("no elements");
        return make(node);
    });
}

void addF32(KernelTable& table, std::string_view op, std::string implementation, MakeKernel make) {
    addF32AnyLayout(table, op, std::move(implementation), [make = std::move(make)](const NodeView& node) {
        return node.allPlain() ? make(node) : KernelOffer::refuse("row-major only");
    });
}

} // namespace lockstep::backends::cpu
