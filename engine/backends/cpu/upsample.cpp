#include "kernels/cpu/pool/upsample.h"

#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"

namespace lockstep::backends::cpu {

static kernels::Upsample upsampleOf(const NodeView& node, const Shape& small) {
    return {small[0] * small[1], small[2], small[3], node.attrs().integer("factor"), node.attrs().flag("bilinear")};
}

void addUpsample(KernelTable& table) {
    addF32(table, "upsample2d", "planes", [](const NodeView& node) -> KernelOffer {
        return kernelOf(
            [u = upsampleOf(node, node.in(0))](const KernelArgs& args) { kernels::upsample(u, args.in<float>(0), args.out<float>()); });
    });
    addF32(table, "upsample2d_grad", "planes", [](const NodeView& node) -> KernelOffer {
        return kernelOf([u = upsampleOf(node, node.out())](const KernelArgs& args) {
            kernels::upsampleGradient(u, args.in<float>(0), args.out<float>());
        });
    });
}

} // namespace lockstep::backends::cpu
