#include "ops/attention.h"

#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::Attributes, ir::CostArgs, ir::GradientContext, ir::InferArgs, ir::OpCost, ir::ValueId;

static constexpr ErrorCode kHeads{"ops.attention_heads", "attention: {0} can't be cut into {1} heads and {2} key heads",
                                  "The number of key heads must divide the heads, and these the width."};

std::size_t attentionTensorCount(const Attributes& attrs) { return attrs.flag("packed") ? 1 : 3; }

static Status needHeads(const Attributes& attrs, const Shape& x, std::int64_t parts) {
    const std::int64_t heads = attrs.integer("heads"), keyHeads = attrs.integer("key_heads");
    if (heads >= 1 && keyHeads >= 1 && heads % keyHeads == 0 && parts > 0 && x[2] % parts == 0 && x[2] > 0) return {};
    return Error(kHeads, {batchText(x), std::to_string(heads), std::to_string(keyHeads)});
}

/// Sizes from the tensors that begin at input `first`, all of which are checked.
static Result<AttentionSizes> sizesOf(const InferArgs& args, std::size_t first) {
    const Attributes& attrs = args.attrs;
    const std::size_t tensors = attentionTensorCount(attrs), wanted = first + tensors + (attrs.number("p", 0) > 0 ? 2 : 0);
    if (args.inputs.size() != wanted)
        return Error(kMisfit, {"attention", "list of inputs", std::to_string(args.inputs.size()), std::to_string(wanted)});
    for (std::size_t i = 0; i < first + tensors; ++i) LOCKSTEP_TRY(needFloating(args, "attention", {0, i}));
    for (std::size_t i = first + tensors; i < wanted; ++i) LOCKSTEP_TRY(needShape("attention", "step or sample number", args.shape(i), {}));
    const Shape& x = args.shape(first);
    LOCKSTEP_TRY(needRank("attention", x, 3, "[N, T, width]"));
    LOCKSTEP_TRY(needHeads(attrs, x, attrs.integer("heads") + (tensors == 1 ? 2 * attrs.integer("key_heads") : 0)));
    if (tensors == 3) LOCKSTEP_TRY(needRank("attention", args.shape(first + 1), 3, "[N, T, width]"));
    const AttentionSizes s = attentionSizes(attrs, [&](std::size_t i) { return args.shape(first + i); });
    for (std::size_t i = 1; i < tensors; ++i)
        LOCKSTEP_TRY(needShape("attention", i == 1 ? "keys" : "values", args.shape(first + i), {s.batch, s.keys, s.keyWidth()}));
    return s;
}

/// Inputs: packed, or queries, keys, values; step f64 [], first_sample f64 [] with dropout. Outputs: y [N, T, width], and of each row the
/// logarithm of its softmax's sum [N, heads, T].
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_ASSIGN(const AttentionSizes s, sizesOf(args, 0));
    const DType type = args.inputs[0].type.dtype;
    return Types{{type, {s.batch, s.queries, s.width()}}, {type, {s.batch, s.heads, s.queries}}};
}

/// Inputs: dy, y, logsum, then those of the forward op. Outputs: gradients of its tensors.
static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_ASSIGN(const AttentionSizes s, sizesOf(args, 3));
    for (const std::size_t i : {0, 1}) LOCKSTEP_TRY(needShape("attention_grad", "output", args.shape(i), {s.batch, s.queries, s.width()}));
    LOCKSTEP_TRY(needShape("attention_grad", "logarithm", args.shape(2), {s.batch, s.heads, s.queries}));
    Types types;
    for (std::size_t i = 0; i < attentionTensorCount(args.attrs); ++i) types.push_back(args.inputs[3 + i].type);
    return types;
}

static Status gradient(GradientContext& context) {
    LOCKSTEP_TRY(onlyFirstOutput(context));
    std::vector<ValueId> inputs{context.gradient(), context.output(0), context.output(1)};
    for (const ValueId input : context.node().inputs) inputs.push_back(input);
    LOCKSTEP_ASSIGN(const auto grads, context.emit("attention_grad", "grad", inputs, context.attrs()));
    for (std::size_t i = 0; i < grads.size(); ++i)
        if (context.wants(i)) context.set(i, grads[i]);
    return {};
}

/// Two products of [T, T] with a head, the causal half of them; twice that backward (recomputed scores are not model FLOPs).
static OpCost products(const CostArgs& args, const AttentionSizes& s, double count) {
    const double pairs = static_cast<double>(s.batch * s.heads) * static_cast<double>(s.queries) * static_cast<double>(s.keys);
    return {2.0 * count * pairs * static_cast<double>(s.size) * (s.causal ? 0.5 : 1.0), traffic(args)};
}
static AttentionSizes sizesOf(const CostArgs& args, std::size_t first) {
    return attentionSizes(args.attrs, [&](std::size_t i) { return args.inputs[first + i].type.shape; });
}
static OpCost cost(const CostArgs& args) { return products(args, sizesOf(args, 0), 2); }
static OpCost gradCost(const CostArgs& args) { return products(args, sizesOf(args, 3), 4); }

Schemas attentionOps() {
    return {{.name = "attention",
             .maxInputs = 5,
             .infer = infer,
             .gradient = gradient,
             .cost = cost,
             .precision = ir::PrecisionClass::LowPrecision,
             .modelFlops = true},
            {.name = "attention_grad",
             .minInputs = 4,
             .maxInputs = 8,
             .infer = inferGrad,
             .cost = gradCost,
             .precision = ir::PrecisionClass::LowPrecision,
             .modelFlops = true}};
}

} // namespace lockstep::ops
