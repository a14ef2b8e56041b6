#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "ops/window.h"

#include <cmath>

namespace lockstep::backends::ref {

namespace {

struct Pool {
    Shape x, y;
    ops::Window2d window;
    bool bytes; ///< places are u8, else s32

    void setPlace(const KernelArgs& args, std::int64_t at, std::int64_t place) const {
        if (bytes)
            args.out<std::uint8_t>(1)[at] = static_cast<std::uint8_t>(place);
        else
            args.out<std::int32_t>(1)[at] = static_cast<std::int32_t>(place);
    }
    std::int64_t place(const KernelArgs& args, std::int64_t at) const {
        return bytes ? args.in<std::uint8_t>(1)[at] : args.in<std::int32_t>(1)[at];
    }
};

struct Largest {
    double value = 0;
    std::int64_t place = -1;
    /// The first of equals stays; the first NaN beats all.
    void see(double v, std::int64_t at) {
        if (place < 0 || (!std::isnan(value) && (v > value || std::isnan(v)))) value = v, place = at;
    }
};

template <class T> Largest largest(const Pool& pool, const T* plane, std::int64_t oh, std::int64_t ow) {
    const auto& [rows, columns] = pool.window;
    Largest best;
    for (std::int64_t i = 0; i < rows.kernel; ++i) {
        const std::int64_t h = oh * rows.stride - rows.before + i;
        if (h < 0 || h >= pool.x[2]) continue;
        for (std::int64_t j = 0; j < columns.kernel; ++j) {
            const std::int64_t w = ow * columns.stride - columns.before + j;
            if (w >= 0 && w < pool.x[3]) best.see(static_cast<double>(plane[h * pool.x[3] + w]), i * columns.kernel + j);
        }
    }
    return best;
}

template <class T> void forward(const Pool& pool, const KernelArgs& args) {
    std::int64_t at = 0;
    for (std::int64_t plane = 0; plane < pool.x[0] * pool.x[1]; ++plane) {
        const T* x = args.in<T>(0) + plane * pool.x[2] * pool.x[3];
        for (std::int64_t oh = 0; oh < pool.y[2]; ++oh) {
            for (std::int64_t ow = 0; ow < pool.y[3]; ++ow, ++at) {
                const Largest best = largest(pool, x, oh, ow);
                args.out<T>(0)[at] = static_cast<T>(best.value);
                pool.setPlace(args, at, best.place);
            }
        }
    }
}

/// Sum of the gradients of all windows whose largest element is (h, w).
template <class T> double gathered(const Pool& pool, const KernelArgs& args, std::int64_t plane, std::int64_t h, std::int64_t w) {
    const auto& [rows, columns] = pool.window;
    double sum = 0;
    for (std::int64_t oh = 0; oh < pool.y[2]; ++oh) {
        const std::int64_t i = h + rows.before - oh * rows.stride;
        if (i < 0 || i >= rows.kernel) continue;
        for (std::int64_t ow = 0; ow < pool.y[3]; ++ow) {
            const std::int64_t j = w + columns.before - ow * columns.stride;
            if (j < 0 || j >= columns.kernel) continue;
            const std::int64_t at = (plane * pool.y[2] + oh) * pool.y[3] + ow;
            if (pool.place(args, at) == i * columns.kernel + j) sum += static_cast<double>(args.in<T>(0)[at]);
        }
    }
    return sum;
}

template <class T> void backward(const Pool& pool, const KernelArgs& args) {
    std::int64_t at = 0;
    for (std::int64_t plane = 0; plane < pool.x[0] * pool.x[1]; ++plane) {
        for (std::int64_t h = 0; h < pool.x[2]; ++h) {
            for (std::int64_t w = 0; w < pool.x[3]; ++w, ++at) args.out<T>()[at] = static_cast<T>(gathered<T>(pool, args, plane, h, w));
        }
    }
}

} // namespace

void addMaxPool(KernelTable& table) {
    addFloating(table, "max_pool2d", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Pool pool{node.in(0), node.out(), ops::poolWindow(node.attrs()), node.outputs[1].type.dtype == DType::U8};
        return [pool](const KernelArgs& args) { forward<T>(pool, args); };
    });
    addFloating(table, "max_pool2d_grad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Pool pool{node.out(), node.in(0), ops::poolWindow(node.attrs()), node.inputs[1].type.dtype == DType::U8};
        return [pool](const KernelArgs& args) { backward<T>(pool, args); };
    });
}

} // namespace lockstep::backends::ref
