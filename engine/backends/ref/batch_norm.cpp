#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <cmath>

namespace lockstep::backends::ref {

namespace {

/// x as [batch, channels, inner].
struct Channels {
    std::int64_t batch, channels, inner;

    explicit Channels(const Shape& x) : batch(x[0]), channels(x[1]), inner(x.elements(2, x.rank())) {}
    double count() const { return static_cast<double>(batch * inner); }
    /// Calls f(index) for the elements of channel c.
    template <class F> void each(std::int64_t c, F f) const {
        for (std::int64_t n = 0; n < batch; ++n)
            for (std::int64_t i = 0; i < inner; ++i) f((n * channels + c) * inner + i);
    }
};

template <class T> double at(const T* p, std::int64_t i, double absent) { return p ? static_cast<double>(p[i]) : absent; }

/// y = relu?((x - mean) * rstd * w + b + residual)
template <class T> struct Normalise {
    const T *x, *w, *b, *residual;
    T* y;
    bool relu;

    void channel(const Channels& shape, std::int64_t c, double mean, double rstd) const {
        const double weight = at(w, c, 1), bias = at(b, c, 0);
        shape.each(c, [&](std::int64_t i) {
            const double v = (static_cast<double>(x[i]) - mean) * rstd * weight + bias + at(residual, i, 0);
            y[i] = static_cast<T>(relu && v <= 0 ? 0 : v);
        });
    }
};

struct Training {
    Channels shape;
    double eps, momentum;
    bool relu;
};

/// Normalises by the batch's own moments and tells them: f(channel, mean, sum of squared deviations, rstd).
template <class T, class F> void byMoments(const Training& t, const Normalise<T>& normalise, F tell) {
    const T* x = normalise.x;
    for (std::int64_t c = 0; c < t.shape.channels; ++c) {
        double sum = 0, squares = 0;
        t.shape.each(c, [&](std::int64_t i) { sum += static_cast<double>(x[i]); });
        const double mean = sum / t.shape.count();
        t.shape.each(c, [&](std::int64_t i) { squares += (static_cast<double>(x[i]) - mean) * (static_cast<double>(x[i]) - mean); });
        const double rstd = 1 / std::sqrt(squares / t.shape.count() + t.eps);
        normalise.channel(t.shape, c, mean, rstd);
        tell(c, mean, squares, rstd);
    }
}

template <class T> void train(const Training& t, const KernelArgs& args) {
    const Normalise<T> normalise{args.in<T>(0), args.in<T>(1), args.in<T>(2), args.in<T>(6), args.out<T>(0), t.relu};
    const auto blend = [&](std::size_t input, std::int64_t c, double batch) {
        const auto old = static_cast<double>(args.in<T>(input)[c]);
        args.out<T>(input)[c] = static_cast<T>((1 - t.momentum) * old + t.momentum * batch);
    };
    byMoments(t, normalise, [&](std::int64_t c, double mean, double squares, double rstd) {
        args.out<T>(1)[c] = static_cast<T>(mean);
        args.out<T>(2)[c] = static_cast<T>(rstd);
        blend(3, c, mean);
        blend(4, c, squares / (t.shape.count() - 1)); // unbiased
    });
    *args.out<std::int64_t>(5) = *args.in<std::int64_t>(5) + 1;
}

/// Only y: the running statistics have had this batch.
template <class T> void again(const Training& t, const KernelArgs& args) {
    const Normalise<T> normalise{args.in<T>(0), args.in<T>(1), args.in<T>(2), args.in<T>(3), args.out<T>(0), t.relu};
    byMoments(t, normalise, [](std::int64_t, double, double, double) {});
}

template <class T> void infer(const Training& t, const KernelArgs& args) {
    const Normalise<T> normalise{args.in<T>(0), args.in<T>(1), args.in<T>(2), args.in<T>(5), args.out<T>(0), t.relu};
    for (std::int64_t c = 0; c < t.shape.channels; ++c) {
        const double rstd = 1 / std::sqrt(static_cast<double>(args.in<T>(4)[c]) + t.eps);
        normalise.channel(t.shape, c, static_cast<double>(args.in<T>(3)[c]), rstd);
    }
}

struct Backward {
    Channels shape;
    bool relu, residual;
};

/// dx = rstd * w * (dy - mean(dy) - xh * mean(dy * xh)), dy masked by the relu first.
template <class T> void backward(const Backward& b, const KernelArgs& args) {
    const T *dy = args.in<T>(0), *x = args.in<T>(1), *y = args.in<T>(5);
    for (std::int64_t c = 0; c < b.shape.channels; ++c) {
        const auto mean = static_cast<double>(args.in<T>(3)[c]), rstd = static_cast<double>(args.in<T>(4)[c]);
        const auto masked = [&](std::int64_t i) { return b.relu && y[i] <= 0 ? 0 : static_cast<double>(dy[i]); };
        const auto normalised = [&](std::int64_t i) { return (static_cast<double>(x[i]) - mean) * rstd; };
        double sum = 0, dot = 0;
        b.shape.each(c, [&](std::int64_t i) { sum += masked(i), dot += masked(i) * normalised(i); });
        const double weight = at(args.in<T>(2), c, 1), n = b.shape.count();
        b.shape.each(c, [&](std::int64_t i) {
            args.out<T>(0)[i] = static_cast<T>(rstd * weight * (masked(i) - sum / n - normalised(i) * dot / n));
            if (b.residual) args.out<T>(3)[i] = static_cast<T>(masked(i));
        });
        args.out<T>(1)[c] = static_cast<T>(dot);
        args.out<T>(2)[c] = static_cast<T>(sum);
    }
}

} // namespace

void addBatchNorm(KernelTable& table) {
    addFloating(table, "batch_norm", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Training t{Channels(node.in(0)), node.attrs().number("eps"), node.attrs().number("momentum"),
                         node.attrs().flag("relu", false)};
        return [t](const KernelArgs& args) { train<T>(t, args); };
    });
    addFloating(table, "batch_norm_again", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Training t{Channels(node.in(0)), node.attrs().number("eps"), 0, node.attrs().flag("relu", false)};
        return [t](const KernelArgs& args) { again<T>(t, args); };
    });
    addFloating(table, "batch_norm_infer", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Training t{Channels(node.in(0)), node.attrs().number("eps"), 0, node.attrs().flag("relu", false)};
        return [t](const KernelArgs& args) { infer<T>(t, args); };
    });
    addFloating(table, "batch_norm_grad", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Backward b{Channels(node.in(1)), node.attrs().flag("relu", false), node.attrs().flag("residual", false)};
        return [b](const KernelArgs& args) { backward<T>(b, args); };
    });
}

} // namespace lockstep::backends::ref
