#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "kernels/cpu/elementwise/arithmetic.h"
#include "kernels/cpu/loss/rows.h"

#include <numeric>
#include <vector>

namespace lockstep::backends::cpu {

namespace {

bool lastAxis(const Shape& shape, std::int64_t axis) { return static_cast<std::size_t>(axis) + 1 == shape.rank(); }
std::int64_t rowsOf(const Shape& shape) { return shape.elements(0, shape.rank() - 1); }

/// The loss with its weights, which the kernels only point to.
class Loss {
public:
    Loss(const NodeView& node, const Shape& logits) {
        const auto axis = static_cast<std::size_t>(node.attrs().integer("class_axis"));
        const std::int64_t classes = logits[axis];
        m_loss = {logits.elements() / classes, classes, node.attrs().integer("ignore_index", -100),
                  node.attrs().number("label_smoothing", 0)};
        m_loss.inner = logits.elements(axis + 1, logits.rank());
        if (!node.attrs().has("class_weights")) return;
        for (const double w : node.attrs().numbers("class_weights")) m_weights.push_back(static_cast<float>(w));
        if (!m_weights.empty()) m_loss.weightSum = std::accumulate(m_weights.begin(), m_weights.end(), 0.0);
    }
    kernels::CrossEntropy operator()() const {
        kernels::CrossEntropy loss = m_loss;
        if (!m_weights.empty()) loss.weights = m_weights.data();
        return loss;
    }

private:
    kernels::CrossEntropy m_loss{};
    std::vector<float> m_weights;
};

KernelOffer offerCrossEntropy(const NodeView& node) {
    const Loss loss(node, node.in(0));
    return kernelOf(
        [loss](const KernelArgs& args) {
            const double sum = kernels::crossEntropy(loss(), args.in<float>(0), args.in<std::int64_t>(1), args.out<float>(1),
                                                     reinterpret_cast<double*>(args.workspace));
            *args.out<float>(0) = static_cast<float>(sum * *args.in<double>(2));
        },
        static_cast<std::size_t>(loss().rows) * sizeof(double));
}

KernelOffer offerCrossEntropyGrad(const NodeView& node) {
    return kernelOf([loss = Loss(node, node.in(1))](const KernelArgs& args) {
        const auto factor = static_cast<float>(static_cast<double>(*args.in<float>(0)) * *args.in<double>(3));
        kernels::crossEntropyGrad(loss(), args.in<float>(1), args.in<std::int64_t>(2), args.in<float>(4), factor, args.out<float>());
    });
}

KernelOffer offerMseGrad(const NodeView& node) {
    return kernelOf([n = node.in(1).elements()](const KernelArgs& args) {
        const auto factor = static_cast<float>(2 * static_cast<double>(*args.in<float>(0)) * *args.in<double>(3));
        kernels::scaledDifference(args.in<float>(1), args.in<float>(2), factor, args.out<float>(), n);
    });
}

} // namespace

void addLosses(KernelTable& table) {
    addF32(table, "cross_entropy", "simd", offerCrossEntropy);
    addF32(table, "cross_entropy_grad", "simd", offerCrossEntropyGrad);
    addF32(table, "mse_loss_grad", "simd", offerMseGrad);
}

/// f over the rows of x, which are the lines along the last axis.
static void addRows(KernelTable& table, std::string_view op, void (*f)(const float*, float*, std::int64_t, std::int64_t)) {
    addF32(table, op, "simd", [f](const NodeView& node) -> KernelOffer {
        if (!lastAxis(node.in(0), node.attrs().integer("axis"))) return KernelOffer::refuse("last axis only");
        return kernelOf([f, rows = rowsOf(node.in(0)), width = node.in(0).back()](const KernelArgs& args) {
            f(args.in<float>(0), args.out<float>(), rows, width);
        });
    });
}

static void addRowsGrad(KernelTable& table, std::string_view op,
                        void (*f)(const float*, const float*, float*, std::int64_t, std::int64_t)) {
    addF32(table, op, "simd", [f](const NodeView& node) -> KernelOffer {
        if (!lastAxis(node.in(0), node.attrs().integer("axis"))) return KernelOffer::refuse("last axis only");
        return kernelOf([f, rows = rowsOf(node.in(0)), width = node.in(0).back()](const KernelArgs& args) {
            f(args.in<float>(0), args.in<float>(1), args.out<float>(), rows, width);
        });
    });
}

void addSoftmax(KernelTable& table) {
    addRows(table, "softmax", kernels::softmax);
    addRowsGrad(table, "softmax_grad", kernels::softmaxGrad);
    addRows(table, "log_softmax", kernels::logSoftmax);
    addRowsGrad(table, "log_softmax_grad", kernels::logSoftmaxGrad);
}

} // namespace lockstep::backends::cpu
