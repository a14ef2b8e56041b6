#include "kernels/cpu/norm/batch_norm.h"

#include "backends/cpu/families.h"
#include "backends/cpu/layout_ids.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/values.h"

#include <algorithm>

namespace lockstep::backends::cpu {

namespace {

/// Whether the tensors shaped as x all have its layout, and it is one that the kernels know.
bool agree(const NodeView& node, const ValueView& x) {
    if (x.layout != ir::kPlain && !isChannelLayout(x.layout)) return false;
    const auto fits = [&x](const ValueView& v) { return !v.present || v.type.shape.rank() < 2 || v.layout == x.layout; };
    return std::ranges::all_of(node.inputs, fits) && std::ranges::all_of(node.outputs, fits);
}

std::size_t scratchOf(const kernels::ChannelShape& shape) { return static_cast<std::size_t>(kernels::batchNormScratch(shape)); }

KernelOffer offerTraining(const NodeView& node) {
    if (!agree(node, node.inputs[0])) return KernelOffer::refuse("layouts differ");
    const kernels::ChannelShape shape = channelsOf(node.inputs[0]);
    const ir::Attributes& a = node.attrs();
    return kernelOf(
        [shape, eps = a.number("eps"), momentum = a.number("momentum"), relu = a.flag("relu", false)](const KernelArgs& args) {
            const auto in = [&args](std::size_t i) { return args.in<float>(i); };
            const auto out = [&args](std::size_t i) { return args.out<float>(i); };
            kernels::batchNormForward(
                shape, {in(0), in(1), in(2), in(6), out(0), out(1), out(2), in(3), in(4), out(3), out(4), eps, momentum, relu},
                args.workspace);
            *args.out<std::int64_t>(5) = *args.in<std::int64_t>(5) + 1;
        },
        scratchOf(shape));
}

/// Only y: the running statistics have had this batch.
KernelOffer offerAgain(const NodeView& node) {
    if (!agree(node, node.inputs[0])) return KernelOffer::refuse("layouts differ");
    const kernels::ChannelShape shape = channelsOf(node.inputs[0]);
    return kernelOf(
        [shape, eps = node.attrs().number("eps"), relu = node.attrs().flag("relu", false)](const KernelArgs& args) {
            const auto in = [&args](std::size_t i) { return args.in<float>(i); };
            kernels::batchNormForward(
                shape, {in(0), in(1), in(2), in(3), args.out<float>(), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, eps, 0, relu},
                args.workspace);
        },
        scratchOf(shape));
}

KernelOffer offerInference(const NodeView& node) {
    if (!agree(node, node.inputs[0])) return KernelOffer::refuse("layouts differ");
    const kernels::ChannelShape shape = channelsOf(node.inputs[0]);
    return kernelOf(
        [shape, eps = node.attrs().number("eps"), relu = node.attrs().flag("relu", false)](const KernelArgs& args) {
            const auto in = [&args](std::size_t i) { return args.in<float>(i); };
            kernels::batchNormInfer(shape, {in(0), in(1), in(2), in(3), in(4), in(5), args.out<float>(), eps, relu}, args.workspace);
        },
        scratchOf(shape));
}

KernelOffer offerGradient(const NodeView& node) {
    if (!agree(node, node.inputs[1])) return KernelOffer::refuse("layouts differ");
    const kernels::ChannelShape shape = channelsOf(node.inputs[1]);
    return kernelOf(
        [shape, relu = node.attrs().flag("relu", false), residual = node.attrs().flag("residual", false)](const KernelArgs& args) {
            const auto in = [&args](std::size_t i) { return args.in<float>(i); };
            kernels::batchNormBackward(shape,
                                       {in(0), in(1), in(2), in(3), in(4), relu ? in(5) : nullptr, args.out<float>(0), args.out<float>(1),
                                        args.out<float>(2), residual ? args.out<float>(3) : nullptr},
                                       args.workspace);
        },
        scratchOf(shape));
}

} // namespace

void addBatchNorm(KernelTable& table) {
    addF32AnyLayout(table, "batch_norm", "simd", offerTraining);
    addF32AnyLayout(table, "batch_norm_again", "simd", offerAgain);
    addF32AnyLayout(table, "batch_norm_infer", "simd", offerInference);
    addF32AnyLayout(table, "batch_norm_grad", "simd", offerGradient);
}

} // namespace lockstep::backends::cpu
