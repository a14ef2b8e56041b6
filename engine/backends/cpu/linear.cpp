#include "backends/cpu/activation.h"
#include "backends/cpu/execution.h"
#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "kernels/cpu/reduce/column_sums.h"

namespace lockstep::backends::cpu {

namespace {

using From = Execution::From;
using onednn::Desc;
using Slots = std::vector<Execution::Slot>;

/// Which of oneDNN's two products is the faster, in GFLOP/s on two cores (peak 211 to 231):
/// - weights' gradient: inner product, 205 against 197 at 128 rows of 256 x 256, 216 against 195 at 4096 rows of 1536 x 384;
/// - output: inner product where many rows grow wider (4096 of 384 to 1536: 216 against 193), else matmul (1536 to 384: 180 against 210;
///   256 rows of 1024 to 4096: 140 against 208);
/// - input's gradient: matmul.
/// A rule, not a measurement at run time: a resumed run must choose the same.
constexpr std::int64_t kManyRows = 2048;

struct Sizes {
    std::int64_t rows, in, out;
};

std::int64_t rowsOf(const Shape& shape) { return shape.elements(0, shape.rank() - 1); }
Sizes forwardSizes(const NodeView& node) { return {rowsOf(node.in(0)), node.in(1)[1], node.in(1)[0]}; }
Sizes wgradSizes(const NodeView& node) { return {rowsOf(node.in(0)), node.in(1).back(), node.in(0).back()}; }

/// [rows, columns] of a row-major matrix, or of its transpose.
Desc matrix(std::int64_t rows, std::int64_t columns) { return {{rows, columns}, dnnl::memory::data_type::f32, onednn::Dims{columns, 1}}; }
Desc transposed(std::int64_t rows, std::int64_t columns) { return {{rows, columns}, dnnl::memory::data_type::f32, onednn::Dims{1, rows}}; }

/// One oneDNN primitive, and what is done to its result.
class LinearKernel final : public PrimitiveKernel {
public:
    using PrimitiveKernel::PrimitiveKernel;
    void thenActivate(Activation f, std::int64_t n) { m_activation = f, m_count = n; }
    void thenSumBias(const Sizes& s) { m_biasOf = s; }

    void run(const KernelArgs& args) override {
        PrimitiveKernel::run(args);
        if (m_activation) m_activation(args.out<float>(), args.out<float>(), m_count);
        if (m_biasOf.rows) kernels::columnSums(args.in<float>(0), args.out<float>(1), m_biasOf.rows, m_biasOf.out);
    }

private:
    Activation m_activation = nullptr;
    std::int64_t m_count = 0;
    Sizes m_biasOf{};
};

std::unique_ptr<LinearKernel> matmul(const Desc& a, const Desc& b, const Desc* bias, const Desc& c) {
    const auto desc = onednn::matmul(a, b, bias, c);
    Slots slots{{DNNL_ARG_SRC, a, From::Input, 0}, {DNNL_ARG_WEIGHTS, b, From::Input, 1}, {DNNL_ARG_DST, c, From::Output, 0}};
    if (bias) slots.push_back({DNNL_ARG_BIAS, *bias, From::Input, 2});
    return std::make_unique<LinearKernel>(desc, dnnl::matmul(desc), slots);
}

std::unique_ptr<Kernel> forward(const NodeView& node) {
    const Sizes s = forwardSizes(node);
    const Desc bias = matrix(1, s.out);
    auto kernel = matmul(matrix(s.rows, s.in), transposed(s.in, s.out), node.has(2) ? &bias : nullptr, matrix(s.rows, s.out));
    kernel->thenActivate(activationNamed(node.attrs().text("activation", "none")), s.rows * s.out);
    return kernel;
}

std::unique_ptr<Kernel> forwardByInnerProduct(const NodeView& node) {
    const Sizes s = forwardSizes(node);
    const Desc x = matrix(s.rows, s.in), w = matrix(s.out, s.in), y = matrix(s.rows, s.out),
               bias({s.out}, dnnl::memory::data_type::f32, onednn::Dims{1});
    const auto desc = onednn::innerProduct(x, w, node.has(2) ? &bias : nullptr, y);
    Slots slots{{DNNL_ARG_SRC, x, From::Input, 0}, {DNNL_ARG_WEIGHTS, w, From::Input, 1}, {DNNL_ARG_DST, y, From::Output, 0}};
    if (node.has(2)) slots.push_back({DNNL_ARG_BIAS, bias, From::Input, 2});
    auto kernel = std::make_unique<LinearKernel>(desc, dnnl::inner_product_forward(desc), slots);
    kernel->thenActivate(activationNamed(node.attrs().text("activation", "none")), s.rows * s.out);
    return kernel;
}

std::unique_ptr<Kernel> inputGradient(const NodeView& node) {
    const Sizes s = forwardSizes(node);
    return matmul(matrix(s.rows, s.out), matrix(s.out, s.in), nullptr, matrix(s.rows, s.in));
}

std::unique_ptr<Kernel> withBias(std::unique_ptr<LinearKernel> kernel, const NodeView& node) {
    if (node.attrs().flag("bias")) kernel->thenSumBias(wgradSizes(node));
    return kernel;
}

std::unique_ptr<Kernel> weightGradient(const NodeView& node) {
    const Sizes s = wgradSizes(node);
    return withBias(matmul(transposed(s.out, s.rows), matrix(s.rows, s.in), nullptr, matrix(s.out, s.in)), node);
}

std::unique_ptr<Kernel> weightGradientByInnerProduct(const NodeView& node) {
    const Sizes s = wgradSizes(node);
    const Desc x = matrix(s.rows, s.in), w = matrix(s.out, s.in), y = matrix(s.rows, s.out);
    const auto desc = onednn::innerProductBackwardWeights(x, w, y);
    return withBias(
        std::make_unique<LinearKernel>(
            desc, dnnl::inner_product_backward_weights(desc),
            Slots{{DNNL_ARG_DIFF_DST, y, From::Input, 0}, {DNNL_ARG_SRC, x, From::Input, 1}, {DNNL_ARG_DIFF_WEIGHTS, w, From::Output, 0}}),
        node);
}

using Make = std::unique_ptr<Kernel> (*)(const NodeView&);

void add(KernelTable& table, std::string_view op, Make make) {
    addF32(table, op, "onednn-matmul", [make](const NodeView& node) { return offerOneDnn([&] { return make(node); }); });
}

void addInnerProducts(KernelTable& table) {
    addF32(table, "linear", "onednn-inner-product", [](const NodeView& node) {
        const Sizes s = forwardSizes(node);
        if (s.rows < kManyRows || s.in > s.out) return KernelOffer::refuse("few rows, or rows that grow narrower: matmul is faster");
        return offerOneDnn([&] { return forwardByInnerProduct(node); });
    });
    addF32(table, "linear_wgrad", "onednn-inner-product",
           [](const NodeView& node) { return offerOneDnn([&] { return weightGradientByInnerProduct(node); }); });
}

} // namespace

void addLinear(KernelTable& table) {
    addInnerProducts(table);
    add(table, "linear", forward);
    add(table, "linear_dgrad", inputGradient);
    add(table, "linear_wgrad", weightGradient);
}

} // namespace lockstep::backends::cpu
