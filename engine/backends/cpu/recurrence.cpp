// LSTM and GRU: the input's products come from one matmul over all steps; here one product with the state a step, its weight packed
// once a call, and one fused kernel for the gates.
#include "ops/recurrence.h"
#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "backends/cpu/onednn.h"
#include "kernels/cpu/recurrent/cells.h"

#include <unordered_map>

namespace lockstep::backends::cpu {

namespace {

using kernels::Rows;
using onednn::Desc;
using ops::RecurrenceSizes;

/// c = a b for the rows of one step; b is packed by pack().
class StepProduct {
public:
    /// a: [batch, inner], rows `stride` apart; b: stored [inner, columns], or its transpose.
    StepProduct(std::int64_t batch, std::int64_t inner, std::int64_t columns, std::int64_t stride, bool transposed)
        : m_a({batch, inner}, kF32, onednn::Dims{stride, 1}), m_c({batch, columns}, kF32, onednn::Dims{columns, 1}),
          m_plain({inner, columns}, kF32, transposed ? onednn::Dims{1, inner} : onednn::Dims{columns, 1}),
          m_desc(onednn::matmul(m_a, Desc({inner, columns}, kF32, dnnl::memory::format_tag::any), nullptr, m_c)), m_product(m_desc),
          m_reorder(onednn::reorder(m_plain, m_desc.weights_desc())), m_pack(m_reorder) {}

    std::size_t packedBytes() const { return padded(m_desc.weights_desc().get_size()); }
    std::size_t resultBytes() const { return padded(m_c.get_size()); }
    std::size_t scratchBytes() const {
        return padded(std::max(m_desc.scratchpad_desc().get_size(), m_reorder.scratchpad_desc().get_size()));
    }
    std::size_t bytes() const { return packedBytes() + resultBytes() + scratchBytes(); }

    /// Addresses in the workspace from `at` on.
    void place(std::byte* at) {
        m_b = dnnl::memory(m_desc.weights_desc(), onednn::engine(), at);
        m_result = dnnl::memory(m_c, onednn::engine(), at + packedBytes());
        m_scratch = dnnl::memory(m_desc.scratchpad_desc(), onednn::engine(), at + packedBytes() + resultBytes());
        m_packScratch = dnnl::memory(m_reorder.scratchpad_desc(), onednn::engine(), at + packedBytes() + resultBytes());
        m_step = dnnl::memory(m_a, onednn::engine(), nullptr);
        m_weights = dnnl::memory(m_plain, onednn::engine(), nullptr);
        m_args = {{DNNL_ARG_SRC, m_step}, {DNNL_ARG_WEIGHTS, m_b}, {DNNL_ARG_DST, m_result}, {DNNL_ARG_SCRATCHPAD, m_scratch}};
    }
    float* result() const { return static_cast<float*>(m_result.get_data_handle()); }

    void pack(const float* weights) {
        m_weights.set_data_handle(const_cast<float*>(weights));
        m_pack.execute(onednn::stream(), {{DNNL_ARG_FROM, m_weights}, {DNNL_ARG_TO, m_b}, {DNNL_ARG_SCRATCHPAD, m_packScratch}});
    }
    void run(const float* a) {
        m_step.set_data_handle(const_cast<float*>(a));
        m_product.execute(onednn::stream(), m_args);
    }

private:
    static constexpr auto kF32 = dnnl::memory::data_type::f32;
    static std::size_t padded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

    Desc m_a, m_c, m_plain;
    onednn::Matmul m_desc;
    dnnl::matmul m_product;
    dnnl::reorder::primitive_desc m_reorder;
    dnnl::reorder m_pack;
    std::unordered_map<int, dnnl::memory> m_args; // of the product; they share the memories below
    dnnl::memory m_b, m_result, m_scratch, m_packScratch, m_step, m_weights;
};

/// One step of [N, T, width]: its rows are T * width apart.
template <class T> Rows<T> stepOf(T* data, const RecurrenceSizes& s, std::int64_t t, std::int64_t width) {
    return {data + t * width, s.steps * width};
}

class Forward final : public Kernel {
public:
    explicit Forward(const RecurrenceSizes& s) : m(s), m_product(s.batch, s.size, s.gates() * s.size, s.steps * s.size, true) {}

    std::size_t workspaceBytes() const override { return m_product.bytes(); }
    void bind(const KernelArgs& args) override { m_product.place(args.workspace); }
    void run(const KernelArgs& args) override {
        const std::int64_t width = m.gates() * m.size;
        m_product.pack(args.in<float>(1));
        kernels::CellStep step{m.batch, m.size};
        step.bias = args.in<float>(2);
        for (std::int64_t i = 0; i < m.steps; ++i) {
            const std::int64_t t = m.step(i);
            if (i > 0) {
                const std::int64_t before = m.step(i - 1);
                step.hBefore = stepOf<const float>(args.out<float>(0), m, before, m.size);
                if (m.lstm) step.cBefore = stepOf<const float>(args.out<float>(2), m, before, m.size);
                m_product.run(step.hBefore.data);
                step.state = {m_product.result(), width};
            }
            step.x = stepOf(args.in<float>(0), m, t, width);
            step.gates = stepOf(args.out<float>(1), m, t, 4 * m.size);
            step.h = stepOf(args.out<float>(0), m, t, m.size);
            if (m.lstm) step.c = stepOf(args.out<float>(2), m, t, m.size);
            (m.lstm ? kernels::lstmStep : kernels::gruStep)(step);
        }
    }

private:
    RecurrenceSizes m;
    StepProduct m_product;
};

class Backward final : public Kernel {
public:
    explicit Backward(const RecurrenceSizes& s)
        : m(s), m_product(s.batch, s.gates() * s.size, s.size, s.steps * s.gates() * s.size, false) {}

    std::size_t workspaceBytes() const override { return m_product.bytes() + static_cast<std::size_t>(m.batch * m.size) * sizeof(float); }
    void bind(const KernelArgs& args) override { m_product.place(args.workspace); }
    void run(const KernelArgs& args) override {
        const std::int64_t width = m.gates() * m.size;
        m_product.pack(args.in<float>(1));
        kernels::CellSlope slope{m.batch, m.size};
        slope.carry = reinterpret_cast<float*>(args.workspace + m_product.bytes());
        for (std::int64_t i = m.steps; i-- > 0;) {
            const std::int64_t t = m.step(i);
            slope.last = i + 1 == m.steps;
            slope.dhLater = slope.last ? Rows<const float>{} : Rows<const float>{m_product.result(), m.size};
            slope.dh = stepOf(args.in<float>(0), m, t, m.size);
            slope.gates = stepOf(args.in<float>(2), m, t, 4 * m.size);
            const auto before = [&](std::size_t input) {
                return i == 0 ? Rows<const float>{} : stepOf(args.in<float>(input), m, m.step(i - 1), m.size);
            };
            slope.hBefore = before(3);
            if (m.lstm) slope.c = stepOf(args.in<float>(4), m, t, m.size), slope.cBefore = before(4);
            slope.dx = stepOf(args.out<float>(0), m, t, width);
            if (!m.lstm) slope.dState = stepOf(args.out<float>(1), m, t, width);
            (m.lstm ? kernels::lstmSlope : kernels::gruSlope)(slope);
            if (i > 0) m_product.run(m.lstm ? slope.dx.data : slope.dState.data);
        }
    }

private:
    RecurrenceSizes m;
    StepProduct m_product;
};

template <class K> KernelOffer offer(const NodeView& node, const Shape& h) {
    return offerOneDnn([&]() -> std::unique_ptr<Kernel> { return std::make_unique<K>(ops::recurrenceSizes(node.attrs(), h)); });
}

} // namespace

void addRecurrence(KernelTable& table) {
    addF32(table, "recurrence", "onednn-steps", [](const NodeView& node) { return offer<Forward>(node, node.out()); });
    addF32(table, "recurrence_grad", "onednn-steps", [](const NodeView& node) { return offer<Backward>(node, node.in(0)); });
}

} // namespace lockstep::backends::cpu
