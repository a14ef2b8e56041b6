#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <algorithm>

namespace lockstep::backends::ref {

namespace {

/// The two source pixels of an output pixel along one side, and the share of the second.
struct Tap {
    std::int64_t low, high;
    double part;
};

Tap tapOf(std::int64_t out, std::int64_t factor, std::int64_t size, bool bilinear) {
    if (!bilinear) return {out / factor, out / factor, 0};
    const double at = std::max((static_cast<double>(out) + 0.5) / static_cast<double>(factor) - 0.5, 0.0);
    const auto low = std::min(static_cast<std::int64_t>(at), size - 1);
    return {low, std::min(low + 1, size - 1), at - static_cast<double>(low)};
}

/// Calls f(output pixel, input pixel, share) for each of the four shares of every output pixel of a plane.
template <class F> void eachShare(const Shape& x, std::int64_t factor, bool bilinear, const F& f) {
    const std::int64_t h = x[2], w = x[3];
    for (std::int64_t i = 0; i < h * factor; ++i) {
        const Tap row = tapOf(i, factor, h, bilinear);
        for (std::int64_t j = 0; j < w * factor; ++j) {
            const Tap column = tapOf(j, factor, w, bilinear);
            const std::int64_t out = i * w * factor + j;
            f(out, row.low * w + column.low, (1 - row.part) * (1 - column.part));
            f(out, row.low * w + column.high, (1 - row.part) * column.part);
            f(out, row.high * w + column.low, row.part * (1 - column.part));
            f(out, row.high * w + column.high, row.part * column.part);
        }
    }
}

} // namespace

void addUpsample(KernelTable& table) {
    const auto add = [&table](std::string_view op, bool forward) {
        addFloating(table, op, [forward](auto zero, const NodeView& node) {
            using T = decltype(zero);
            const Shape x = forward ? node.in(0) : node.out();
            return [x, y = node.out(), from = node.in(0), forward, factor = node.attrs().integer("factor"),
                    bilinear = node.attrs().flag("bilinear")](const KernelArgs& args) {
                const std::int64_t planes = x[0] * x[1], read = from.elements(2, 4), written = y.elements(2, 4);
                std::vector<double> sums(static_cast<std::size_t>(written));
                for (std::int64_t p = 0; p < planes; ++p) {
                    std::ranges::fill(sums, 0.0);
                    const T* source = args.in<T>(0) + p * read;
                    eachShare(x, factor, bilinear, [&](std::int64_t out, std::int64_t in, double share) {
                        sums[static_cast<std::size_t>(forward ? out : in)] += share * static_cast<double>(source[forward ? in : out]);
                    });
                    std::ranges::transform(sums, args.out<T>() + p * written, [](double v) { return static_cast<T>(v); });
                }
            };
        });
    };
    add("upsample2d", true);
    add("upsample2d_grad", false);
}

} // namespace lockstep::backends::ref
