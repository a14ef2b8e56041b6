#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::ValueId;

static constexpr ErrorCode kAxis{"ops.axis_range", "{0}: dimension {1} is not one of {2}", ""};

static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "softmax"));
    const std::int64_t axis = args.attrs.integer("axis");
    if (axis < 0 || axis >= static_cast<std::int64_t>(args.shape(0).rank()))
        return Error(kAxis, {"softmax", std::to_string(axis), batchText(args.shape(0))});
    return Types{args.inputs[0].type};
}

static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "softmax_grad", {0, 1}));
    LOCKSTEP_TRY(needShape("softmax_grad", "output", args.shape(1), args.shape(0)));
    return infer(args);
}

static Status gradient(GradientContext& context) {
    const std::string op = std::string(context.node().op->name) + "_grad";
    LOCKSTEP_ASSIGN(const ValueId dx, context.emit1(op, "grad", {context.gradient(), context.output()}, context.attrs()));
    context.set(0, dx);
    return {};
}

Schemas softmaxOps() {
    return {{.name = "softmax", .infer = infer, .gradient = gradient},
            {.name = "softmax_grad", .minInputs = 2, .maxInputs = 2, .infer = inferGrad},
            {.name = "log_softmax", .infer = infer, .gradient = gradient},
            {.name = "log_softmax_grad", .minInputs = 2, .maxInputs = 2, .infer = inferGrad}};
}

} // namespace lockstep::ops
