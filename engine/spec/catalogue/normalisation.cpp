#include "spec/catalogue/families.h"

namespace lockstep::spec {

static ArgSpec eps() {
    return arg::number("eps", 1e-5, LOCKSTEP_TR("spec", "Added to the variance, so that nothing is divided by zero."), {0});
}

static ArgSpec affine(std::string_view name) {
    return arg::flag(name, true, LOCKSTEP_TR("spec", "Learns a factor and an offset after normalising."));
}

static ArgSpec normalizedShape() {
    ArgSpec spec =
        arg::needList("normalized_shape", LOCKSTEP_TR("spec", "Sizes of the last dimensions that are normalised together."), kPositive);
    spec.required = false;
    spec.nullable = true;
    return spec;
}

static LayerSpec norm(std::string_view type, std::vector<ArgSpec> args, std::string_view help, bool available = true) {
    return {.type = type,
            .group = LayerGroup::Normalisation,
            .minInputs = 1,
            .maxInputs = 1,
            .args = std::move(args),
            .help = help,
            .hasWeight = true,
            .available = available};
}

void addNormalisation(std::vector<LayerSpec>& out) {
    const auto momentum = arg::number("momentum", 0.1, LOCKSTEP_TR("spec", "Share of each new batch in the running statistics."), {0, 1});
    const std::vector<ArgSpec> batch = {eps(), momentum, affine("affine")};
    out.push_back(norm("BatchNorm1d", batch, LOCKSTEP_TR("spec", "Brings each feature to mean 0 and variance 1 over the batch.")));
    out.push_back(
        norm("BatchNorm2d", batch, LOCKSTEP_TR("spec", "Brings each channel of images to mean 0 and variance 1 over the batch.")));
    out.push_back(norm("LayerNorm",
                       {normalizedShape(), eps(), affine("elementwise_affine"),
                        arg::flag("bias", true, LOCKSTEP_TR("spec", "Learns the offset too, not only the factor."))},
                       LOCKSTEP_TR("spec", "Brings the last dimension of each sample to mean 0 and variance 1.")));
    ArgSpec rmsEps = eps();
    rmsEps.fallback = {};
    rmsEps.nullable = true;
    out.push_back(norm("RMSNorm", {normalizedShape(), rmsEps, affine("elementwise_affine")},
                       LOCKSTEP_TR("spec", "Divides by the root mean square of the last dimension; cheaper than LayerNorm.")));
    out.push_back(norm(
        "GroupNorm",
        {arg::needInt("num_groups", LOCKSTEP_TR("spec", "Number of groups of channels; divides the channels.")), eps(), affine("affine")},
        LOCKSTEP_TR("spec", "Normalises groups of channels of each sample, whatever the batch size.")));
}

} // namespace lockstep::spec
