#include "spec/catalogue/families.h"

namespace lockstep::spec {

static LayerSpec transformerBlock() {
    ArgSpec keyHeads =
        arg::maybeInt("num_kv_heads", LOCKSTEP_TR("spec", "Heads of keys and values; as num_heads, unless given."), kPositive);
    keyHeads.fallbackFrom = "num_heads";
    return {.type = "TransformerBlock",
            .group = LayerGroup::Composite,
            .minInputs = 1,
            .maxInputs = 1,
            .args = {arg::needInt("num_heads", LOCKSTEP_TR("spec", "Number of attention heads; divides the width.")), std::move(keyHeads),
                     arg::number("mlp_ratio", 4, LOCKSTEP_TR("spec", "Width of the hidden layer, as a multiple of the width."),
                                 {0, 1024, true}),
                     arg::flag("causal", false, LOCKSTEP_TR("spec", "Each place sees only itself and earlier ones.")),
                     arg::choice("norm", {"layernorm", "rmsnorm"}, LOCKSTEP_TR("spec", "The normalisation.")),
                     arg::choice("activation", {"gelu_tanh", "gelu", "relu", "silu", "swiglu"},
                                 LOCKSTEP_TR("spec", "The activation of the hidden layer.")),
                     arg::flag("bias", true, LOCKSTEP_TR("spec", "Biases of the linear layers.")),
                     arg::number("dropout", 0, LOCKSTEP_TR("spec", "Dropout on attention weights and before both additions."), {0, 1}),
                     arg::flag("pre_norm", true,
                               LOCKSTEP_TR("spec", "Normalises before attention and hidden layer, else after the additions."))},
            .help = LOCKSTEP_TR("spec", "Attention and a hidden layer, each added to its input."),
            .composite = true};
}

void addComposite(std::vector<LayerSpec>& out) {
    out.push_back(
        {.type = "ResidualBlock",
         .group = LayerGroup::Composite,
         .minInputs = 1,
         .maxInputs = 1,
         .args = {arg::needInt("out_channels", LOCKSTEP_TR("spec", "Number of output channels.")),
                  arg::integer("stride", 1, LOCKSTEP_TR("spec", "Step of the first convolution; 2 halves height and width."), kPositive)},
         .help = LOCKSTEP_TR("spec", "Two convolutions with BatchNorm, added to the input: the block of a ResNet."),
         .composite = true});
    out.push_back(transformerBlock());
}

} // namespace lockstep::spec
