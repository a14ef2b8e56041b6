#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "kernels/cpu/movement/lookup.h"

namespace lockstep::backends::cpu {

static kernels::Lookup lookupOf(const NodeView& node, const Shape& ids, const Shape& table) {
    return {ids.elements(), table[0], table[1], node.attrs().integer("padding_idx", -1), node.attrs().flag("skips", false)};
}

void addEmbedding(KernelTable& table) {
    addF32(table, "embedding", "rows", [](const NodeView& node) -> KernelOffer {
        return kernelOf([s = lookupOf(node, node.in(0), node.in(1))](const KernelArgs& args) {
            kernels::lookup(s, args.in<std::int64_t>(0), args.in<float>(1), args.out<float>());
        });
    });
    addF32(table, "embedding_grad", "columns", [](const NodeView& node) -> KernelOffer {
        return kernelOf([s = lookupOf(node, node.in(1), node.out())](const KernelArgs& args) {
            kernels::lookupGradient(s, args.in<float>(0), args.in<std::int64_t>(1), args.out<float>());
        });
    });
}

} // namespace lockstep::backends::cpu
