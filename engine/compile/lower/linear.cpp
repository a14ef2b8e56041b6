#include "compile/lower/families.h"

#include <algorithm>
#include <cmath>

namespace lockstep::compile {

static constexpr ErrorCode kChannels{"compile.conv_groups",
                                     LOCKSTEP_TR("error", "{0} input channels and {1} output channels can't be cut into {2} groups"),
                                     LOCKSTEP_TR("error", "groups must divide both numbers of channels")};
static constexpr ErrorCode kSameStride{"compile.same_stride", LOCKSTEP_TR("error", "padding \"same\" goes with stride 1 only"),
                                       LOCKSTEP_TR("error", "give the padding as a number")};

static constexpr ErrorCode kOutputPadding{"compile.output_padding",
                                          LOCKSTEP_TR("error", "output_padding {0} is not smaller than stride or dilation"),
                                          LOCKSTEP_TR("error", "it only chooses between sizes that the stride makes ambiguous")};
static constexpr ErrorCode kNothingLeft{"compile.transpose_empty", LOCKSTEP_TR("error", "the padding cuts away all of the result of {0}"),
                                        LOCKSTEP_TR("error", "make the padding smaller")};

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

using Ints = std::vector<std::int64_t>;

static Status groupsFit(const LowerContext& c, std::int64_t in, std::int64_t out, std::int64_t groups) {
    if (in % groups == 0 && out % groups == 0) return {};
    return c.error(kChannels, {std::to_string(in), std::to_string(out), std::to_string(groups)});
}

/// PyTorch's start: the fan of a stored weight is all but its first size.
static InitRule ruleOfFan(const Shape& weight) {
    double fan = 1;
    for (std::size_t i = 1; i < weight.rank(); ++i) fan *= static_cast<double>(weight[i]);
    return {InitRule::Kind::Uniform, 1.0 / std::sqrt(fan)};
}

static ir::Attributes windowAttrs(const Ints& stride, const Ints& padding, const Ints& dilation, std::int64_t groups) {
    return {{"stride", stride}, {"padding", padding}, {"dilation", dilation}, {"groups", groups}};
}

static ir::Attributes convAttrs(const Ints& stride, const Ints& padding, const Ints& dilation, std::int64_t groups) {
    return windowAttrs(stride, padding, dilation, groups).set("activation", std::string("none"));
}

/// A convolution over [C, 1, L]: the weight keeps its own three dimensions in files.
Result<ir::ValueId> lowerConv1d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(2, 2));
    const Shape in = c.shape();
    const std::int64_t out = c.integer("out_channels"), groups = c.integer("groups"), kernel = c.integer("kernel_size");
    LOCKSTEP_TRY(groupsFit(c, in[1], out, groups));
    const std::int64_t stride = c.integer("stride"), dilation = c.integer("dilation"), reach = dilation * (kernel - 1);
    const bool same = std::holds_alternative<std::string>(c.layer().args.at("padding"));
    if (same && stride != 1) return c.error(kSameStride, {});
    const std::int64_t before = same ? reach / 2 : c.integer("padding"), after = same ? reach - reach / 2 : before;
    const Shape stored{out, in[1] / groups, kernel};
    const InitRule rule = ruleOfFan(stored);
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight(stored, rule));
    const ir::ValueId bias = c.flag("bias") ? c.bias("bias", {out}, rule) : ir::kNone;
    LOCKSTEP_ASSIGN(const ir::ValueId image, c.reshape(c.input(), {in[0], in[1], 1, in[2]}, "image"));
    LOCKSTEP_ASSIGN(const ir::ValueId filters, c.reshape(weight, {out, in[1] / groups, 1, kernel}, "filters"));
    LOCKSTEP_ASSIGN(const ir::ValueId y,
                    c.add("conv2d", {image, filters, bias}, convAttrs({1, stride}, {0, before, 0, after}, {1, dilation}, groups), "conv"));
    const Shape shape = c.shapeOf(y);
    return c.reshape(y, {shape[0], shape[1], shape[3]});
}

/// What a strided convolution's gradient does to its input, with a bias.
Result<ir::ValueId> lowerConvTranspose2d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    const Shape in = c.shape();
    const std::int64_t out = c.integer("out_channels"), groups = c.integer("groups");
    LOCKSTEP_TRY(groupsFit(c, in[1], out, groups));
    const auto kernel = c.pair("kernel_size"), stride = c.pair("stride"), dilation = c.pair("dilation"), padding = c.pair("padding"),
               more = c.pair("output_padding");
    Shape image{in[0], out};
    for (std::size_t i = 0; i < 2; ++i) {
        if (more[i] >= std::max(stride[i], dilation[i])) return c.error(kOutputPadding, {std::to_string(more[i])});
        image.push((in[i + 2] - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel[i] - 1) + more[i] + 1);
        if (image.back() < 1) return c.error(kNothingLeft, {in.slice(1, in.rank()).str()});
    }
    const Shape stored{in[1], out / groups, kernel[0], kernel[1]};
    const InitRule rule = ruleOfFan(stored);
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight(stored, rule));
    const bool hasBias = c.flag("bias");
    ir::Attributes attrs = windowAttrs(stride, {padding[0], padding[1], padding[0], padding[1]}, dilation, groups);
    attrs.set("input_shape", image.list());
    LOCKSTEP_ASSIGN(const ir::ValueId y, c.add("conv2d_dgrad", {c.input(), weight}, attrs, hasBias ? "spread" : ""));
    if (!hasBias) return y;
    LOCKSTEP_ASSIGN(const ir::ValueId bias, c.reshape(c.bias("bias", {out}, rule), {1, out, 1, 1}, "bias_image"));
    return c.add("add", {y, bias});
}

/// A convolution whose windows touch, then [D, h, w] to [h * w, D].
Result<ir::ValueId> lowerPatchEmbed(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    const auto patch = c.pair("patch_size");
    const std::int64_t in = c.shape()[1], width = c.integer("embed_dim");
    const Shape stored{width, in, patch[0], patch[1]};
    const InitRule rule = ruleOfFan(stored);
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight(stored, rule));
    LOCKSTEP_ASSIGN(const ir::ValueId y, c.add("conv2d", {c.input(), weight, c.bias("bias", {width}, rule)},
                                               convAttrs(patch, {0, 0, 0, 0}, {1, 1}, 1), "patches"));
    const Shape image = c.shapeOf(y);
    LOCKSTEP_ASSIGN(const ir::ValueId columns, c.reshape(y, {image[0], width, image[2] * image[3]}, "columns"));
    return c.add("permute", {columns}, {{"dims", Ints{0, 2, 1}}});
}

Result<ir::ValueId> lowerConv2d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    const std::int64_t in = c.shape()[1], out = c.integer("out_channels"), groups = c.integer("groups");
    LOCKSTEP_TRY(groupsFit(c, in, out, groups));
    const auto kernel = c.pair("kernel_size"), stride = c.pair("stride"), dilation = c.pair("dilation");
    const bool same = std::holds_alternative<std::string>(c.layer().args.at("padding"));
    LOCKSTEP_ASSIGN(const auto padding, paddings(c, kernel, stride, dilation, same));
    const Shape stored{out, in / groups, kernel[0], kernel[1]};
    const InitRule rule = ruleOfFan(stored);
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight(stored, rule));
    const ir::ValueId bias = c.flag("bias") ? c.bias("bias", {out}, rule) : ir::kNone;
    return c.add("conv2d", {c.input(), weight, bias}, convAttrs(stride, padding, dilation, groups));
}

} // namespace lockstep::compile
