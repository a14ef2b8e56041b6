#include "ops/pool_rules.h"

#include "ops/window.h"

namespace lockstep::ops {

static constexpr ErrorCode kPoolTooLarge{"ops.pool_too_large", "{0}: a window of {1} does not fit the padded input of {2}",
                                         "Make the window or an earlier stride smaller."};
static constexpr ErrorCode kPoolPadding{"ops.pool_padding", "{0}: padding {1} is more than half of the window {2}",
                                        "Padding may be at most half of the window."};

static std::string text(std::int64_t h, std::int64_t w) { return std::to_string(h) + " x " + std::to_string(w); }

Result<Shape> pooledShape(std::string_view op, const ir::Attributes& attrs, const Shape& x) {
    LOCKSTEP_TRY(needRank(op, x, 4, "[N, C, H, W]"));
    const auto [rows, columns] = poolWindow(attrs);
    if (rows.before * 2 > rows.kernel || columns.before * 2 > columns.kernel)
        return Error(kPoolPadding, {std::string(op), text(rows.before, columns.before), text(rows.kernel, columns.kernel)});
    const std::int64_t h = rows.outputs(x[2]), w = columns.outputs(x[3]);
    if (h < 1 || w < 1) {
        const std::string padded = text(x[2] + 2 * rows.before, x[3] + 2 * columns.before);
        return Error(kPoolTooLarge, {std::string(op), text(rows.kernel, columns.kernel), padded});
    }
    return Shape{x[0], x[1], h, w};
}

Result<Types> restored(std::string_view op, const ir::InferArgs& args, const Shape& pooled) {
    LOCKSTEP_TRY(needFloating(args, op));
    LOCKSTEP_TRY(needShape(op, "output gradient", args.shape(0), pooled));
    return Types{{args.inputs[0].type.dtype, Shape(args.attrs.integers("input_shape"))}};
}

ir::Attributes gradientAttributes(const ir::GradientContext& context) {
    ir::Attributes attrs = context.attrs();
    const auto dims = context.inputShape(0).dims();
    attrs.set("input_shape", std::vector<std::int64_t>(dims.begin(), dims.end()));
    return attrs;
}

} // namespace lockstep::ops
