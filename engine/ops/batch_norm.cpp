#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kOneValue{"ops.one_value_per_channel",
                                     "batch norm in training needs more than one value a channel; its input is {0}",
                                     "Use a batch size above 1; see also the size of the last batch."};

static Result<Shape> channels(std::string_view op, const Shape& x) {
    if (x.rank() >= 2) return Shape{x[1]};
    return Error(kWrongRank, {std::string(op), "[N, C, ..]", batchText(x)});
}

static Status needVectors(const InferArgs& args, std::string_view op, std::size_t from, std::size_t to, const Shape& c) {
    for (std::size_t i = from; i < to; ++i) LOCKSTEP_TRY(needOptional(args, op, i, "statistic or parameter", c));
    return {};
}

/// Inputs: x, w?, b?, running_mean, running_var, batches, residual?
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "batch_norm", {0, 1, 2, 3, 4, 6}));
    const Shape& x = args.shape(0);
    LOCKSTEP_ASSIGN(const Shape c, channels("batch_norm", x));
    if (x.elements() == x[1]) return Error(kOneValue, {x.str()});
    LOCKSTEP_TRY(needVectors(args, "batch_norm", 1, 5, c));
    LOCKSTEP_TRY(needShape("batch_norm", "count of batches", args.shape(5), {}));
    LOCKSTEP_TRY(needOptional(args, "batch_norm", 6, "residual", x));
    const ir::TensorType statistic{args.inputs[0].type.dtype, c};
    return Types{args.inputs[0].type, statistic, statistic, statistic, statistic, args.inputs[5].type};
}

/// Inputs: x, w?, b?, residual?
static Result<Types> inferAgain(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "batch_norm_again", {0, 1, 2, 3}));
    LOCKSTEP_ASSIGN(const Shape c, channels("batch_norm_again", args.shape(0)));
    LOCKSTEP_TRY(needVectors(args, "batch_norm_again", 1, 3, c));
    LOCKSTEP_TRY(needOptional(args, "batch_norm_again", 3, "residual", args.shape(0)));
    return Types{args.inputs[0].type};
}

/// Inputs: x, w?, b?, running_mean, running_var, residual?
static Result<Types> inferInference(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "batch_norm_infer", {0, 1, 2, 3, 4, 5}));
    LOCKSTEP_ASSIGN(const Shape c, channels("batch_norm_infer", args.shape(0)));
    LOCKSTEP_TRY(needVectors(args, "batch_norm_infer", 1, 5, c));
    LOCKSTEP_TRY(needOptional(args, "batch_norm_infer", 5, "residual", args.shape(0)));
    return Types{args.inputs[0].type};
}

/// Inputs: dy, x, w?, mean, rstd, y?
static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "batch_norm_grad", {0, 1, 2, 3, 4, 5}));
    const Shape& x = args.shape(1);
    LOCKSTEP_ASSIGN(const Shape c, channels("batch_norm_grad", x));
    LOCKSTEP_TRY(needShape("batch_norm_grad", "output gradient", args.shape(0), x));
    LOCKSTEP_TRY(needVectors(args, "batch_norm_grad", 2, 5, c));
    LOCKSTEP_TRY(needOptional(args, "batch_norm_grad", 5, "output", x));
    const ir::TensorType vector{args.inputs[1].type.dtype, c};
    Types types{args.inputs[1].type, vector, vector};
    if (args.attrs.flag("residual", false)) types.push_back(args.inputs[1].type);
    return types;
}

static Status gradient(GradientContext& context) {
    LOCKSTEP_TRY(onlyFirstOutput(context));
    const bool relu = context.attrs().flag("relu", false), residual = context.input(6) != ir::kNone;
    std::vector<ValueId> inputs{context.gradient(), context.input(0), context.input(1), context.output(1), context.output(2)};
    if (relu) inputs.push_back(context.output());
    LOCKSTEP_ASSIGN(const auto grads, context.emit("batch_norm_grad", "grad", inputs, {{"relu", relu}, {"residual", residual}}));
    for (const std::size_t i : {0, 1, 2}) {
        if (context.wants(i)) context.set(i, grads[i]);
    }
    if (context.wants(6)) context.set(6, grads[3]);
    return {};
}

Schemas batchNormOps() {
    return {{.name = "batch_norm",
             .minInputs = 6,
             .maxInputs = 7,
             .infer = infer,
             .gradient = gradient,
             .inPlace = {{0, 6}},
             .updates = {{3, 3}, {4, 4}, {5, 5}}},
            {.name = "batch_norm_again", .minInputs = 3, .maxInputs = 4, .infer = inferAgain, .inPlace = {{0, 0}, {0, 3}}},
            {.name = "batch_norm_infer", .minInputs = 5, .maxInputs = 6, .infer = inferInference, .inPlace = {{0, 0}, {0, 5}}},
            {.name = "batch_norm_grad", .minInputs = 5, .maxInputs = 6, .infer = inferGrad}};
}

} // namespace lockstep::ops
