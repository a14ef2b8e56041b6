#include "backends/cpu/activation.h"
#include "backends/cpu/conv_descs.h"
#include "backends/cpu/execution.h"
#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"

namespace lockstep::backends::cpu {

namespace {

using From = Execution::From;

class ConvKernel final : public Kernel {
public:
    ConvKernel(const NodeView& node, const ConvNode& conv) {
        switch (conv.kind) {
        case ConvNode::Kind::Forward: makeForward(node, conv); break;
        case ConvNode::Kind::InputGradient: makeInputGradient(conv); break;
        case ConvNode::Kind::WeightGradient: makeWeightGradient(conv); break;
        }
    }
    std::size_t workspaceBytes() const override { return m_scratch; }
    void bind(const KernelArgs& args) override { m_execution.bind(args); }
    void run(const KernelArgs& args) override {
        m_execution.run();
        if (m_activation) m_activation(args.out<float>(), args.out<float>(), m_count);
    }

private:
    void makeForward(const NodeView& node, const ConvNode& conv) {
        const auto desc = onednn::convForward(conv.shape, true);
        m_activation = activationNamed(node.attrs().text("activation", "none"));
        m_count = static_cast<std::int64_t>(conv.shape.dst.get_size() / sizeof(float));
        finish(desc, dnnl::convolution_forward(desc),
               {{DNNL_ARG_SRC, conv.shape.src, From::Input, 0},
                {DNNL_ARG_WEIGHTS, conv.shape.weights, From::Input, 1},
                {DNNL_ARG_DST, conv.shape.dst, From::Output, 0}},
               conv.hasBias, {DNNL_ARG_BIAS, conv.shape.bias, From::Input, 2});
    }
    void makeInputGradient(const ConvNode& conv) {
        const auto desc = onednn::convBackwardData(conv.shape, hintFor(conv));
        finish(desc, dnnl::convolution_backward_data(desc),
               {{DNNL_ARG_DIFF_DST, conv.shape.dst, From::Input, 0},
                {DNNL_ARG_WEIGHTS, conv.shape.weights, From::Input, 1},
                {DNNL_ARG_DIFF_SRC, conv.shape.src, From::Output, 0}});
    }
    void makeWeightGradient(const ConvNode& conv) {
        const auto desc = onednn::convBackwardWeights(conv.shape, hintFor(conv));
        finish(desc, dnnl::convolution_backward_weights(desc),
               {{DNNL_ARG_DIFF_DST, conv.shape.dst, From::Input, 0},
                {DNNL_ARG_SRC, conv.shape.src, From::Input, 1},
                {DNNL_ARG_DIFF_WEIGHTS, conv.shape.weights, From::Output, 0}},
               conv.hasBias, {DNNL_ARG_DIFF_BIAS, conv.shape.bias, From::Output, 1});
    }
    template <class Desc>
    void finish(const Desc& desc, dnnl::primitive primitive, std::vector<Execution::Slot> slots, bool hasBias = false,
                Execution::Slot bias = {}) {
        if (hasBias) slots.push_back(bias);
        slots.push_back({DNNL_ARG_SCRATCHPAD, desc.scratchpad_desc(), From::Workspace, 0});
        m_scratch = desc.scratchpad_desc().get_size();
        m_execution = Execution(std::move(primitive), std::move(slots));
    }

    Execution m_execution;
    Activation m_activation = nullptr;
    std::int64_t m_count = 0;
    std::size_t m_scratch = 0;
};

KernelOffer offerConv(const NodeView& node) {
    // Padding lanes of blocked layouts must stay zero, which a sigmoid would not keep.
    const bool blocked = node.node->op->name == "conv2d" && node.outputs[0].layout != ir::kPlain && node.out()[1] % 16 != 0;
    if (blocked && node.attrs().text("activation", "none") == "sigmoid") return KernelOffer::refuse("sigmoid of padded channels");
    return offerOneDnn([&] { return std::make_unique<ConvKernel>(node, ConvNode(node, false)); });
}

} // namespace

void addConv(KernelTable& table) {
    for (const auto* op : {"conv2d", "conv2d_dgrad", "conv2d_wgrad"}) addF32AnyLayout(table, op, "onednn-conv", offerConv);
}

} // namespace lockstep::backends::cpu
