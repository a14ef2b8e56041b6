#include "backends/ref/families.h"
#include "backends/ref/lines.h"
#include "backends/ref/offer.h"

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

Loss lossOf(const NodeView& node, const Shape& logits) {
    const ir::Attributes& attrs = node.attrs();
    Loss loss{
        linesAlong(logits, attrs.integer("class_axis")), attrs.number("label_smoothing", 0), attrs.integer("ignore_index", -100), {}, 0};
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

} // namespace

void addCrossEntropy(KernelTable& table) {
    addFloating(table, "cross_entropy", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [loss = lossOf(node, node.in(0))](const KernelArgs& args) { forward<T>(loss, args); };
    });
    addFloating(
        table, "cross_entropy_grad",
        [](auto zero, const NodeView& node) {
            using T = decltype(zero);
            return [loss = lossOf(node, node.in(1))](const KernelArgs& args) { backward<T>(loss, args); };
        },
        1);
}

} // namespace lockstep::backends::ref
