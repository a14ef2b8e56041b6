#include "spec/catalogue/families.h"

namespace lockstep::spec {

static std::vector<ArgSpec> windowArgs() {
    ArgSpec stride = arg::pair("stride", 1, LOCKSTEP_TR("spec", "Step from one window to the next; as the window, unless given."));
    stride.fallback = {};
    stride.nullable = true;
    stride.fallbackFrom = "kernel_size";
    return {arg::needPair("kernel_size", LOCKSTEP_TR("spec", "Height and width of the window.")), std::move(stride),
            arg::pair("padding", 0, LOCKSTEP_TR("spec", "Border added on each side, at most half a window."), kCount),
            arg::flag("ceil_mode", false, LOCKSTEP_TR("spec", "Lets the last window hang over the edge instead of leaving it out."))};
}

static LayerSpec pooling(std::string_view type, std::vector<ArgSpec> args, std::string_view help) {
    return {.type = type, .group = LayerGroup::Pooling, .minInputs = 1, .maxInputs = 1, .args = std::move(args), .help = help};
}

void addPooling(std::vector<LayerSpec>& out) {
    out.push_back(pooling("MaxPool2d", windowArgs(), LOCKSTEP_TR("spec", "Keeps the largest value of each window of an image.")));
    auto average = windowArgs();
    average.push_back(arg::flag("count_include_pad", true, LOCKSTEP_TR("spec", "Counts the added border in the mean.")));
    out.push_back(pooling("AvgPool2d", std::move(average), LOCKSTEP_TR("spec", "Takes the mean of each window of an image.")));
    out.push_back(pooling("AdaptiveAvgPool2d", {arg::needPair("output_size", LOCKSTEP_TR("spec", "Height and width of the result."))},
                          LOCKSTEP_TR("spec", "Takes means so that the result has a fixed size, whatever the size of the image.")));
    auto upsample = pooling("Upsample",
                            {arg::needInt("scale_factor", LOCKSTEP_TR("spec", "How many times higher and wider.")),
                             arg::choice("mode", {"nearest", "bilinear"}, LOCKSTEP_TR("spec", "Repeat pixels, or blend between them."))},
                            LOCKSTEP_TR("spec", "Makes an image larger by a whole factor."));
    out.push_back(std::move(upsample));
}

} // namespace lockstep::spec
