#include "spec/catalogue/families.h"

namespace lockstep::spec {

static LayerSpec embedding(std::string_view type, std::vector<ArgSpec> args, std::string_view help) {
    return {.type = type,
            .group = LayerGroup::Embedding,
            .minInputs = 1,
            .maxInputs = 1,
            .args = std::move(args),
            .help = help,
            .hasWeight = true};
}

void addEmbedding(std::vector<LayerSpec>& out) {
    out.push_back(embedding("Embedding",
                            {arg::needInt("num_embeddings", LOCKSTEP_TR("spec", "Size of the vocabulary.")),
                             arg::needInt("embedding_dim", LOCKSTEP_TR("spec", "Size of a vector.")),
                             arg::maybeInt("padding_idx", LOCKSTEP_TR("spec", "An id whose vector stays zero."), {-kMaxSize, kMaxSize})},
                            LOCKSTEP_TR("spec", "A learned vector for each id.")));
    out.push_back(embedding("PositionEmbedding", {arg::needInt("max_len", LOCKSTEP_TR("spec", "Longest sequence."))},
                            LOCKSTEP_TR("spec", "Adds a learned vector for each place of a sequence.")));
    out.push_back(embedding("PatchEmbed",
                            {arg::needPair("patch_size", LOCKSTEP_TR("spec", "Height and width of a patch.")),
                             arg::needInt("embed_dim", LOCKSTEP_TR("spec", "Size of a patch's vector."))},
                            LOCKSTEP_TR("spec", "Cuts an image into patches and makes a vector of each.")));
}

} // namespace lockstep::spec
