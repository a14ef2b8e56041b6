#include "compile/lower/families.h"

namespace lockstep::compile {

static constexpr ErrorCode kOneValue{"compile.batch_norm_one_value",
                                     LOCKSTEP_TR("error", "a batch with one value per channel can't be normalised in training"),
                                     LOCKSTEP_TR("error", "use a larger batch, or set data.drop_last if the last batch is the small one")};
static constexpr ErrorCode kNormalizedShape{"compile.normalized_shape",
                                            LOCKSTEP_TR("error", "normalized_shape {0} is not the end of the input's shape {1}"),
                                            LOCKSTEP_TR("error", "leave normalized_shape out, or give the sizes of the last dimensions")};
static constexpr ErrorCode kGroups{"compile.norm_groups", LOCKSTEP_TR("error", "{0} channels can't be split into {1} groups"),
                                   LOCKSTEP_TR("error", "choose a number that divides the channels")};
static constexpr InitRule kOnes{InitRule::Kind::Constant, 1};
static constexpr InitRule kZeros{InitRule::Kind::Constant, 0};

static Result<ir::ValueId> lowerBatchNorm(LowerContext& c) {
    const Shape channels{c.shape()[1]};
    const bool affine = c.flag("affine");
    const ir::ValueId weight = affine ? c.parameter("weight", channels, kOnes) : ir::kNone;
    const ir::ValueId bias = affine ? c.parameter("bias", channels, kZeros) : ir::kNone;
    const ir::ValueId mean = c.buffer("running_mean", {DType::F32, channels}, kZeros);
    const ir::ValueId variance = c.buffer("running_var", {DType::F32, channels}, kOnes);
    const ir::ValueId batches = c.buffer("num_batches_tracked", {DType::S64, {}}, kZeros);
    ir::Attributes attrs{{"eps", c.number("eps")}, {"relu", false}};
    if (!c.training()) return c.add("batch_norm_infer", {c.input(), weight, bias, mean, variance, ir::kNone}, attrs);
    if (c.shape().elements() == c.shape()[1]) return c.error(kOneValue, {});
    attrs.set("momentum", c.number("momentum"));
    return c.add("batch_norm", {c.input(), weight, bias, mean, variance, batches, ir::kNone}, attrs);
}

Result<ir::ValueId> lowerBatchNorm1d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(1, 2));
    return lowerBatchNorm(c);
}

Result<ir::ValueId> lowerBatchNorm2d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    return lowerBatchNorm(c);
}

/// The op normalises the last dimension; several are seen as one.
static Result<ir::ValueId> normalizeRows(LowerContext& c, double eps, bool hasBias, bool centred) {
    LOCKSTEP_TRY(c.wantRank(1));
    const Shape in = c.shape();
    const Shape sizes = c.isNull("normalized_shape") ? Shape{in.back()} : Shape(c.integers("normalized_shape"));
    const bool fits = sizes.rank() > 0 && sizes.rank() < in.rank() && in.slice(in.rank() - sizes.rank(), in.rank()) == sizes;
    if (!fits) return c.error(kNormalizedShape, {sizes.str(), in.slice(1, in.rank()).str()});
    const bool affine = c.flag("elementwise_affine");
    ir::ValueId weight = affine ? c.parameter("weight", sizes, kOnes) : ir::kNone;
    ir::ValueId bias = affine && hasBias ? c.parameter("bias", sizes, kZeros) : ir::kNone;
    Shape rows = in.slice(0, in.rank() - sizes.rank());
    rows.push(sizes.elements());
    LOCKSTEP_ASSIGN(const ir::ValueId x, c.reshape(c.input(), rows, "rows"));
    LOCKSTEP_ASSIGN(weight, c.reshape(weight, {sizes.elements()}, "weight_row"));
    LOCKSTEP_ASSIGN(bias, c.reshape(bias, {sizes.elements()}, "bias_row"));
    const ir::Attributes attrs{{"eps", eps}, {"centred", centred}};
    if (sizes.rank() == 1) return c.add("layer_norm", {x, weight, bias}, attrs);
    LOCKSTEP_ASSIGN(const ir::ValueId y, c.add("layer_norm", {x, weight, bias}, attrs, "normalized"));
    return c.reshape(y, in);
}

Result<ir::ValueId> lowerLayerNorm(LowerContext& c) { return normalizeRows(c, c.number("eps"), c.flag("bias"), true); }

Result<ir::ValueId> lowerRmsNorm(LowerContext& c) {
    constexpr double kEps = 1.1920929e-07; // the spacing of f32 at 1
    return normalizeRows(c, c.isNull("eps") ? kEps : c.number("eps"), false, false);
}

/// Each group of channels of a sample is a row; factor and offset are the channels'.
Result<ir::ValueId> lowerGroupNorm(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(1));
    const Shape in = c.shape();
    const std::int64_t groups = c.integer("num_groups"), channels = in[1];
    if (channels % groups != 0) return c.error(kGroups, {std::to_string(channels), std::to_string(groups)});
    const bool affine = c.flag("affine");
    LOCKSTEP_ASSIGN(const ir::ValueId rows, c.reshape(c.input(), {in[0], groups, in.elements(1, in.rank()) / groups}, "groups"));
    LOCKSTEP_ASSIGN(ir::ValueId y, c.add("layer_norm", {rows, ir::kNone, ir::kNone}, {{"eps", c.number("eps")}}, "normalized"));
    LOCKSTEP_ASSIGN(y, c.reshape(y, in, affine ? "normalized_image" : ""));
    if (!affine) return y;
    Shape stretched(std::vector<std::int64_t>(in.rank(), 1));
    stretched.set(1, channels);
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.reshape(c.parameter("weight", {channels}, kOnes), stretched, "weight_image"));
    LOCKSTEP_ASSIGN(const ir::ValueId bias, c.reshape(c.parameter("bias", {channels}, kZeros), stretched, "bias_image"));
    LOCKSTEP_ASSIGN(y, c.add("multiply", {y, weight}, {}, "scaled"));
    return c.add("add", {y, bias});
}

} // namespace lockstep::compile
