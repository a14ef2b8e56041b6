#include "backends/cpu/dropout_mask.h"
#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"

namespace lockstep::backends::cpu {

/// The mask belongs to the element's place in the global batch.
static KernelOffer offerDropout(const NodeView& node) {
    const Shape& x = node.in(0);
    const auto perSample = static_cast<std::uint64_t>(x.elements(1, x.rank()));
    return kernelOf([mask = DropoutMask(node.attrs()), n = x.elements(), perSample](const KernelArgs& args) {
        const auto first = static_cast<std::uint64_t>(*args.in<double>(2)) * perSample;
        kernels::dropout(mask.random(*args.in<double>(1)), first, mask.threshold(), mask.factor(), args.in<float>(0), args.out<float>(), n);
    });
}

void addDropout(KernelTable& table) {
    for (const char* op : {"dropout", "dropout_grad"}) addF32(table, op, "simd", offerDropout);
}

} // namespace lockstep::backends::cpu
