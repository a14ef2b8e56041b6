#include "spec/catalogue/families.h"

namespace lockstep::spec {

void addRegularisation(std::vector<LayerSpec>& out) {
    out.push_back({.type = "Dropout",
                   .group = LayerGroup::Regularisation,
                   .minInputs = 1,
                   .maxInputs = 1,
                   .args = {arg::number("p", 0.5, LOCKSTEP_TR("spec", "Probability that a value is set to 0."), {0, 1})},
                   .help = LOCKSTEP_TR("spec", "In training, sets random values to 0 and scales the rest up; else passes its input on.")});
}

} // namespace lockstep::spec
