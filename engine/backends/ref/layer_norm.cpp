#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <cmath>

namespace lockstep::backends::ref {

namespace {

struct Rows {
    std::int64_t rows, width;
    explicit Rows(const Shape& x) : rows(x.elements(0, x.rank() - 1)), width(x.back()) {}
};

template <class T> double at(const T* p, std::int64_t i, double absent) { return p ? static_cast<double>(p[i]) : absent; }

template <class T> void forward(const Rows& shape, double eps, bool centred, const KernelArgs& args) {
    const T *w = args.in<T>(1), *b = args.in<T>(2);
    for (std::int64_t r = 0; r < shape.rows; ++r) {
        const T* x = args.in<T>(0) + r * shape.width;
        T* y = args.out<T>(0) + r * shape.width;
        double sum = 0, squares = 0;
        for (std::int64_t i = 0; i < shape.width; ++i) sum += static_cast<double>(x[i]);
        const double mean = centred ? sum / static_cast<double>(shape.width) : 0;
        for (std::int64_t i = 0; i < shape.width; ++i) squares += (static_cast<double>(x[i]) - mean) * (static_cast<double>(x[i]) - mean);
        const double rstd = 1 / std::sqrt(squares / static_cast<double>(shape.width) + eps);
        for (std::int64_t i = 0; i < shape.width; ++i)
            y[i] = static_cast<T>((static_cast<double>(x[i]) - mean) * rstd * at(w, i, 1) + at(b, i, 0));
        args.out<T>(1)[r] = static_cast<T>(mean);
        args.out<T>(2)[r] = static_cast<T>(rstd);
    }
}

/// dx = rstd * (d - mean(d) - xh * mean(d * xh)), d = dy * w
template <class T> void inputGradient(const Rows& shape, bool centred, const KernelArgs& args) {
    const T* w = args.in<T>(2);
    for (std::int64_t r = 0; r < shape.rows; ++r) {
        const T *dy = args.in<T>(0) + r * shape.width, *x = args.in<T>(1) + r * shape.width;
        T* dx = args.out<T>(0) + r * shape.width;
        const auto mean = static_cast<double>(args.in<T>(3)[r]), rstd = static_cast<double>(args.in<T>(4)[r]);
        const auto n = static_cast<double>(shape.width);
        double sum = 0, dot = 0;
        for (std::int64_t i = 0; i < shape.width; ++i) {
            const double d = static_cast<double>(dy[i]) * at(w, i, 1);
            sum += d, dot += d * (static_cast<double>(x[i]) - mean) * rstd;
        }
        for (std::int64_t i = 0; i < shape.width; ++i) {
            const double d = static_cast<double>(dy[i]) * at(w, i, 1), xh = (static_cast<double>(x[i]) - mean) * rstd;
            dx[i] = static_cast<T>(rstd * (d - (centred ? sum / n : 0) - xh * dot / n));
        }
    }
}

template <class T> void parameterGradients(const Rows& shape, const KernelArgs& args) {
    for (std::int64_t i = 0; i < shape.width; ++i) {
        double dw = 0, db = 0;
        for (std::int64_t r = 0; r < shape.rows; ++r) {
            const auto dy = static_cast<double>(args.in<T>(0)[r * shape.width + i]),
                       x = static_cast<double>(args.in<T>(1)[r * shape.width + i]);
            dw += dy * (x - static_cast<double>(args.in<T>(3)[r])) * static_cast<double>(args.in<T>(4)[r]);
            db += dy;
        }
        args.out<T>(1)[i] = static_cast<T>(dw);
        args.out<T>(2)[i] = static_cast<T>(db);
    }
}

} // namespace

void addLayerNorm(KernelTable& table) {
    addFloating(table, "layer_norm", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [shape = Rows(node.in(0)), eps = node.attrs().number("eps"),
                centred = node.attrs().flag("centred", true)](const KernelArgs& args) { forward<T>(shape, eps, centred, args); };
    });
    addFloating(table, "layer_norm_grad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [shape = Rows(node.in(1)), centred = node.attrs().flag("centred", true)](const KernelArgs& args) {
            parameterGradients<T>(shape, args);
            inputGradient<T>(shape, centred, args);
        };
    });
}

} // namespace lockstep::backends::ref
