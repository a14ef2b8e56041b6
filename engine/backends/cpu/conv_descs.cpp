#include "backends/cpu/conv_descs.h"

#include "ops/window.h"

namespace lockstep::backends::cpu {

namespace {

using Kind = ConvNode::Kind;

Kind kindOf(std::string_view op) {
    return op == "conv2d" ? Kind::Forward : op == "conv2d_dgrad" ? Kind::InputGradient : Kind::WeightGradient;
}

/// Views of x, w, y by role.
struct Roles {
    const ValueView &x, &w, &y;
};

Roles rolesOf(const NodeView& node, Kind kind) {
    const auto &in = node.inputs, &out = node.outputs;
    if (kind == Kind::Forward) return {in[0], in[1], out[0]};
    if (kind == Kind::InputGradient) return {out[0], in[1], in[0]};
    return {in[1], out[0], in[0]};
}

onednn::Desc descOf(const ValueView& view, bool any) {
    return any ? anyDesc(dimsOf(view.type.shape), view.type.dtype) : Layouts::instance().desc(view.type, view.layout);
}

/// Grouped weights have a dimension more: [G, O/G, C/G, kh, kw].
onednn::Desc weightDesc(const ValueView& view, bool any, std::int64_t groups) {
    if (groups == 1 || (!any && view.layout != ir::kPlain)) return descOf(view, any);
    const Shape& w = view.type.shape;
    const onednn::Dims dims{groups, w[0] / groups, w[1], w[2], w[3]};
    return any ? anyDesc(dims, view.type.dtype) : plainDesc(dims, view.type.dtype);
}

} // namespace

ConvNode::ConvNode(const NodeView& node, bool any) : kind(kindOf(node.node->op->name)) {
    const Roles roles = rolesOf(node, kind);
    x = roles.x.type.shape, w = roles.w.type.shape, y = roles.y.type.shape;
    groups = node.attrs().integer("groups");
    hasBias = kind == Kind::Forward ? node.has(2) : kind == Kind::WeightGradient && node.attrs().flag("bias");
    shape.src = descOf(roles.x, any);
    shape.weights = weightDesc(roles.w, any, groups);
    shape.dst = descOf(roles.y, any);
    shape.hasBias = hasBias;
    if (hasBias) shape.bias = plainDesc({w[0]}, DType::F32);
    for (const ops::WindowAxis& axis : ops::convWindow(node.attrs(), w)) {
        shape.strides.push_back(axis.stride);
        shape.dilation.push_back(axis.dilation - 1);
        shape.before.push_back(axis.before);
        shape.after.push_back(axis.after);
    }
}

onednn::ConvForward hintFor(const ConvNode& conv) {
    onednn::ConvShape any = conv.shape;
    any.src = anyDesc(dimsOf(conv.x), DType::F32);
    any.weights = anyDesc(onednn::dimsOf(conv.shape.weights), DType::F32);
    any.dst = anyDesc(dimsOf(conv.y), DType::F32);
    return onednn::convForward(any, true);
}

} // namespace lockstep::backends::cpu
