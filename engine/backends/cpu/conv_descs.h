// A convolution node as oneDNN descriptors: shared by the layout query and the kernels.
#pragma once

#include "backends/cpu/layouts.h"
#include "backends/device.h"

namespace lockstep::backends::cpu {

/// x, w, y of a convolution node or of one of its gradients, with the place of each among the node's inputs and outputs.
struct ConvNode {
    enum class Kind : std::uint8_t { Forward, InputGradient, WeightGradient };
    Kind kind;
    Shape x, w, y;
    std::int64_t groups = 1;
    bool hasBias = false;
    onednn::ConvShape shape; ///< descriptors: `any`, or those of the given layouts

    /// `layouts` nullptr: any.
    ConvNode(const NodeView& node, bool any);
};

/// The forward convolution that a gradient's maker wants as a hint.
onednn::ConvForward hintFor(const ConvNode& conv);

} // namespace lockstep::backends::cpu
