#include "backends/cpu/activation.h"
#include "backends/cpu/execution.h"
#include "backends/cpu/families.h"
#include "backends/cpu/layouts.h"
#include "backends/cpu/offer.h"
#include "kernels/cpu/reduce/column_sums.h"

#include <optional>

namespace lockstep::backends::cpu {

namespace {

using Kind = Execution::From;
using onednn::Desc;

struct Sizes {
    std::int64_t rows, in, out;
};

/// [rows, columns] of a row-major matrix, or of its transpose.
Desc matrix(std::int64_t rows, std::int64_t columns) { return {{rows, columns}, dnnl::memory::data_type::f32, onednn::Dims{columns, 1}}; }
Desc transposed(std::int64_t rows, std::int64_t columns) { return {{rows, columns}, dnnl::memory::data_type::f32, onednn::Dims{1, rows}}; }

Execution product(const onednn::Matmul& desc, std::array<Execution::Slot, 3> operands, std::optional<Execution::Slot> bias = {}) {
    std::vector<Execution::Slot> slots(operands.begin(), operands.end());
    if (bias) slots.push_back(*bias);
    slots.push_back({DNNL_ARG_SCRATCHPAD, desc.scratchpad_desc(), Kind::Workspace, 0});
    return {dnnl::matmul(desc), slots};
}

class LinearKernel final : public Kernel {
public:
    LinearKernel(const Sizes& s, bool bias, Activation activation) : m_activation(activation), m_count(s.rows * s.out) {
        const Desc x = matrix(s.rows, s.in), w = transposed(s.in, s.out), y = matrix(s.rows, s.out), b = matrix(1, s.out);
        const auto desc = onednn::matmul(x, w, bias ? &b : nullptr, y);
        m_scratch = desc.scratchpad_desc().get_size();
        std::optional<Execution::Slot> biasSlot;
        if (bias) biasSlot = {DNNL_ARG_BIAS, b, Kind::Input, 2};
        m_product =
            product(desc, {{{DNNL_ARG_SRC, x, Kind::Input, 0}, {DNNL_ARG_WEIGHTS, w, Kind::Input, 1}, {DNNL_ARG_DST, y, Kind::Output, 0}}},
                    biasSlot);
    }
    std::size_t workspaceBytes() const override { return m_scratch; }
    void bind(const KernelArgs& args) override { m_product.bind(args); }
    void run(const KernelArgs& args) override {
        m_product.run();
        if (m_activation) m_activation(args.out<float>(), args.out<float>(), m_count);
    }

private:
    Execution m_product;
    Activation m_activation;
    std::int64_t m_count;
    std::size_t m_scratch = 0;
};

class DgradKernel final : public Kernel {
public:
    explicit DgradKernel(const Sizes& s) {
        const Desc dy = matrix(s.rows, s.out), w = matrix(s.out, s.in), dx = matrix(s.rows, s.in);
        const auto desc = onednn::matmul(dy, w, nullptr, dx);
        m_scratch = desc.scratchpad_desc().get_size();
        m_product = product(
            desc, {{{DNNL_ARG_SRC, dy, Kind::Input, 0}, {DNNL_ARG_WEIGHTS, w, Kind::Input, 1}, {DNNL_ARG_DST, dx, Kind::Output, 0}}});
    }
    std::size_t workspaceBytes() const override { return m_scratch; }
    void bind(const KernelArgs& args) override { m_product.bind(args); }
    void run(const KernelArgs&) override { m_product.run(); }

private:
    Execution m_product;
    std::size_t m_scratch = 0;
};

class WgradKernel final : public Kernel {
public:
    WgradKernel(const Sizes& s, bool bias) : m_sizes(s), m_bias(bias) {
        const Desc dy = transposed(s.out, s.rows), x = matrix(s.rows, s.in), dw = matrix(s.out, s.in);
        const auto desc = onednn::matmul(dy, x, nullptr, dw);
        m_scratch = desc.scratchpad_desc().get_size();
        m_product = product(
            desc, {{{DNNL_ARG_SRC, dy, Kind::Input, 0}, {DNNL_ARG_WEIGHTS, x, Kind::Input, 1}, {DNNL_ARG_DST, dw, Kind::Output, 0}}});
    }
    std::size_t workspaceBytes() const override { return m_scratch; }
    void bind(const KernelArgs& args) override { m_product.bind(args); }
    void run(const KernelArgs& args) override {
        m_product.run();
        if (m_bias) kernels::columnSums(args.in<float>(0), args.out<float>(1), m_sizes.rows, m_sizes.out);
    }

private:
    Execution m_product;
    Sizes m_sizes;
    bool m_bias;
    std::size_t m_scratch = 0;
};

std::int64_t rowsOf(const Shape& shape) { return shape.elements(0, shape.rank() - 1); }

} // namespace

void addLinear(KernelTable& table) {
    addF32(table, "linear", "onednn-matmul", [](const NodeView& node) -> KernelOffer {
        const Sizes sizes{rowsOf(node.in(0)), node.in(1)[1], node.in(1)[0]};
        return offerOneDnn<LinearKernel>(sizes, node.has(2), activationNamed(node.attrs().text("activation", "none")));
    });
    addF32(table, "linear_dgrad", "onednn-matmul", [](const NodeView& node) -> KernelOffer {
        return offerOneDnn<DgradKernel>(Sizes{rowsOf(node.in(0)), node.in(1)[1], node.in(1)[0]});
    });
    addF32(table, "linear_wgrad", "onednn-matmul", [](const NodeView& node) -> KernelOffer {
        const Sizes sizes{rowsOf(node.in(0)), node.in(1).back(), node.in(0).back()};
        return offerOneDnn<WgradKernel>(sizes, node.attrs().flag("bias"));
    });
}

} // namespace lockstep::backends::cpu
