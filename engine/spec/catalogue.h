// Every layer, declared once: arguments, defaults, ranges, help. Validation, forms and the manual all read this.
#pragma once

#include "spec/model_doc.h"

#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace lockstep::spec {

enum class ArgKind {
    Int,
    Number,
    Bool,
    Choice,
    IntPair /* an int or a pair */,
    IntList /* an int or a list */,
    Padding /* Int or "same" */,
    PaddingPair /* IntPair or "same" */,
    Text
};

struct ArgSpec {
    std::string_view name;
    ArgKind kind;
    ArgValue fallback; ///< default; monostate with required = false means null
    bool required = false;
    bool nullable = false;
    double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
    std::vector<std::string_view> choices; ///< Choice
    std::string_view help;                 ///< one sentence, translatable
    std::string_view unit = {};
    std::string_view fallbackFrom = {}; ///< absent or null: the value of this other argument
};

enum class LayerGroup {
    Linear,
    Convolution,
    Pooling,
    Normalisation,
    Activation,
    Regularisation,
    Shape,
    Combine,
    Composite,
    Sequence,
    Attention,
    Embedding
};

struct LayerSpec {
    std::string_view type;
    LayerGroup group;
    int minInputs, maxInputs; ///< maxInputs -1: any number
    std::vector<ArgSpec> args;
    std::string_view help;
    bool hasWeight = false; ///< may be shared, takes `init`
    bool composite = false;
    bool available = true; ///< false: named in FORMATS.md, "not available in this version"
};

std::span<const LayerSpec> catalogue();
const LayerSpec* findLayer(std::string_view type);
std::string_view groupName(LayerGroup group);

} // namespace lockstep::spec
