#include "spec/catalogue/families.h"

namespace lockstep::spec {

static LayerSpec activation(std::string_view type, std::string_view help, std::vector<ArgSpec> args = {}, bool available = true) {
    return {.type = type,
            .group = LayerGroup::Activation,
            .minInputs = 1,
            .maxInputs = 1,
            .args = std::move(args),
            .help = help,
            .available = available};
}

static ArgSpec dim() {
    return arg::integer("dim", -1, LOCKSTEP_TR("spec", "The dimension that adds up to 1; the batch is not counted."), arg::kDimension);
}

static LayerSpec formula() {
    ArgSpec expr{.name = "expr",
                 .kind = ArgKind::Text,
                 .fallback = {},
                 .required = true,
                 .choices = {},
                 .help = LOCKSTEP_TR("spec", "An expression over the inputs a, b, c, ..")};
    auto spec = activation("Formula", LOCKSTEP_TR("spec", "An elementwise expression of your own, differentiated like any layer."),
                           {std::move(expr)});
    spec.maxInputs = 8;
    return spec;
}

void addActivation(std::vector<LayerSpec>& out) {
    out.push_back(activation("ReLU", LOCKSTEP_TR("spec", "max(0, x)")));
    out.push_back(activation("GELU", LOCKSTEP_TR("spec", "x times the normal distribution function of x: a smooth ReLU."),
                             {arg::choice("approximate", {"none", "tanh"}, LOCKSTEP_TR("spec", "Exact, or the formula with tanh."))}));
    out.push_back(activation("Tanh", LOCKSTEP_TR("spec", "The hyperbolic tangent: from -1 to 1.")));
    out.push_back(activation("Sigmoid", LOCKSTEP_TR("spec", "1 / (1 + exp(-x)): from 0 to 1.")));
    out.push_back(activation("Softmax", LOCKSTEP_TR("spec", "Positive shares that add up to 1."), {dim()}));
    out.push_back(activation("Identity", LOCKSTEP_TR("spec", "Passes its input on, unchanged.")));
    out.push_back(activation("LogSoftmax", LOCKSTEP_TR("spec", "The logarithm of Softmax, without loss of precision."), {dim()}));
    out.push_back(activation("ReLU6", LOCKSTEP_TR("spec", "min(max(0, x), 6)")));
    out.push_back(activation("SiLU", LOCKSTEP_TR("spec", "x times sigmoid(x)")));
    out.push_back(activation("Hardswish", LOCKSTEP_TR("spec", "x times ReLU6(x + 3) / 6")));
    out.push_back(activation("LeakyReLU", LOCKSTEP_TR("spec", "x where positive, else a small multiple of x."),
                             {arg::number("negative_slope", 0.01, LOCKSTEP_TR("spec", "Slope for negative inputs."))}));
    out.push_back(activation("ELU", LOCKSTEP_TR("spec", "x where positive, else alpha (exp(x) - 1)."),
                             {arg::number("alpha", 1, LOCKSTEP_TR("spec", "Minus the limit for very negative inputs."))}));
    out.push_back(activation("Softplus", LOCKSTEP_TR("spec", "log(1 + exp(beta x)) / beta: a smooth ReLU."),
                             {arg::number("beta", 1, LOCKSTEP_TR("spec", "Sharpness of the bend."), {0, kMaxSize, true}),
                              arg::number("threshold", 20, LOCKSTEP_TR("spec", "Where beta x is larger, the result is x."))}));
    out.push_back(formula());
}

} // namespace lockstep::spec
