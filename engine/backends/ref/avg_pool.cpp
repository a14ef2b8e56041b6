#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "ops/window.h"

#include <algorithm>

namespace lockstep::backends::ref {

namespace {

/// The part of one dimension that an output averages, and its length for the divisor.
struct Part {
    std::int64_t from, to, length;
};

/// Sliding windows, or adaptive ones.
struct Averages {
    Shape x, y;
    bool adaptive = false, countPadding = false;
    ops::Window2d window{};

    Part part(std::size_t axis, std::int64_t o) const {
        const std::int64_t size = x[2 + axis];
        if (adaptive) {
            const auto [from, to] = ops::adaptiveRange(o, y[2 + axis], size);
            return {from, to, to - from};
        }
        // Padding counts, the overhang of ceil mode beyond it does not.
        const ops::WindowAxis& w = window[axis];
        const std::int64_t start = o * w.stride - w.before, end = std::min(start + w.kernel, size + w.after);
        const std::int64_t from = std::max<std::int64_t>(start, 0), to = std::min(end, size);
        return {from, to, countPadding ? end - start : to - from};
    }
};

template <class T> void forward(const Averages& pool, const T* x, T* y) {
    for (std::int64_t plane = 0; plane < pool.x[0] * pool.x[1]; ++plane, x += pool.x[2] * pool.x[3]) {
        for (std::int64_t oh = 0; oh < pool.y[2]; ++oh) {
            const Part rows = pool.part(0, oh);
            for (std::int64_t ow = 0; ow < pool.y[3]; ++ow) {
                const Part columns = pool.part(1, ow);
                double sum = 0;
                for (std::int64_t h = rows.from; h < rows.to; ++h)
                    for (std::int64_t w = columns.from; w < columns.to; ++w) sum += static_cast<double>(x[h * pool.x[3] + w]);
                *y++ = static_cast<T>(sum / static_cast<double>(rows.length * columns.length));
            }
        }
    }
}

bool within(const Part& part, std::int64_t i) { return i >= part.from && i < part.to; }

/// Sum over all windows that hold (h, w) of their gradient over their divisor.
template <class T> double gathered(const Averages& pool, const T* dy, std::int64_t h, std::int64_t w) {
    double sum = 0;
    for (std::int64_t oh = 0; oh < pool.y[2]; ++oh) {
        const Part rows = pool.part(0, oh);
        if (!within(rows, h)) continue;
        for (std::int64_t ow = 0; ow < pool.y[3]; ++ow) {
            const Part columns = pool.part(1, ow);
            if (within(columns, w)) sum += static_cast<double>(dy[oh * pool.y[3] + ow]) / static_cast<double>(rows.length * columns.length);
        }
    }
    return sum;
}

template <class T> void backward(const Averages& pool, const T* dy, T* dx) {
    for (std::int64_t plane = 0; plane < pool.x[0] * pool.x[1]; ++plane, dy += pool.y[2] * pool.y[3]) {
        for (std::int64_t h = 0; h < pool.x[2]; ++h)
            for (std::int64_t w = 0; w < pool.x[3]; ++w) *dx++ = static_cast<T>(gathered(pool, dy, h, w));
    }
}

Averages sliding(const NodeView& node, const Shape& x, const Shape& y) {
    return {x, y, false, node.attrs().flag("count_include_pad"), ops::poolWindow(node.attrs())};
}
Averages adaptive(const NodeView&, const Shape& x, const Shape& y) { return {x, y, true}; }

using Describe = Averages (*)(const NodeView&, const Shape&, const Shape&);

void addPair(KernelTable& table, const std::string& op, Describe describe) {
    addFloating(table, op, [describe](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [pool = describe(node, node.in(0), node.out())](const KernelArgs& args) { forward(pool, args.in<T>(0), args.out<T>()); };
    });
    addFloating(table, op + "_grad", [describe](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [pool = describe(node, node.out(), node.in(0))](const KernelArgs& args) { backward(pool, args.in<T>(0), args.out<T>()); };
    });
}

} // namespace

void addAvgPool(KernelTable& table) {
    addPair(table, "avg_pool2d", sliding);
    addPair(table, "adaptive_avg_pool2d", adaptive);
}

} // namespace lockstep::backends::ref
