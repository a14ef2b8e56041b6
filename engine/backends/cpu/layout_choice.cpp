#include "backends/cpu/layout_choice.h"

#include "backends/cpu/conv_descs.h"
#include "backends/cpu/formula_program.h"
#include "backends/cpu/values.h"
#include "ops/formula.h"

#include <array>
#include <string_view>

namespace lockstep::backends::cpu {

namespace {

using ir::Graph, ir::LayoutId, ir::Node, ir::NodeLayouts, ir::ValueId;
using Choice = std::optional<NodeLayouts>;

/// Whatever oneDNN likes best for this convolution. A fused sigmoid would not keep the padding lanes of blocked channels zero.
Choice chooseConv(const NodeView& node) {
    if (node.attrs().text("activation", "none") == "sigmoid" && node.out()[1] % 16 != 0) return {};
    Layouts& known = Layouts::instance();
    const auto id = [&known](const onednn::Desc& desc) { return known.intern(desc, DType::F32); };
    NodeLayouts out{std::vector<LayoutId>(node.inputs.size(), ir::kPlain), std::vector<LayoutId>(node.outputs.size(), ir::kPlain)};
    const ConvNode conv(node, true);
    switch (conv.kind) {
    case ConvNode::Kind::Forward: {
        const auto desc = onednn::convForward(conv.shape, true);
        out.inputs[0] = id(desc.src_desc()), out.inputs[1] = id(desc.weights_desc()), out.outputs[0] = id(desc.dst_desc());
        break;
    }
    case ConvNode::Kind::InputGradient: {
        const auto desc = onednn::convBackwardData(conv.shape, hintFor(conv));
        out.inputs[0] = id(desc.diff_dst_desc()), out.inputs[1] = id(desc.weights_desc()), out.outputs[0] = id(desc.diff_src_desc());
        break;
    }
    case ConvNode::Kind::WeightGradient: {
        const auto desc = onednn::convBackwardWeights(conv.shape, hintFor(conv));
        out.inputs[0] = id(desc.diff_dst_desc()), out.inputs[1] = id(desc.src_desc()), out.outputs[0] = id(desc.diff_weights_desc());
        break;
    }
    }
    return out;
}

/// The first channel layout among `wanted` inputs, in that order.
LayoutId firstChannelLayout(const std::vector<LayoutId>& inputs, std::initializer_list<std::size_t> wanted) {
    for (const std::size_t i : wanted)
        if (i < inputs.size() && isChannelLayout(inputs[i])) return inputs[i];
    return ir::kPlain;
}

/// A channel layout of another input, shaped like `value`, of a node that reads it: what a gradient will meet.
LayoutId layoutAtReaders(const Graph& graph, ValueId value) {
    for (const ir::NodeId reader : graph.readers(value)) {
        for (const ValueId other : graph.node(reader).inputs) {
            if (other == ir::kNone || other == value || graph.value(other).type.shape != graph.value(value).type.shape) continue;
            if (isChannelLayout(graph.value(other).layout)) return graph.value(other).layout;
        }
    }
    return ir::kPlain;
}

/// `layout` for all values of rank 4 (x, y and what is shaped like them), row-major for the rest.
Choice everywhere(const Graph& graph, const Node& node, LayoutId layout) {
    if (layout == ir::kPlain) return {};
    NodeLayouts out;
    const auto of = [&](ValueId v) { return v != ir::kNone && graph.value(v).type.shape.rank() == 4 ? layout : ir::kPlain; };
    for (const ValueId v : node.inputs) out.inputs.push_back(of(v));
    for (const ValueId v : node.outputs) out.outputs.push_back(of(v));
    return out;
}

enum class Rule : std::uint8_t { First, Second, Either, Readers };

struct RuleOf {
    std::string_view op;
    Rule rule;
};
/// Which input decides: of gradients the forward value, whose layout its neighbours share.
constexpr std::array kRules{
    RuleOf{"relu", Rule::First},
    RuleOf{"tanh", Rule::First},
    RuleOf{"gelu", Rule::First},
    RuleOf{"sigmoid", Rule::First},
    RuleOf{"max_pool2d", Rule::First},
    RuleOf{"avg_pool2d", Rule::First},
    RuleOf{"scale", Rule::First},
    RuleOf{"formula", Rule::Either},
    RuleOf{"batch_norm", Rule::First},
    RuleOf{"batch_norm_again", Rule::First},
    RuleOf{"batch_norm_infer", Rule::First},
    RuleOf{"relu_grad", Rule::Second},
    RuleOf{"tanh_grad", Rule::Second},
    RuleOf{"sigmoid_grad", Rule::Second},
    RuleOf{"gelu_grad", Rule::Second},
    RuleOf{"add", Rule::Either},
    RuleOf{"multiply", Rule::Either},
    RuleOf{"batch_norm_grad", Rule::Second},
    RuleOf{"max_pool2d_grad", Rule::Second},
    RuleOf{"avg_pool2d_grad", Rule::Readers},
    RuleOf{"adaptive_avg_pool2d", Rule::First},
    RuleOf{"adaptive_avg_pool2d_grad", Rule::Readers},
};

bool stretches(const Graph& graph, const Node& node) {
    return graph.value(node.inputs[0]).type.shape != graph.value(node.inputs[1]).type.shape;
}

/// Ops whose zeros do not stay zeros, and windows whose places are not bytes.
bool needsPlain(const Graph& graph, const Node& node, LayoutId layout) {
    const std::string_view op = node.op->name;
    if (op == "sigmoid") return hasPaddingLanes({graph.value(node.inputs[0]).type, layout, true});
    if (op == "formula") return hasPaddingLanes({graph.value(node.inputs[0]).type, layout, true}) && !keepsZero(ops::formulaOf(node.attrs));
    if (op == "max_pool2d") return graph.value(node.outputs[1]).type.dtype != DType::U8;
    return (op == "add" || op == "multiply") && stretches(graph, node);
}

LayoutId layoutBy(Rule rule, const Graph& graph, const Node& node, const std::vector<LayoutId>& inputs) {
    switch (rule) {
    case Rule::First: return firstChannelLayout(inputs, {0});
    case Rule::Second: return firstChannelLayout(inputs, {1, 0});
    case Rule::Either: return firstChannelLayout(inputs, {0, 1});
    case Rule::Readers: return isChannelLayout(inputs[0]) ? inputs[0] : layoutAtReaders(graph, node.outputs[0]);
    }
    return ir::kPlain;
}

} // namespace

Choice LayoutChoice::choose(const Graph& graph, const Node& node, const std::vector<LayoutId>& inputLayouts) const {
    const ValueId first = node.inputs.empty() ? ir::kNone : node.inputs[0];
    if (first == ir::kNone || graph.value(first).type.dtype != DType::F32 || graph.value(first).type.shape.elements() == 0) return {};
    if (node.op->name.starts_with("conv2d")) {
        try {
            return chooseConv(viewOf(graph, node));
        } catch (const std::exception&) {
            return {}; // nothing fits: the kernel list says why
        }
    }
    for (const RuleOf& r : kRules) {
        if (r.op != node.op->name) continue;
        const LayoutId layout = layoutBy(r.rule, graph, node, inputLayouts);
        return needsPlain(graph, node, layout) ? Choice() : everywhere(graph, node, layout);
    }
    return {};
}

std::size_t LayoutChoice::bytes(const ir::TensorType& type, LayoutId layout) const {
    return layout == ir::kPlain ? type.bytes() : Layouts::instance().desc(type, layout).get_size();
}

std::string LayoutChoice::layoutName(LayoutId layout) const { return Layouts::instance().name(layout); }

} // namespace lockstep::backends::cpu
