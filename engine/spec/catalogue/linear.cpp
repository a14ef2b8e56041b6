#include "spec/catalogue/families.h"

namespace lockstep::spec {

void addLinear(std::vector<LayerSpec>& out) {
    out.push_back({.type = "Linear",
                   .group = LayerGroup::Linear,
                   .minInputs = 1,
                   .maxInputs = 1,
                   .args = {arg::needInt("out_features", LOCKSTEP_TR("spec", "Size of the output's last dimension.")),
                            arg::flag("bias", true, LOCKSTEP_TR("spec", "Adds a learned value to each output feature."))},
                   .help = LOCKSTEP_TR("spec", "Every output feature is a weighted sum of all features of the input's last dimension."),
                   .hasWeight = true});
}

} // namespace lockstep::spec
