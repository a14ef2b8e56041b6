#include "compile/lower/families.h"

namespace lockstep::compile {

static constexpr ErrorCode kRank{"input-rank",
                                 LOCKSTEP_TR("error", "{0} wants an input of {1} dimensions (the batch left out) and gets {2}"),
                                 LOCKSTEP_TR("error", "put a Reshape or Flatten before it")};
static constexpr ErrorCode kOneValue{"batch-norm-one-value",
                                     LOCKSTEP_TR("error", "a batch with one value per channel can't be normalised in training"),
                                     LOCKSTEP_TR("error", "use a larger batch, or set data.drop_last if the last batch is the small one")};
static constexpr ErrorCode kNormalizedShape{"normalized-shape",
                                            LOCKSTEP_TR("error", "normalized_shape is {0} but the last dimension is {1}"),
                                            LOCKSTEP_TR("error", "leave normalized_shape out, or set it to {1}")};
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
    const std::size_t rank = c.shape().rank();
    if (rank != 2 && rank != 3) return c.error(kRank, {"BatchNorm1d", "1 or 2", std::to_string(rank - 1)});
    return lowerBatchNorm(c);
}

Result<ir::ValueId> lowerBatchNorm2d(LowerContext& c) {
    const std::size_t rank = c.shape().rank();
    if (rank != 4) return c.error(kRank, {"BatchNorm2d", "3", std::to_string(rank - 1)});
    return lowerBatchNorm(c);
}

Result<ir::ValueId> lowerLayerNorm(LowerContext& c) {
    if (c.shape().rank() < 2) return c.error(kRank, {"LayerNorm", "1 or more", "0"});
    const std::int64_t last = c.shape().back();
    const auto given = c.isNull("normalized_shape") ? std::vector{last} : c.integers("normalized_shape");
    if (given.size() != 1 || given[0] != last) return c.error(kNormalizedShape, {Shape(given).str(), std::to_string(last)});
    const bool affine = c.flag("elementwise_affine");
    const ir::ValueId weight = affine ? c.parameter("weight", {last}, kOnes) : ir::kNone;
    const ir::ValueId bias = affine && c.flag("bias") ? c.parameter("bias", {last}, kZeros) : ir::kNone;
    return c.add("layer_norm", {c.input(), weight, bias}, ir::Attributes{{"eps", c.number("eps")}});
}

} // namespace lockstep::compile
