#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kIds{"ops.embedding_ids", "an embedding looks up whole numbers (s64), not {0}",
                                "Give the input the dtype \"s64\"."};

static Status needIds(const InferArgs& args, std::size_t i) {
    if (args.inputs[i].type.dtype == DType::S64) return {};
    return Error(kIds, {std::string(name(args.inputs[i].type.dtype))});
}

/// Inputs: ids s64 [..], w [V, D]
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needIds(args, 0));
    LOCKSTEP_TRY(needFloating(args, "embedding", {1}));
    LOCKSTEP_TRY(needRank("embedding", args.shape(1), 2, "[vocabulary, width]"));
    Shape y = args.shape(0);
    y.push(args.shape(1)[1]);
    return Types{{args.inputs[1].type.dtype, y}};
}

/// Inputs: dy [.., D], ids
static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "embedding_grad", {0}));
    LOCKSTEP_TRY(needIds(args, 1));
    Shape dy = args.shape(1);
    dy.push(args.shape(0).back());
    LOCKSTEP_TRY(needShape("embedding_grad", "output gradient", args.shape(0), dy));
    return Types{{args.inputs[0].type.dtype, {args.attrs.integer("rows"), dy.back()}}};
}

static Status gradient(GradientContext& context) {
    if (!context.wants(1)) return {};
    ir::Attributes attrs = context.attrs();
    attrs.set("rows", context.inputShape(1)[0]);
    LOCKSTEP_ASSIGN(const ValueId dw, context.emit1("embedding_grad", "grad", {context.gradient(), context.input(0)}, attrs));
    context.set(1, dw);
    return {};
}

/// A sum over looked-up rows: its gradient looks them up, but for the padding row.
static Status gradGradient(GradientContext& context) {
    ir::Attributes attrs = context.attrs();
    attrs.erase("rows");
    LOCKSTEP_ASSIGN(const ValueId d, context.emit1("embedding", "grad", {context.input(1), context.gradient()}, attrs.set("skips", true)));
    context.set(0, d);
    return {};
}

Schemas embeddingOps() {
    return {{.name = "embedding", .minInputs = 2, .maxInputs = 2, .infer = infer, .gradient = gradient},
            {.name = "embedding_grad", .minInputs = 2, .maxInputs = 2, .infer = inferGrad, .gradient = gradGradient}};
}

} // namespace lockstep::ops
