#include "compile/lower/families.h"

#include <cmath>

namespace lockstep::compile {

namespace {

/// One layer of one direction over `x` [N, T, F]; `suffix`: `_l0`, `_l0_reverse`.
Result<ir::ValueId> direction(LowerContext& c, ir::ValueId x, const std::string& cell, bool reverse, const std::string& suffix) {
    const std::int64_t size = c.integer("hidden_size"), width = (cell == "lstm" ? 4 : 3) * size, features = c.shapeOf(x)[2];
    const InitRule rule{InitRule::Kind::Uniform, 1.0 / std::sqrt(static_cast<double>(size))};
    LOCKSTEP_ASSIGN(const ir::ValueId input, c.weightNamed("weight_ih" + suffix, {width, features}, rule));
    LOCKSTEP_ASSIGN(const ir::ValueId state, c.weightNamed("weight_hh" + suffix, {width, size}, rule));
    const bool biased = c.flag("bias");
    const ir::ValueId inputBias = biased ? c.bias("bias_ih" + suffix, {width}, rule) : ir::kNone;
    const ir::ValueId stateBias = biased ? c.bias("bias_hh" + suffix, {width}, rule) : ir::kNone;
    LOCKSTEP_ASSIGN(const ir::ValueId products,
                    c.add("linear", {x, input, inputBias}, {{"activation", std::string("none")}}, "input" + suffix));
    LOCKSTEP_ASSIGN(const auto out,
                    c.addAll("recurrence", {products, state, stateBias}, {{"cell", cell}, {"reverse", reverse}}, "steps" + suffix));
    return out[0];
}

Result<ir::ValueId> stack(LowerContext& c, const std::string& cell) {
    LOCKSTEP_TRY(c.wantRank(2, 2));
    ir::ValueId x = c.input();
    const std::int64_t layers = c.integer("num_layers");
    for (std::int64_t l = 0; l < layers; ++l) {
        if (l > 0) { LOCKSTEP_ASSIGN(x, c.dropout(x, c.number("dropout"), "dropout_l" + std::to_string(l))); }
        const std::string suffix = "_l" + std::to_string(l);
        LOCKSTEP_ASSIGN(ir::ValueId y, direction(c, x, cell, false, suffix));
        if (c.flag("bidirectional")) {
            LOCKSTEP_ASSIGN(const ir::ValueId backward, direction(c, x, cell, true, suffix + "_reverse"));
            LOCKSTEP_ASSIGN(y, c.add("concat", {y, backward}, {{"axis", std::int64_t{2}}}, "both" + suffix));
        }
        x = y;
    }
    return x;
}

} // namespace

Result<ir::ValueId> lowerLstm(LowerContext& c) { return stack(c, "lstm"); }
Result<ir::ValueId> lowerGru(LowerContext& c) { return stack(c, "gru"); }

} // namespace lockstep::compile
