#include "ops/recurrence.h"

#include "ops/families.h"
#include "ops/rules.h"

namespace lockstep::ops {

using ir::CostArgs, ir::GradientContext, ir::InferArgs, ir::OpCost, ir::ValueId;

static std::int64_t gatesOf(const ir::Attributes& attrs) { return attrs.text("cell") == "lstm" ? 4 : 3; }

/// Inputs: x [N, T, gates * H] (input's products with their bias), weight [gates * H, H], bias? [gates * H] of the state's products.
/// Outputs: h [N, T, H], gates [N, T, 4 H] for the gradient, and of an LSTM c [N, T, H].
static Result<Types> infer(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "recurrence", {0, 1, 2}));
    const Shape& x = args.shape(0);
    LOCKSTEP_TRY(needRank("recurrence", x, 3, "[N, T, gates * size]"));
    LOCKSTEP_TRY(needRank("recurrence", args.shape(1), 2, "[gates * size, size]"));
    const std::int64_t size = args.shape(1)[1], all = gatesOf(args.attrs) * size;
    LOCKSTEP_TRY(needShape("recurrence", "weight", args.shape(1), {all, size}));
    LOCKSTEP_TRY(needShape("recurrence", "input", x, {x[0], x[1], all}));
    LOCKSTEP_TRY(needOptional(args, "recurrence", 2, "bias", {all}));
    const DType type = args.inputs[0].type.dtype;
    Types types{{type, {x[0], x[1], size}}, {type, {x[0], x[1], 4 * size}}};
    if (gatesOf(args.attrs) == 4) types.push_back(types[0]);
    return types;
}

/// Inputs: dh, weight, gates, h, and of an LSTM c. Outputs: dx, and of a GRU the slope of the state's products (n differs).
static Result<Types> inferGrad(const InferArgs& args) {
    LOCKSTEP_TRY(needFloating(args, "recurrence_grad", {0, 1, 2, 3}));
    const Shape& h = args.shape(0);
    LOCKSTEP_TRY(needRank("recurrence_grad", h, 3, "[N, T, size]"));
    const std::int64_t gates = gatesOf(args.attrs);
    LOCKSTEP_TRY(needShape("recurrence_grad", "weight", args.shape(1), {gates * h[2], h[2]}));
    LOCKSTEP_TRY(needShape("recurrence_grad", "gates", args.shape(2), {h[0], h[1], 4 * h[2]}));
    LOCKSTEP_TRY(needShape("recurrence_grad", "output", args.shape(3), h));
    if (gates == 4) LOCKSTEP_TRY(needShape("recurrence_grad", "cell", args.shape(4), h));
    return Types(gates == 4 ? 1 : 2, {args.inputs[0].type.dtype, {h[0], h[1], gates * h[2]}});
}

/// The weight's gradient: slopes of all steps but the first with the states before them, one product; nothing at one step.
static Result<ValueId> weightGradient(GradientContext& context, ValueId slope, const RecurrenceSizes& s) {
    if (s.steps < 2) {
        const std::string type(name(context.graph().value(context.input(1)).type.dtype));
        return context.emit1("fill", "weight_grad", {}, {{"shape", context.inputShape(1).list()}, {"value", 0.0}, {"dtype", type}});
    }
    const auto cut = [&](const char* name, ValueId value, std::int64_t start) {
        return context.emit1("slice", name, {value}, {{"axis", std::int64_t{1}}, {"start", start}, {"end", start + s.steps - 1}});
    };
    LOCKSTEP_ASSIGN(const ValueId slopes, cut("slopes", slope, s.reverse ? 0 : 1));
    LOCKSTEP_ASSIGN(const ValueId states, cut("states", context.output(0), s.reverse ? 1 : 0));
    return context.emit1("linear_wgrad", "weight_grad", {slopes, states}, {{"bias", false}});
}

static Result<ValueId> biasGradient(GradientContext& context, ValueId slope, std::int64_t width) {
    LOCKSTEP_ASSIGN(const ValueId sum, context.emit1("sum_to", "bias_sum", {slope}, {{"shape", std::vector<std::int64_t>{1, 1, width}}}));
    return context.emit1("reshape", "bias_grad", {sum}, {{"shape", std::vector<std::int64_t>{width}}});
}

static Status gradient(GradientContext& context) {
    LOCKSTEP_TRY(onlyFirstOutput(context));
    const RecurrenceSizes s = recurrenceSizes(context.attrs(), context.outputShape());
    std::vector<ValueId> inputs{context.gradient(), context.input(1), context.output(1), context.output(0)};
    if (s.lstm) inputs.push_back(context.output(2));
    LOCKSTEP_ASSIGN(const auto slopes, context.emit("recurrence_grad", "grad", inputs, context.attrs()));
    context.set(0, slopes[0]);
    if (context.wants(1)) {
        LOCKSTEP_ASSIGN(const ValueId weight, weightGradient(context, slopes.back(), s));
        context.set(1, weight);
    }
    if (context.wants(2)) {
        LOCKSTEP_ASSIGN(const ValueId bias, biasGradient(context, slopes.back(), s.gates() * s.size));
        context.set(2, bias);
    }
    return {};
}

/// The product with the state of every step; that of the first, which is 0, is counted too, as by all who count.
static OpCost costOf(const CostArgs& args, const Shape& h) {
    const RecurrenceSizes s = recurrenceSizes(args.attrs, h);
    const double products = 2.0 * static_cast<double>(s.batch) * static_cast<double>(s.steps) * static_cast<double>(s.gates() * s.size);
    return {products * static_cast<double>(s.size), traffic(args)};
}
static OpCost cost(const CostArgs& args) { return costOf(args, args.outputs[0].shape); }
static OpCost gradCost(const CostArgs& args) { return costOf(args, args.inputs[0].type.shape); }

Schemas recurrenceOps() {
    const auto low = ir::PrecisionClass::LowPrecision;
    return {{.name = "recurrence",
             .minInputs = 2,
             .maxInputs = 3,
             .infer = infer,
             .gradient = gradient,
             .cost = cost,
             .precision = low,
             .modelFlops = true},
            {.name = "recurrence_grad",
             .minInputs = 4,
             .maxInputs = 5,
             .infer = inferGrad,
             .cost = gradCost,
             .precision = low,
             .modelFlops = true}};
}

} // namespace lockstep::ops
