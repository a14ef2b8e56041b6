#include "spec/catalogue.h"

#include "spec/catalogue/families.h"

namespace lockstep::spec {

std::span<const LayerSpec> catalogue() {
    static const std::vector<LayerSpec> kLayers = [] {
        std::vector<LayerSpec> out;
        for (const auto add : {addLinear, addConvolution, addPooling, addNormalisation, addActivation, addRegularisation, addShape,
                               addCombine, addComposite, addSequence, addAttention, addEmbedding})
            add(out);
        return out;
    }();
    return kLayers;
}

const LayerSpec* findLayer(std::string_view type) {
    for (const auto& layer : catalogue())
        if (layer.type == type) return &layer;
    return nullptr;
}

std::string_view groupName(LayerGroup group) {
    switch (group) {
    case LayerGroup::Linear: return LOCKSTEP_TR("spec", "Linear");
    case LayerGroup::Convolution: return LOCKSTEP_TR("spec", "Convolution");
    case LayerGroup::Pooling: return LOCKSTEP_TR("spec", "Pooling");
    case LayerGroup::Normalisation: return LOCKSTEP_TR("spec", "Normalisation");
    case LayerGroup::Activation: return LOCKSTEP_TR("spec", "Activation");
    case LayerGroup::Regularisation: return LOCKSTEP_TR("spec", "Regularisation");
    case LayerGroup::Shape: return LOCKSTEP_TR("spec", "Shape");
    case LayerGroup::Combine: return LOCKSTEP_TR("spec", "Combine");
    case LayerGroup::Composite: return LOCKSTEP_TR("spec", "Blocks");
    case LayerGroup::Sequence: return LOCKSTEP_TR("spec", "Sequence");
    case LayerGroup::Attention: return LOCKSTEP_TR("spec", "Attention");
    case LayerGroup::Embedding: return LOCKSTEP_TR("spec", "Embedding");
    }
    return {};
}

namespace arg {

static ArgSpec ranged(std::string_view name, ArgKind kind, ArgValue fallback, std::string_view help, const Range& range) {
    return {.name = name, .kind = kind, .fallback = std::move(fallback), .min = range.min, .max = range.max, .choices = {}, .help = help};
}

static ArgSpec needed(ArgSpec spec) {
    spec.required = true;
    return spec;
}

ArgSpec needInt(std::string_view name, std::string_view help, Range range) { return needed(ranged(name, ArgKind::Int, {}, help, range)); }

ArgSpec integer(std::string_view name, std::int64_t fallback, std::string_view help, Range range) {
    return ranged(name, ArgKind::Int, fallback, help, range);
}

ArgSpec maybeInt(std::string_view name, std::string_view help, Range range) {
    ArgSpec spec = ranged(name, ArgKind::Int, {}, help, range);
    spec.nullable = true;
    return spec;
}

ArgSpec number(std::string_view name, double fallback, std::string_view help, Range range) {
    return ranged(name, ArgKind::Number, fallback, help, range);
}

ArgSpec flag(std::string_view name, bool fallback, std::string_view help) { return ranged(name, ArgKind::Bool, fallback, help, {}); }

ArgSpec choice(std::string_view name, std::vector<std::string_view> choices, std::string_view help) {
    ArgSpec spec = ranged(name, ArgKind::Choice, std::string(choices.front()), help, {});
    spec.choices = std::move(choices);
    return spec;
}

ArgSpec needPair(std::string_view name, std::string_view help) { return needed(ranged(name, ArgKind::IntPair, {}, help, kPositive)); }

ArgSpec pair(std::string_view name, std::int64_t fallback, std::string_view help, Range range) {
    return ranged(name, ArgKind::IntPair, std::vector<std::int64_t>{fallback, fallback}, help, range);
}

ArgSpec needList(std::string_view name, std::string_view help, Range range) {
    return needed(ranged(name, ArgKind::IntList, {}, help, range));
}

} // namespace arg
} // namespace lockstep::spec
