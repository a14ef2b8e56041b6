#include "kernels/cpu/norm/layer_norm.h"

#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"

namespace lockstep::backends::cpu {

static std::int64_t rowsOf(const Shape& shape) { return shape.elements(0, shape.rank() - 1); }

void addLayerNorm(KernelTable& table) {
    addF32(table, "layer_norm", "simd", [](const NodeView& node) -> KernelOffer {
        return kernelOf([rows = rowsOf(node.in(0)), width = node.in(0).back(), eps = node.attrs().number("eps"),
                         centred = node.attrs().flag("centred", true)](const KernelArgs& args) {
            kernels::layerNormForward(rows, width,
                                      {args.in<float>(0), args.in<float>(1), args.in<float>(2), args.out<float>(0), args.out<float>(1),
                                       args.out<float>(2), eps, centred});
        });
    });
    addF32(table, "layer_norm_grad", "simd", [](const NodeView& node) -> KernelOffer {
        return kernelOf(
            [rows = rowsOf(node.in(1)), width = node.in(1).back(), centred = node.attrs().flag("centred", true)](const KernelArgs& args) {
                kernels::layerNormBackward(rows, width,
                                           {args.in<float>(0), args.in<float>(1), args.in<float>(2), args.in<float>(3), args.in<float>(4),
                                            args.out<float>(0), args.out<float>(1), args.out<float>(2), centred});
            });
    });
}

} // namespace lockstep::backends::cpu
