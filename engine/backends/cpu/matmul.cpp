#include "backends/cpu/execution.h"
#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"

namespace lockstep::backends::cpu {

namespace {

using From = Execution::From;
using onednn::Desc;

/// Blocks of [rows, columns], each row-major, or stored as [columns, rows].
Desc matrices(std::int64_t blocks, std::int64_t rows, std::int64_t columns, bool transposed) {
    const onednn::Dims strides = transposed ? onednn::Dims{rows * columns, 1, rows} : onednn::Dims{rows * columns, columns, 1};
    return {{blocks, rows, columns}, dnnl::memory::data_type::f32, strides};
}

std::unique_ptr<Kernel> matmulOf(const Desc& a, const Desc& b, const Desc& c) {
    const auto desc = onednn::matmul(a, b, nullptr, c);
    return std::make_unique<PrimitiveKernel>(desc, dnnl::matmul(desc),
                                             std::vector<Execution::Slot>{{DNNL_ARG_SRC, a, From::Input, 0},
                                                                          {DNNL_ARG_WEIGHTS, b, From::Input, 1},
                                                                          {DNNL_ARG_DST, c, From::Output, 0}});
}

} // namespace

void addMatmul(KernelTable& table) {
    addF32(table, "matmul", "onednn-matmul", [](const NodeView& node) {
        const bool ta = node.attrs().flag("transpose_a", false), tb = node.attrs().flag("transpose_b", false);
        const Shape &a = node.in(0), &y = node.out();
        const std::int64_t m = y[y.rank() - 2], n = y.back(), k = ta ? a[a.rank() - 2] : a.back(), blocks = y.elements(0, y.rank() - 2);
        return offerOneDnn([=] { return matmulOf(matrices(blocks, m, k, ta), matrices(blocks, k, n, tb), matrices(blocks, m, n, false)); });
    });
}

} // namespace lockstep::backends::cpu
