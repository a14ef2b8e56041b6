#include "backends/cpu/execution.h"
#include "backends/cpu/families.h"
#include "backends/cpu/layouts.h"
#include "backends/cpu/offer.h"

namespace lockstep::backends::cpu {

namespace {

std::unique_ptr<Kernel> reorderOf(const onednn::Desc& from, const onednn::Desc& to) {
    const auto desc = onednn::reorder(from, to);
    return std::make_unique<PrimitiveKernel>(
        desc, dnnl::reorder(desc),
        std::vector<Execution::Slot>{{DNNL_ARG_FROM, from, Execution::From::Input, 0}, {DNNL_ARG_TO, to, Execution::From::Output, 0}});
}

KernelOffer offerReorder(const NodeView& node) {
    const ValueView &x = node.inputs[0], &y = node.outputs[0];
    if (x.layout == y.layout) return KernelOffer::refuse("nothing to reorder");
    if (x.type.dtype != DType::F32 && x.type.dtype != DType::U8) return KernelOffer::refuse("f32 and u8 only");
    onednn::Desc from = Layouts::instance().desc(x.type, x.layout), to = Layouts::instance().desc(y.type, y.layout);
    // Packed grouped weights have five dimensions, the row-major ones of the graph four: the same bytes.
    if (onednn::dimsOf(from) != onednn::dimsOf(to)) {
        if (x.layout == ir::kPlain) from = plainDesc(onednn::dimsOf(to), x.type.dtype);
        if (y.layout == ir::kPlain) to = plainDesc(onednn::dimsOf(from), y.type.dtype);
    }
    return offerOneDnn([&] { return reorderOf(from, to); });
}

} // namespace

void addReorder(KernelTable& table) { table.add("reorder", "onednn-reorder", offerReorder); }

} // namespace lockstep::backends::cpu
