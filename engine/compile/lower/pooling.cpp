#include "compile/lower/families.h"

namespace lockstep::compile {

static constexpr ErrorCode kPadding{"compile.pool_padding", LOCKSTEP_TR("error", "padding {0} is more than half of the kernel {1}"),
                                    LOCKSTEP_TR("error", "use a smaller padding")};

static Result<ir::Attributes> window(const LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    const auto kernel = c.pair("kernel_size"), padding = c.pair("padding");
    const auto stride = c.isNull("stride") ? kernel : c.pair("stride");
    for (std::size_t i = 0; i < 2; ++i) {
        if (padding[i] * 2 > kernel[i]) return c.error(kPadding, {std::to_string(padding[i]), std::to_string(kernel[i])});
    }
    return ir::Attributes{{"kernel", kernel}, {"stride", stride}, {"padding", padding}, {"ceil_mode", c.flag("ceil_mode")}};
}

Result<ir::ValueId> lowerMaxPool2d(LowerContext& c) {
    LOCKSTEP_ASSIGN(const auto attrs, window(c));
    return c.add("max_pool2d", {c.input()}, attrs);
}

Result<ir::ValueId> lowerAvgPool2d(LowerContext& c) {
    LOCKSTEP_ASSIGN(auto attrs, window(c));
    attrs.set("count_include_pad", c.flag("count_include_pad"));
    return c.add("avg_pool2d", {c.input()}, attrs);
}

Result<ir::ValueId> lowerAdaptiveAvgPool2d(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    return c.add("adaptive_avg_pool2d", {c.input()}, ir::Attributes{{"output", c.pair("output_size")}});
}

Result<ir::ValueId> lowerUpsample(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(3, 3));
    return c.add("upsample2d", {c.input()}, {{"factor", c.integer("scale_factor")}, {"bilinear", c.text("mode") == "bilinear"}});
}

} // namespace lockstep::compile
