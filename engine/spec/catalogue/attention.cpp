#include "spec/catalogue/families.h"

namespace lockstep::spec {

void addAttention(std::vector<LayerSpec>& out) {
    ArgSpec keyHeads =
        arg::maybeInt("num_kv_heads", LOCKSTEP_TR("spec", "Heads of keys and values; as num_heads, unless given."), kPositive);
    keyHeads.fallbackFrom = "num_heads";
    out.push_back({.type = "MultiheadAttention",
                   .group = LayerGroup::Attention,
                   .minInputs = 1,
                   .maxInputs = 3,
                   .args = {arg::needInt("num_heads", LOCKSTEP_TR("spec", "Number of heads; divides the width.")), std::move(keyHeads),
                            arg::flag("bias", true, LOCKSTEP_TR("spec", "Biases of the projections.")),
                            arg::number("dropout", 0, LOCKSTEP_TR("spec", "Dropout on the attention weights."), {0, 1}),
                            arg::flag("causal", false, LOCKSTEP_TR("spec", "Each place sees only itself and earlier ones."))},
                   .help = LOCKSTEP_TR("spec", "Each place of a sequence gathers from the places that matter to it.")});
}

} // namespace lockstep::spec
