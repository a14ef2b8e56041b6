#include "backends/ref/activation_math.h"
#include "backends/ref/families.h"
#include "backends/ref/offer.h"
#include "ops/window.h"

namespace lockstep::backends::ref {

namespace {

/// Input place that tap k of output place o reads; outside [0, input) it is padding.
std::int64_t inputPlace(const ops::WindowAxis& axis, std::int64_t o, std::int64_t k) {
    return o * axis.stride - axis.before + k * axis.dilation;
}

struct Conv {
    Shape x, w, y;
    ops::Window2d window;
    std::int64_t groups;

    std::int64_t inGroup() const { return x[1] / groups; }
    std::int64_t outGroup() const { return w[0] / groups; }
    std::int64_t atX(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t v) const {
        return ((n * x[1] + c) * x[2] + h) * x[3] + v;
    }
    std::int64_t atW(std::int64_t o, std::int64_t c, std::int64_t i, std::int64_t j) const {
        return ((o * w[1] + c) * w[2] + i) * w[3] + j;
    }
    std::int64_t atY(std::int64_t n, std::int64_t o, std::int64_t h, std::int64_t v) const {
        return ((n * y[1] + o) * y[2] + h) * y[3] + v;
    }

    /// Calls f(index in x, index in w) for all multiply-adds of output element (n, o, oh, ow).
    template <class F> void taps(std::int64_t n, std::int64_t o, std::int64_t oh, std::int64_t ow, F f) const {
        const std::int64_t first = o / outGroup() * inGroup();
        for (std::int64_t c = 0; c < inGroup(); ++c) {
            for (std::int64_t i = 0; i < w[2]; ++i) {
                const std::int64_t ih = inputPlace(window[0], oh, i);
                if (ih < 0 || ih >= x[2]) continue;
                for (std::int64_t j = 0; j < w[3]; ++j) {
                    const std::int64_t iw = inputPlace(window[1], ow, j);
                    if (iw >= 0 && iw < x[3]) f(atX(n, first + c, ih, iw), atW(o, c, i, j));
                }
            }
        }
    }
};

Conv convOf(const NodeView& node, const Shape& x, const Shape& w, const Shape& y) {
    return {x, w, y, ops::convWindow(node.attrs(), w), node.attrs().integer("groups")};
}

template <class F> void eachElement(const Shape& shape, F f) {
    for (std::int64_t a = 0; a < shape[0]; ++a)
        for (std::int64_t b = 0; b < shape[1]; ++b)
            for (std::int64_t c = 0; c < shape[2]; ++c)
                for (std::int64_t d = 0; d < shape[3]; ++d) f(a, b, c, d);
}

template <class T> void forward(const Conv& conv, Function activation, const T* x, const T* w, const T* b, T* y) {
    eachElement(conv.y, [&](auto n, auto o, auto oh, auto ow) {
        double sum = b ? static_cast<double>(b[o]) : 0;
        conv.taps(n, o, oh, ow, [&](auto xi, auto wi) { sum += static_cast<double>(x[xi]) * static_cast<double>(w[wi]); });
        y[conv.atY(n, o, oh, ow)] = static_cast<T>(activation(sum));
    });
}

/// Output place whose tap k reads input place i, or -1.
std::int64_t outputPlace(const ops::WindowAxis& axis, std::int64_t i, std::int64_t k, std::int64_t outputs) {
    const std::int64_t offset = i + axis.before - k * axis.dilation;
    if (offset < 0 || offset % axis.stride != 0 || offset / axis.stride >= outputs) return -1;
    return offset / axis.stride;
}

template <class T> void inputGradient(const Conv& conv, const T* dy, const T* w, T* dx) {
    eachElement(conv.x, [&](auto n, auto c, auto ih, auto iw) {
        const std::int64_t group = c / conv.inGroup(), local = c % conv.inGroup();
        double sum = 0;
        for (std::int64_t i = 0; i < conv.w[2]; ++i) {
            const std::int64_t oh = outputPlace(conv.window[0], ih, i, conv.y[2]);
            for (std::int64_t j = 0; oh >= 0 && j < conv.w[3]; ++j) {
                const std::int64_t ow = outputPlace(conv.window[1], iw, j, conv.y[3]);
                if (ow < 0) continue;
                for (std::int64_t o = group * conv.outGroup(); o < (group + 1) * conv.outGroup(); ++o)
                    sum += static_cast<double>(dy[conv.atY(n, o, oh, ow)]) * static_cast<double>(w[conv.atW(o, local, i, j)]);
            }
        }
        dx[conv.atX(n, c, ih, iw)] = static_cast<T>(sum);
    });
}

template <class T> void weightGradient(const Conv& conv, const T* dy, const T* x, T* dw) {
    eachElement(conv.w, [&](auto o, auto c, auto i, auto j) {
        const std::int64_t channel = o / conv.outGroup() * conv.inGroup() + c;
        double sum = 0;
        for (std::int64_t n = 0; n < conv.x[0]; ++n) {
            for (std::int64_t oh = 0; oh < conv.y[2]; ++oh) {
                const std::int64_t ih = inputPlace(conv.window[0], oh, i);
                if (ih < 0 || ih >= conv.x[2]) continue;
                for (std::int64_t ow = 0; ow < conv.y[3]; ++ow) {
                    const std::int64_t iw = inputPlace(conv.window[1], ow, j);
                    if (iw < 0 || iw >= conv.x[3]) continue;
                    sum += static_cast<double>(dy[conv.atY(n, o, oh, ow)]) * static_cast<double>(x[conv.atX(n, channel, ih, iw)]);
                }
            }
        }
        dw[conv.atW(o, c, i, j)] = static_cast<T>(sum);
    });
}

template <class T> void biasGradient(const Shape& y, const T* dy, T* db) {
    const std::int64_t plane = y[2] * y[3];
    for (std::int64_t o = 0; o < y[1]; ++o) {
        double sum = 0;
        for (std::int64_t n = 0; n < y[0]; ++n) {
            for (std::int64_t i = 0; i < plane; ++i) sum += static_cast<double>(dy[(n * y[1] + o) * plane + i]);
        }
        db[o] = static_cast<T>(sum);
    }
}

} // namespace

void addConv(KernelTable& table) {
    addFloating(table, "conv2d", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [conv = convOf(node, node.in(0), node.in(1), node.out()), f = activationNamed(node.attrs().text("activation", "none"))](
                   const KernelArgs& args) { forward(conv, f, args.in<T>(0), args.in<T>(1), args.in<T>(2), args.out<T>()); };
    });
    addFloating(table, "conv2d_dgrad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [conv = convOf(node, node.out(), node.in(1), node.in(0))](const KernelArgs& args) {
            inputGradient(conv, args.in<T>(0), args.in<T>(1), args.out<T>());
        };
    });
    addFloating(table, "conv2d_wgrad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [conv = convOf(node, node.in(1), node.out(0), node.in(0)), bias = node.attrs().flag("bias")](const KernelArgs& args) {
            weightGradient(conv, args.in<T>(0), args.in<T>(1), args.out<T>(0));
            if (bias) biasGradient(conv.y, args.in<T>(0), args.out<T>(1));
        };
    });
}

} // namespace lockstep::backends::ref
