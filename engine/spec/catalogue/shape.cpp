#include "spec/catalogue/families.h"

namespace lockstep::spec {

static LayerSpec shape(std::string_view type, std::vector<ArgSpec> args, std::string_view help) {
    return {.type = type, .group = LayerGroup::Shape, .minInputs = 1, .maxInputs = 1, .args = std::move(args), .help = help};
}

static ArgSpec needDim(std::string_view help) { return arg::needInt("dim", help, arg::kDimension); }

static std::vector<ArgSpec> reductionArgs() {
    return {arg::needList("dim", LOCKSTEP_TR("spec", "The dimension or dimensions that vanish."), arg::kDimension),
            arg::flag("keepdim", false, LOCKSTEP_TR("spec", "Keeps them with size 1."))};
}

void addShape(std::vector<LayerSpec>& out) {
    out.push_back(shape("Flatten",
                        {arg::integer("start_dim", 0, LOCKSTEP_TR("spec", "First dimension that is joined."), arg::kDimension),
                         arg::integer("end_dim", -1, LOCKSTEP_TR("spec", "Last dimension that is joined."), arg::kDimension)},
                        LOCKSTEP_TR("spec", "Joins dimensions into one.")));
    out.push_back(shape("Reshape",
                        {arg::needList("shape", LOCKSTEP_TR("spec", "The new sizes without the batch; one may be -1."), {-1, kMaxSize})},
                        LOCKSTEP_TR("spec", "Gives the same values another shape.")));
    out.push_back(shape("Permute", {arg::needList("dims", LOCKSTEP_TR("spec", "The old dimensions in their new order."), arg::kDimension)},
                        LOCKSTEP_TR("spec", "Changes the order of dimensions.")));
    out.push_back(shape("Select",
                        {needDim(LOCKSTEP_TR("spec", "The dimension that vanishes.")),
                         arg::needInt("index", LOCKSTEP_TR("spec", "Place in it; negative counts from the end."), {-kMaxSize, kMaxSize})},
                        LOCKSTEP_TR("spec", "Takes one entry of a dimension.")));
    out.push_back(shape("Slice",
                        {needDim(LOCKSTEP_TR("spec", "The dimension that is cut.")),
                         arg::integer("start", 0, LOCKSTEP_TR("spec", "First entry; negative counts from the end."), {-kMaxSize, kMaxSize}),
                         arg::maybeInt("end", LOCKSTEP_TR("spec", "First entry left out; null takes all."), {-kMaxSize, kMaxSize}),
                         arg::integer("step", 1, LOCKSTEP_TR("spec", "Takes every step-th entry."), kPositive)},
                        LOCKSTEP_TR("spec", "Takes a range of entries of a dimension.")));
    out.push_back(shape("Mean", reductionArgs(), LOCKSTEP_TR("spec", "The mean over dimensions.")));
    out.push_back(shape("Sum", reductionArgs(), LOCKSTEP_TR("spec", "The sum over dimensions.")));
}

} // namespace lockstep::spec
