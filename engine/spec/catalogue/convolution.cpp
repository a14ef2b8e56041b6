#include "spec/catalogue/families.h"

namespace lockstep::spec {

static ArgSpec padding() {
    ArgSpec spec = arg::pair("padding", 0, LOCKSTEP_TR("spec", "Zeros added on each side; \"same\" keeps the size (stride 1)."), kCount);
    spec.kind = ArgKind::PaddingPair;
    return spec;
}

static std::vector<ArgSpec> convolutionArgs() {
    return {arg::needInt("out_channels", LOCKSTEP_TR("spec", "Number of filters, which is the number of output channels.")),
            arg::needPair("kernel_size", LOCKSTEP_TR("spec", "Height and width of a filter.")),
            arg::pair("stride", 1, LOCKSTEP_TR("spec", "Step from one place of the filter to the next.")),
            padding(),
            arg::pair("dilation", 1, LOCKSTEP_TR("spec", "Distance between the points that a filter reads.")),
            arg::integer("groups", 1, LOCKSTEP_TR("spec", "Channels are split into this many independent groups."), kPositive),
            arg::flag("bias", true, LOCKSTEP_TR("spec", "Adds a learned value to each output channel."))};
}

/// The same with one dimension: plain numbers instead of pairs.
static std::vector<ArgSpec> convolution1dArgs() {
    auto args = convolutionArgs();
    for (auto& spec : args) {
        if (spec.kind != ArgKind::IntPair && spec.kind != ArgKind::PaddingPair) continue;
        spec.kind = spec.kind == ArgKind::IntPair ? ArgKind::Int : ArgKind::Padding;
        if (const auto* both = std::get_if<std::vector<std::int64_t>>(&spec.fallback)) {
            const std::int64_t one = both->front(); // a copy: the assignment destroys the list
            spec.fallback = one;
        }
    }
    return args;
}

static std::vector<ArgSpec> transposedArgs() {
    return {arg::needInt("out_channels", LOCKSTEP_TR("spec", "Number of output channels.")),
            arg::needPair("kernel_size", LOCKSTEP_TR("spec", "Height and width of a filter.")),
            arg::pair("stride", 1, LOCKSTEP_TR("spec", "Distance between the places where the filter is laid down.")),
            arg::pair("padding", 0, LOCKSTEP_TR("spec", "Rows and columns cut off on each side."), kCount),
            arg::pair("output_padding", 0, LOCKSTEP_TR("spec", "Rows and columns added at the end."), kCount),
            arg::integer("groups", 1, LOCKSTEP_TR("spec", "Channels are split into this many independent groups."), kPositive),
            arg::flag("bias", true, LOCKSTEP_TR("spec", "Adds a learned value to each output channel.")),
            arg::pair("dilation", 1, LOCKSTEP_TR("spec", "Distance between the points of a filter."))};
}

void addConvolution(std::vector<LayerSpec>& out) {
    LayerSpec conv{.type = "Conv2d",
                   .group = LayerGroup::Convolution,
                   .minInputs = 1,
                   .maxInputs = 1,
                   .args = convolutionArgs(),
                   .help =
                       LOCKSTEP_TR("spec", "Small learned filters slide over an image [C,H,W] and answer to patterns wherever they stand."),
                   .hasWeight = true};
    out.push_back(conv);
    conv.type = "Conv1d";
    conv.args = convolution1dArgs();
    conv.help = LOCKSTEP_TR("spec", "Small learned filters slide along a sequence [C,L].");
    out.push_back(conv);
    conv.type = "ConvTranspose2d";
    conv.args = transposedArgs();
    conv.help = LOCKSTEP_TR("spec", "The reverse of a strided convolution: makes images larger, by learned filters.");
    out.push_back(std::move(conv));
}

} // namespace lockstep::spec
