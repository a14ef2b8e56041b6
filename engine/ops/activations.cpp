#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::GradientContext, ir::InferArgs, ir::OpSchema, ir::ValueId;

static Result<Types> inferOne(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "an activation"));
    return Types{args.inputs[0].type};
}

static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "an activation's gradient", {0, 1}));
    LOCKSTEP_TRY(needShape("an activation's gradient", "second input", args.shape(1), args.shape(0)));
    return Types{args.inputs[0].type};
}

/// `<op>_grad` of dy and `other`, with the forward's attributes.
static Status gradientWith(GradientContext& context, ValueId other) {
    const std::string op = std::string(context.node().op->name) + "_grad";
    LOCKSTEP_ASSIGN(const ValueId dx, context.emit1(op, "grad", {context.gradient(), other}, context.attrs()));
    context.set(0, dx);
    return {};
}
static Status gradientFromOutput(GradientContext& context) { return gradientWith(context, context.output()); }
static Status gradientFromInput(GradientContext& context) { return gradientWith(context, context.input(0)); }

static Status scaleGradient(GradientContext& context) {
    LOCKSTEP_ASSIGN(const ValueId dx, context.emit1("scale", "grad", {context.gradient()}, context.attrs()));
    context.set(0, dx);
    return {};
}

/// Elementwise over any layout. Blocked layouts pad with zeros that must stay zeros, so functions with f(0) != 0 are plain only.
static OpSchema elementwise(std::string_view name, ir::GradientFn gradient, bool keepsZero = true) {
    return {.name = name, .infer = inferOne, .gradient = gradient, .inPlace = {{0, 0}}, .anyLayout = keepsZero};
}
static OpSchema elementwiseGrad(std::string_view name) {
    return {.name = name, .minInputs = 2, .maxInputs = 2, .infer = inferGrad, .inPlace = {{0, 0}, {0, 1}}, .anyLayout = true};
}

Schemas activationOps() {
    return {elementwise("relu", gradientFromOutput),
            elementwise("tanh", gradientFromOutput),
            elementwise("sigmoid", gradientFromOutput, false),
            elementwise("gelu", gradientFromInput),
            elementwise("scale", scaleGradient),
            elementwiseGrad("relu_grad"),
            elementwiseGrad("tanh_grad"),
            elementwiseGrad("sigmoid_grad"),
            elementwiseGrad("gelu_grad")};
}

} // namespace lockstep::ops
