#include "backends/cpu/families.h"
#include "backends/cpu/layout_ids.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/values.h"
#include "kernels/cpu/pool/pool.h"
#include "ops/window.h"

#include <algorithm>

namespace lockstep::backends::cpu {

namespace {

using kernels::PoolRange, kernels::PoolShape;

std::vector<PoolRange> windowRanges(const ops::WindowAxis& w, std::int64_t size, std::int64_t outputs, bool countPadding) {
    std::vector<PoolRange> ranges;
    for (std::int64_t o = 0; o < outputs; ++o) {
        // Padding counts, the overhang of ceil mode beyond it does not.
        const std::int64_t start = o * w.stride - w.before, end = std::min(start + w.kernel, size + w.after);
        const std::int64_t from = std::max<std::int64_t>(start, 0), to = std::min(end, size);
        ranges.push_back({from, to, countPadding ? end - start : to - from, from - start});
    }
    return ranges;
}

std::vector<PoolRange> adaptiveRanges(std::int64_t size, std::int64_t outputs) {
    std::vector<PoolRange> ranges;
    for (std::int64_t o = 0; o < outputs; ++o) {
        const auto [from, to] = ops::adaptiveRange(o, outputs, size);
        ranges.push_back({from, to, to - from, 0});
    }
    return ranges;
}

PoolShape planesOf(const ValueView& x) {
    const kernels::ChannelShape c = channelsOf(x);
    const Shape& s = x.type.shape;
    if (x.layout == kChannelsLast) return {s[0], s[2], s[3], s[1], {}, {}};
    if (x.layout == ir::kPlain) return {s[0] * s[1], s[2], s[3], 1, {}, {}};
    return {c.batch * c.groups, s[2], s[3], c.lanes, {}, {}};
}

PoolShape sliding(const NodeView& node, const ValueView& x, const ValueView& y) {
    PoolShape shape = planesOf(x);
    const ops::Window2d window = ops::poolWindow(node.attrs());
    const bool counts = node.attrs().flag("count_include_pad", false);
    shape.rows = windowRanges(window[0], x.type.shape[2], y.type.shape[2], counts);
    shape.columns = windowRanges(window[1], x.type.shape[3], y.type.shape[3], counts);
    shape.kernelWidth = window[1].kernel;
    return shape;
}

PoolShape adaptive(const NodeView&, const ValueView& x, const ValueView& y) {
    PoolShape shape = planesOf(x);
    shape.rows = adaptiveRanges(x.type.shape[2], y.type.shape[2]);
    shape.columns = adaptiveRanges(x.type.shape[3], y.type.shape[3]);
    return shape;
}

bool agree(const NodeView& node) {
    const ir::LayoutId layout = node.outputs[0].layout;
    const auto same = [layout](const ValueView& v) { return v.layout == layout; };
    return (layout == ir::kPlain || isChannelLayout(layout)) && std::ranges::all_of(node.inputs, same) &&
           std::ranges::all_of(node.outputs, same);
}

KernelOffer offerMax(const NodeView& node) {
    if (!agree(node)) return KernelOffer::refuse("layouts differ");
    if (node.outputs[1].type.dtype != DType::U8) return KernelOffer::refuse("windows of more than 256 places");
    return kernelOf([s = sliding(node, node.inputs[0], node.outputs[0])](const KernelArgs& args) {
        kernels::maxPool(s, args.in<float>(0), args.out<float>(0), args.out<std::uint8_t>(1));
    });
}

KernelOffer offerMaxGrad(const NodeView& node) {
    if (!agree(node)) return KernelOffer::refuse("layouts differ");
    if (node.inputs[1].type.dtype != DType::U8) return KernelOffer::refuse("windows of more than 256 places");
    return kernelOf([s = sliding(node, node.outputs[0], node.inputs[0])](const KernelArgs& args) {
        kernels::maxPoolGrad(s, args.in<float>(0), args.in<std::uint8_t>(1), args.out<float>());
    });
}

using Describe = PoolShape (*)(const NodeView&, const ValueView& x, const ValueView& y);

void addAverage(KernelTable& table, const std::string& op, Describe describe) {
    addF32AnyLayout(table, op, "simd", [describe](const NodeView& node) -> KernelOffer {
        if (!agree(node)) return KernelOffer::refuse("layouts differ");
        return kernelOf([s = describe(node, node.inputs[0], node.outputs[0])](const KernelArgs& args) {
            kernels::averagePool(s, args.in<float>(0), args.out<float>());
        });
    });
    addF32AnyLayout(table, op + "_grad", "simd", [describe](const NodeView& node) -> KernelOffer {
        if (!agree(node)) return KernelOffer::refuse("layouts differ");
        return kernelOf([s = describe(node, node.outputs[0], node.inputs[0])](const KernelArgs& args) {
            kernels::averagePoolGrad(s, args.in<float>(0), args.out<float>());
        });
    });
}

} // namespace

void addPooling(KernelTable& table) {
    addF32AnyLayout(table, "max_pool2d", "simd", offerMax);
    addF32AnyLayout(table, "max_pool2d_grad", "simd", offerMaxGrad);
    addAverage(table, "avg_pool2d", sliding);
    addAverage(table, "adaptive_avg_pool2d", adaptive);
}

} // namespace lockstep::backends::cpu
