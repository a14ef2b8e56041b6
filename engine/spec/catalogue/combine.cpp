#include "spec/catalogue/families.h"

namespace lockstep::spec {

static LayerSpec combine(std::string_view type, int minInputs, int maxInputs, std::string_view help, bool available,
                         std::vector<ArgSpec> args = {}) {
    return {.type = type,
            .group = LayerGroup::Combine,
            .minInputs = minInputs,
            .maxInputs = maxInputs,
            .args = std::move(args),
            .help = help,
            .available = available};
}

void addCombine(std::vector<LayerSpec>& out) {
    out.push_back(combine("Add", 2, -1, LOCKSTEP_TR("spec", "The sum of its inputs; a dimension of size 1 stretches."), true));
    out.push_back(combine("Multiply", 2, -1, LOCKSTEP_TR("spec", "The product of its inputs; a dimension of size 1 stretches."), true));
    out.push_back(combine(
        "Concat", 2, -1, LOCKSTEP_TR("spec", "Puts its inputs one behind the other along a dimension."), true,
        {arg::needInt("dim", LOCKSTEP_TR("spec", "The dimension along which they follow; the batch is not counted."), arg::kDimension)}));
    out.push_back(
        combine("Subtract", 2, 2, LOCKSTEP_TR("spec", "The first input minus the second; a dimension of size 1 stretches."), true));
    out.push_back(combine("Scale", 1, 1, LOCKSTEP_TR("spec", "Multiplies by a fixed number."), true, {[] {
                              ArgSpec spec = arg::number("factor", 1, LOCKSTEP_TR("spec", "The number."));
                              spec.fallback = {};
                              spec.required = true;
                              return spec;
                          }()}));
    out.push_back(combine("MatMul", 2, 2, LOCKSTEP_TR("spec", "The matrix product of the last two dimensions."), true,
                          {arg::flag("transpose_b", false, LOCKSTEP_TR("spec", "Takes the second input with rows and columns swapped."))}));
}

} // namespace lockstep::spec
