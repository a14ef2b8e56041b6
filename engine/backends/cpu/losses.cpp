#include "backends/cpu/cross_entropy_loss.h"
#include "backends/cpu/families.h"
#include "backends/cpu/formula_program.h"
#include "backends/cpu/offer.h"
#include "kernels/cpu/reduce/sums.h"
#include "ops/formula.h"

#include <array>

namespace lockstep::backends::cpu {

namespace {

bool lastAxis(const Shape& shape, std::int64_t axis) { return static_cast<std::size_t>(axis) + 1 == shape.rank(); }
std::int64_t rowsOf(const Shape& shape) { return shape.elements(0, shape.rank() - 1); }

CrossEntropyLoss lossOf(const NodeView& node, const Shape& logits) {
    return {node.attrs(), logits, static_cast<std::size_t>(node.attrs().integer("class_axis"))};
}

KernelOffer offerCrossEntropy(const NodeView& node) {
    const CrossEntropyLoss loss = lossOf(node, node.in(0));
    return kernelOf(
        [loss](const KernelArgs& args) {
            const double sum = kernels::crossEntropy(loss(), args.in<float>(0), args.in<std::int64_t>(1), args.out<float>(1),
                                                     reinterpret_cast<double*>(args.workspace));
            *args.out<float>(0) = static_cast<float>(sum * *args.in<double>(2));
        },
        static_cast<std::size_t>(loss().rows) * sizeof(double));
}

KernelOffer offerCrossEntropyGrad(const NodeView& node) {
    return kernelOf([loss = lossOf(node, node.in(1))](const KernelArgs& args) {
        const auto factor = static_cast<float>(static_cast<double>(*args.in<float>(0)) * *args.in<double>(3));
        kernels::crossEntropyGrad(loss(), args.in<float>(1), args.in<std::int64_t>(2), args.in<float>(4), factor, args.out<float>());
    });
}

constexpr auto kTooMany = "too many terms";

/// What the formula reads: inputs first .. first + count - 1 of the node.
using Reads = std::array<const float*, kernels::kMostInputs>;
Reads readsOf(const KernelArgs& args, std::size_t first, std::size_t count) {
    Reads out{};
    for (std::size_t i = 0; i < count; ++i) out[i] = args.in<float>(first + i);
    return out;
}

KernelOffer offerElementwise(const NodeView& node) {
    const std::size_t scale = node.inputs.size() - 1;
    const auto code = FormulaCode::compile(ops::formulaOf(node.attrs()), static_cast<int>(scale));
    if (!code) return KernelOffer::refuse(kTooMany);
    const std::int64_t n = node.in(0).elements();
    return kernelOf(
        [code = *code, scale, n](const KernelArgs& args) {
            const Reads reads = readsOf(args, 0, scale);
            const double sum = kernels::sumOfFormula(code.program(), reads.data(), n, reinterpret_cast<double*>(args.workspace));
            *args.out<float>() = static_cast<float>(sum * *args.in<double>(scale));
        },
        static_cast<std::size_t>(kernels::piecesOf(n)) * sizeof(double));
}

KernelOffer offerElementwiseGrad(const NodeView& node) {
    const std::size_t count = node.inputs.size() - 2, outputs = node.outputs.size();
    const auto code = FormulaCode::compile(ops::formulaOf(node.attrs()), static_cast<int>(count));
    if (!code) return KernelOffer::refuse(kTooMany);
    return kernelOf([code = *code, count, outputs, n = node.in(2).elements()](const KernelArgs& args) {
        const auto factor = static_cast<float>(static_cast<double>(*args.in<float>(0)) * *args.in<double>(1));
        const Reads reads = readsOf(args, 2, count);
        std::array<float*, kernels::kMostOutputs> out{};
        for (std::size_t k = 0; k < outputs; ++k) out[k] = args.out<float>(k);
        kernels::runFormula(code.program(), reads.data(), out.data(), n, factor);
    });
}

} // namespace

void addLosses(KernelTable& table) {
    addF32(table, "cross_entropy", "simd", offerCrossEntropy);
    addF32(table, "cross_entropy_grad", "simd", offerCrossEntropyGrad);
    addF32(table, "elementwise_loss", "simd", offerElementwise);
    addF32(table, "elementwise_loss_grad", "simd", offerElementwiseGrad);
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
