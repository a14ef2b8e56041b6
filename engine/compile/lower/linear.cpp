#include "compile/lower/families.h"

#include <cmath>

namespace lockstep::compile {

static constexpr ErrorCode kChannels{"compile.conv_groups",
                                     LOCKSTEP_TR("error", "{0} input channels and {1} output channels can't be cut into {2} groups"),
                                     LOCKSTEP_TR("error", "groups must divide both numbers of channels")};
static constexpr ErrorCode kSameStride{"compile.same_stride", LOCKSTEP_TR("error", "padding \"same\" goes with stride 1 only"),
                                       LOCKSTEP_TR("error", "give the padding as a number")};

Result<ir::ValueId> lowerLinear(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(1));
    const std::int64_t in = c.shape().back(), out = c.integer("out_features");
    const InitRule rule{InitRule::Kind::Uniform, 1.0 / std::sqrt(static_cast<double>(in))};
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight({out, in}, rule));
    const ir::ValueId bias = c.flag("bias") ? c.bias("bias", {out}, rule) : ir::kNone;
    return c.add("linear", {c.input(), weight, bias}, ir::Attributes{{"activation", std::string("none")}});
}

/// Paddings top, left, bottom, right; "same" puts an odd one at the end, as PyTorch does.
static Result<std::vector<std::int64_t>> paddings(const LowerContext& c, const std::vector<std::int64_t>& kernel,
                                                  const std::vector<std::int64_t>& stride, const std::vector<std::int64_t>& dilation,
                                                  bool same) {
    if (!same) {
        const auto p = c.pair("padding");
        return std::vector<std::int64_t>{p[0], p[1], p[0], p[1]};
    }
    if (stride[0] != 1 || stride[1] != 1) return c.error(kSameStride, {});
    const std::int64_t h = dilation[0] * (kernel[0] - 1), w = dilation[1] * (kernel[1] - 1);
    return std::vector<std::int64_t>{h / 2, w / 2, h - h / 2, w - w / 2};
}

Result<ir::ValueId> lowerConv2d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    const std::int64_t in = c.shape()[1], out = c.integer("out_channels"), groups = c.integer("groups");
    if (in % groups != 0 || out % groups != 0) return c.error(kChannels, {std::to_string(in), std::to_string(out), std::to_string(groups)});
    const auto kernel = c.pair("kernel_size"), stride = c.pair("stride"), dilation = c.pair("dilation");
    const bool same = std::holds_alternative<std::string>(c.layer().args.at("padding"));
    LOCKSTEP_ASSIGN(const auto padding, paddings(c, kernel, stride, dilation, same));
    const double fanIn = static_cast<double>(in / groups) * static_cast<double>(kernel[0]) * static_cast<double>(kernel[1]);
    const InitRule rule{InitRule::Kind::Uniform, 1.0 / std::sqrt(fanIn)};
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight({out, in / groups, kernel[0], kernel[1]}, rule));
    const ir::ValueId bias = c.flag("bias") ? c.bias("bias", {out}, rule) : ir::kNone;
    const ir::Attributes attrs{
        {"stride", stride}, {"padding", padding}, {"dilation", dilation}, {"groups", groups}, {"activation", std::string("none")}};
    return c.add("conv2d", {c.input(), weight, bias}, attrs);
}

} // namespace lockstep::compile
