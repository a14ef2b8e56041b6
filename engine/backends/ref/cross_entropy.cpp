#include "backends/ref/families.h"
#include "backends/ref/lines.h"
#include "backends/ref/offer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace lockstep::backends::ref {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// SEMANTICS.md 7: q_c = ((1 - e) * onehot + e / C) * w_c
struct Loss {
    Lines rows;
    double smoothing;
    std::int64_t ignored;
    std::vector<double> weights; ///< empty: all 1
    double weightSum;

    double weight(std::int64_t c) const { return weights.empty() ? 1 : weights[static_cast<std::size_t>(c)]; }
    double q(std::int64_t c, std::int64_t target) const {
        return ((c == target ? 1 - smoothing : 0) + smoothing / static_cast<double>(rows.length)) * weight(c);
    }
    double qSum(std::int64_t target) const {
        return (1 - smoothing) * weight(target) + smoothing / static_cast<double>(rows.length) * weightSum;
    }
    /// Loaders refuse other targets; should one get here all the same, it must show.
    bool isClass(std::int64_t target) const { return target >= 0 && target < rows.length; }
};

Loss lossOf(const NodeView& node, const Shape& logits, std::int64_t axis) {
    const ir::Attributes& attrs = node.attrs();
    Loss loss{linesAlong(logits, axis), attrs.number("label_smoothing", 0), attrs.integer("ignore_index", -100), {}, 0};
    if (attrs.has("class_weights")) loss.weights = attrs.numbers("class_weights");
    loss.weightSum =
        loss.weights.empty() ? static_cast<double>(loss.rows.length) : std::accumulate(loss.weights.begin(), loss.weights.end(), 0.0);
    return loss;
}

/// log(sum(exp(x - top))); an infinite top itself, so that the loss is infinite too.
template <class T> double logSum(const Lines& rows, const T* x, std::int64_t first, double top) {
    double sum = 0;
    for (std::int64_t c = 0; c < rows.length; ++c) {
        const auto value = static_cast<double>(x[rows.at(first, c)]);
        sum += std::isinf(top) && value == top ? (top > 0 ? 1 : 0) : std::exp(value - (std::isinf(top) ? 0 : top));
    }
    return std::isinf(top) && !std::isnan(sum) ? top : std::log(sum);
}

template <class T> double rowLoss(const Loss& loss, const T* x, std::int64_t first, std::int64_t target, double lse) {
    if (!loss.isClass(target)) return kNaN;
    double sum = (1 - loss.smoothing) * loss.weight(target) * (lse - static_cast<double>(x[loss.rows.at(first, target)]));
    for (std::int64_t c = 0; loss.smoothing > 0 && c < loss.rows.length; ++c)
        sum += loss.smoothing / static_cast<double>(loss.rows.length) * loss.weight(c) *
               (lse - static_cast<double>(x[loss.rows.at(first, c)]));
    return sum;
}

template <class T> void forward(const Loss& loss, const KernelArgs& args) {
    const T* x = args.in<T>(0);
    double num = 0;
    for (std::int64_t row = 0; row < loss.rows.count(); ++row) {
        const std::int64_t target = args.in<std::int64_t>(1)[row], first = loss.rows.start(row);
        const double top = loss.rows.largest(x, first), above = logSum(loss.rows, x, first, top);
        args.out<T>(1)[row] = static_cast<T>(above);
        if (target != loss.ignored) num += rowLoss(loss, x, first, target, top + above);
    }
    *args.out<T>(0) = static_cast<T>(num * *args.in<double>(2));
}

template <class T> void backward(const Loss& loss, const KernelArgs& args) {
    const T* x = args.in<T>(1);
    const double factor = static_cast<double>(*args.in<T>(0)) * *args.in<double>(3);
    for (std::int64_t row = 0; row < loss.rows.count(); ++row) {
        const std::int64_t target = args.in<std::int64_t>(2)[row], first = loss.rows.start(row);
        const double top = loss.rows.largest(x, first), above = static_cast<double>(args.in<T>(4)[row]);
        for (std::int64_t c = 0; c < loss.rows.length; ++c) {
            const std::int64_t at = loss.rows.at(first, c);
            double d = 0;
            if (target != loss.ignored)
                d = loss.isClass(target)
                        ? (std::exp(static_cast<double>(x[at]) - top - above) * loss.qSum(target) - loss.q(c, target)) * factor
                        : kNaN;
            args.out<T>()[at] = static_cast<T>(d);
        }
    }
}

struct Head {
    Loss loss; ///< of one row
    std::int64_t rows, in;
};

/// Row by row: logits, loss, slopes, and what they give to dx, dw, db. Sums are rounded at the end only.
template <class T> void headAndLoss(const Head& head, const KernelArgs& args) {
    const T *x = args.in<T>(0), *w = args.in<T>(1), *b = args.in<T>(2);
    const std::int64_t classes = head.loss.rows.length;
    const double scale = *args.in<double>(4);
    std::vector<double> logits(static_cast<std::size_t>(classes)), dw(static_cast<std::size_t>(classes * head.in)), db(logits.size());
    double num = 0;
    for (std::int64_t row = 0; row < head.rows; ++row) {
        const std::int64_t target = args.in<std::int64_t>(3)[row];
        for (std::int64_t c = 0; c < classes; ++c) {
            double sum = b ? static_cast<double>(b[c]) : 0;
            for (std::int64_t i = 0; i < head.in; ++i)
                sum += static_cast<double>(x[row * head.in + i]) * static_cast<double>(w[c * head.in + i]);
            logits[static_cast<std::size_t>(c)] = sum;
        }
        const bool counts = target != head.loss.ignored;
        const double top = head.loss.rows.largest(logits.data(), 0), above = logSum(head.loss.rows, logits.data(), 0, top);
        if (counts) num += rowLoss(head.loss, logits.data(), 0, target, top + above);
        std::vector<double> dx(static_cast<std::size_t>(head.in));
        for (std::int64_t c = 0; counts && c < classes; ++c) {
            const auto k = static_cast<std::size_t>(c);
            const double p = std::exp(logits[k] - top - above);
            const double d = head.loss.isClass(target) ? (p * head.loss.qSum(target) - head.loss.q(c, target)) * scale : kNaN;
            db[k] += d;
            for (std::size_t i = 0; i < dx.size(); ++i) {
                dx[i] += d * static_cast<double>(w[k * dx.size() + i]);
                dw[k * dx.size() + i] += d * static_cast<double>(x[static_cast<std::size_t>(row) * dx.size() + i]);
            }
        }
        std::ranges::transform(dx, args.out<T>(1) + row * head.in, [](double v) { return static_cast<T>(v); });
    }
    *args.out<T>(0) = static_cast<T>(num * scale);
    std::ranges::transform(dw, args.out<T>(2), [](double v) { return static_cast<T>(v); });
    if (b) std::ranges::transform(db, args.out<T>(3), [](double v) { return static_cast<T>(v); });
}

} // namespace

void addCrossEntropy(KernelTable& table) {
    addFloating(table, "linear_cross_entropy", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        const Shape& x = node.in(0);
        const Head head{lossOf(node, Shape{1, node.in(1)[0]}, 1), x.elements(0, x.rank() - 1), x.back()};
        return [head](const KernelArgs& args) { headAndLoss<T>(head, args); };
    });
    addFloating(table, "cross_entropy", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [loss = lossOf(node, node.in(0), node.attrs().integer("class_axis"))](const KernelArgs& args) { forward<T>(loss, args); };
    });
    addFloating(
        table, "cross_entropy_grad",
        [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            return
                [loss = lossOf(node, node.in(1), node.attrs().integer("class_axis"))](const KernelArgs& args) { backward<T>(loss, args); };
        },
        1);
}

} // namespace lockstep::backends::ref
