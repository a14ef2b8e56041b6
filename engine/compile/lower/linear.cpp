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

static std::vector<std::int64_t> list(const Shape& shape) { return {shape.dims().begin(), shape.dims().end()}; }

static Result<ir::ValueId> reshaped(LowerContext& c, ir::ValueId value, const Shape& shape, std::string_view suffix = {}) {
    return c.add("reshape", {value}, {{"shape", list(shape)}}, suffix);
}

/// A convolution over [C, 1, L]: the weight keeps its own three dimensions in files.
Result<ir::ValueId> lowerConv1d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(2, 2));
    const Shape in = c.shape();
    const std::int64_t out = c.integer("out_channels"), groups = c.integer("groups"), kernel = c.integer("kernel_size");
    if (in[1] % groups != 0 || out % groups != 0)
        return c.error(kChannels, {std::to_string(in[1]), std::to_string(out), std::to_string(groups)});
    const std::int64_t stride = c.integer("stride"), dilation = c.integer("dilation"), reach = dilation * (kernel - 1);
    const bool same = std::holds_alternative<std::string>(c.layer().args.at("padding"));
    if (same && stride != 1) return c.error(kSameStride, {});
    const std::int64_t before = same ? reach / 2 : c.integer("padding"), after = same ? reach - reach / 2 : before;
    const InitRule rule{InitRule::Kind::Uniform, 1.0 / std::sqrt(static_cast<double>(in[1] / groups) * static_cast<double>(kernel))};
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight({out, in[1] / groups, kernel}, rule));
    const ir::ValueId bias = c.flag("bias") ? c.bias("bias", {out}, rule) : ir::kNone;
    LOCKSTEP_ASSIGN(const ir::ValueId image, reshaped(c, c.input(), {in[0], in[1], 1, in[2]}, "image"));
    LOCKSTEP_ASSIGN(const ir::ValueId filters, reshaped(c, weight, {out, in[1] / groups, 1, kernel}, "filters"));
    using Ints = std::vector<std::int64_t>;
    LOCKSTEP_ASSIGN(const ir::ValueId y, c.add("conv2d", {image, filters, bias},
                                               {{"stride", Ints{1, stride}},
                                                {"padding", Ints{0, before, 0, after}},
                                                {"dilation", Ints{1, dilation}},
                                                {"groups", groups},
                                                {"activation", std::string("none")}},
                                               "conv"));
    const Shape shape = c.shapeOf(y);
    return reshaped(c, y, {shape[0], shape[1], shape[3]});
}

/// What a strided convolution's gradient does to its input, with a bias.
Result<ir::ValueId> lowerConvTranspose2d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    const Shape in = c.shape();
    const std::int64_t out = c.integer("out_channels"), groups = c.integer("groups");
    if (in[1] % groups != 0 || out % groups != 0)
        return c.error(kChannels, {std::to_string(in[1]), std::to_string(out), std::to_string(groups)});
    const auto kernel = c.pair("kernel_size"), stride = c.pair("stride"), dilation = c.pair("dilation"), padding = c.pair("padding"),
               more = c.pair("output_padding");
    Shape image{in[0], out};
    for (std::size_t i = 0; i < 2; ++i) {
        if (more[i] >= std::max(stride[i], dilation[i])) return c.error(kOutputPadding, {std::to_string(more[i])});
        image.push((in[i + 2] - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel[i] - 1) + more[i] + 1);
        if (image.back() < 1) return c.error(kNothingLeft, {in.slice(1, in.rank()).str()});
    }
    // PyTorch takes the fan of the stored weight [in, out / groups, kh, kw].
    const double fan = static_cast<double>(out / groups) * static_cast<double>(kernel[0]) * static_cast<double>(kernel[1]);
    const InitRule rule{InitRule::Kind::Uniform, 1.0 / std::sqrt(fan)};
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight({in[1], out / groups, kernel[0], kernel[1]}, rule));
    const bool hasBias = c.flag("bias");
    using Ints = std::vector<std::int64_t>;
    LOCKSTEP_ASSIGN(const ir::ValueId y, c.add("conv2d_dgrad", {c.input(), weight},
                                               {{"stride", stride},
                                                {"padding", Ints{padding[0], padding[1], padding[0], padding[1]}},
                                                {"dilation", dilation},
                                                {"groups", groups},
                                                {"input_shape", list(image)}},
                                               hasBias ? "spread" : ""));
    if (!hasBias) return y;
    LOCKSTEP_ASSIGN(const ir::ValueId bias, reshaped(c, c.bias("bias", {out}, rule), {1, out, 1, 1}, "bias_image"));
    return c.add("add", {y, bias});
}

/// A convolution whose windows touch, then [D, h, w] to [h * w, D].
Result<ir::ValueId> lowerPatchEmbed(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    const auto patch = c.pair("patch_size");
    const std::int64_t in = c.shape()[1], width = c.integer("embed_dim");
    const InitRule rule{InitRule::Kind::Uniform,
                        1.0 / std::sqrt(static_cast<double>(in) * static_cast<double>(patch[0]) * static_cast<double>(patch[1]))};
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight({width, in, patch[0], patch[1]}, rule));
    using Ints = std::vector<std::int64_t>;
    LOCKSTEP_ASSIGN(const ir::ValueId y, c.add("conv2d", {c.input(), weight, c.bias("bias", {width}, rule)},
                                               {{"stride", patch},
                                                {"padding", Ints{0, 0, 0, 0}},
                                                {"dilation", Ints{1, 1}},
                                                {"groups", std::int64_t{1}},
                                                {"activation", std::string("none")}},
                                               "patches"));
    const Shape image = c.shapeOf(y);
    LOCKSTEP_ASSIGN(const ir::ValueId columns, reshaped(c, y, {image[0], width, image[2] * image[3]}, "columns"));
    return c.add("permute", {columns}, {{"dims", Ints{0, 2, 1}}});
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
