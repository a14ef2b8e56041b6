#include "spec/catalogue/families.h"

namespace lockstep::spec {

static LayerSpec recurrent(std::string_view type, std::string_view help) {
    return {.type = type,
            .group = LayerGroup::Sequence,
            .minInputs = 1,
            .maxInputs = 1,
            .args = {arg::needInt("hidden_size", LOCKSTEP_TR("spec", "Size of the state.")),
                     arg::integer("num_layers", 1, LOCKSTEP_TR("spec", "Layers on top of each other."), {1, 1024}),
                     arg::flag("bias", true, LOCKSTEP_TR("spec", "Learned offsets of the gates.")),
                     arg::number("dropout", 0, LOCKSTEP_TR("spec", "Dropout between the layers."), {0, 1}),
                     arg::flag("bidirectional", false, LOCKSTEP_TR("spec", "Reads the sequence backwards too."))},
            .help = help};
}

void addSequence(std::vector<LayerSpec>& out) {
    out.push_back(recurrent("LSTM", LOCKSTEP_TR("spec", "Reads a sequence [T,F] step by step, with a gated long memory.")));
    out.push_back(recurrent("GRU", LOCKSTEP_TR("spec", "Reads a sequence [T,F] step by step; lighter than LSTM.")));
}

} // namespace lockstep::spec
