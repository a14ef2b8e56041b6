#include "backends/ref/activation_math.h"
#include "backends/ref/families.h"
#include "backends/ref/offer.h"

namespace lockstep::backends::ref {

namespace {

struct Sizes {
    std::int64_t rows, in, out;
};

template <class T> void forward(const Sizes& s, Function activation, const T* x, const T* w, const T* b, T* y) {
    for (std::int64_t r = 0; r < s.rows; ++r) {
        for (std::int64_t o = 0; o < s.out; ++o) {
            double sum = b ? static_cast<double>(b[o]) : 0;
            for (std::int64_t i = 0; i < s.in; ++i) sum += static_cast<double>(x[r * s.in + i]) * static_cast<double>(w[o * s.in + i]);
            y[r * s.out + o] = static_cast<T>(activation(sum));
        }
    }
}

template <class T> void inputGradient(const Sizes& s, const T* dy, const T* w, T* dx) {
    for (std::int64_t r = 0; r < s.rows; ++r) {
        for (std::int64_t i = 0; i < s.in; ++i) {
            double sum = 0;
            for (std::int64_t o = 0; o < s.out; ++o) sum += static_cast<double>(dy[r * s.out + o]) * static_cast<double>(w[o * s.in + i]);
            dx[r * s.in + i] = static_cast<T>(sum);
        }
    }
}

template <class T> void weightGradient(const Sizes& s, const T* dy, const T* x, T* dw) {
    for (std::int64_t o = 0; o < s.out; ++o) {
        for (std::int64_t i = 0; i < s.in; ++i) {
            double sum = 0;
            for (std::int64_t r = 0; r < s.rows; ++r) sum += static_cast<double>(dy[r * s.out + o]) * static_cast<double>(x[r * s.in + i]);
            dw[o * s.in + i] = static_cast<T>(sum);
        }
    }
}

template <class T> void biasGradient(const Sizes& s, const T* dy, T* db) {
    for (std::int64_t o = 0; o < s.out; ++o) {
        double sum = 0;
        for (std::int64_t r = 0; r < s.rows; ++r) sum += static_cast<double>(dy[r * s.out + o]);
        db[o] = static_cast<T>(sum);
    }
}

std::int64_t rowsOf(const Shape& shape) { return shape.elements(0, shape.rank() - 1); }

} // namespace

void addLinear(KernelTable& table) {
    addFloating(table, "linear", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Sizes sizes{rowsOf(node.in(0)), node.in(1)[1], node.in(1)[0]};
        return [sizes, f = activationNamed(node.attrs().text("activation", "none"))](const KernelArgs& args) {
            forward(sizes, f, args.in<T>(0), args.in<T>(1), args.in<T>(2), args.out<T>());
        };
    });
    addFloating(table, "linear_dgrad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Sizes sizes{rowsOf(node.in(0)), node.in(1)[1], node.in(1)[0]};
        return [sizes](const KernelArgs& args) { inputGradient(sizes, args.in<T>(0), args.in<T>(1), args.out<T>()); };
    });
    addFloating(table, "linear_wgrad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Sizes sizes{rowsOf(node.in(0)), node.in(1).back(), node.in(0).back()};
        return [sizes, bias = node.attrs().flag("bias")](const KernelArgs& args) {
            weightGradient(sizes, args.in<T>(0), args.in<T>(1), args.out<T>(0));
            if (bias) biasGradient(sizes, args.in<T>(0), args.out<T>(1));
        };
    });
}

} // namespace lockstep::backends::ref
