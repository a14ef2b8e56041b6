#include "compile/lower/families.h"

#include <cmath>

namespace lockstep::compile {

namespace {

constexpr ErrorCode kHeads{"compile.attention_heads", LOCKSTEP_TR("error", "a width of {0} can't be cut into {1} heads"),
                           LOCKSTEP_TR("error", "choose a number of heads that divides the width")};
constexpr ErrorCode kKeyHeads{"compile.attention_key_heads", LOCKSTEP_TR("error", "{0} heads can't share {1} heads of keys and values"),
                              LOCKSTEP_TR("error", "num_kv_heads must divide num_heads")};
constexpr ErrorCode kInputs{"compile.attention_inputs", LOCKSTEP_TR("error", "attention takes one input, or three: query, key, value"), ""};
constexpr ErrorCode kWidths{"compile.attention_widths", LOCKSTEP_TR("error", "query ({0}), key ({1}) and value ({2}) don't fit together"),
                            LOCKSTEP_TR("error", "all have the same width; keys and values are as many")};

const ir::Attributes kNoActivation{{"activation", std::string("none")}};

struct Widths {
    std::int64_t model, keys; ///< of the result; of keys and values
};

Result<ir::ValueId> rowsOf(LowerContext& c, ir::ValueId value, std::int64_t start, std::int64_t count, const std::string& name) {
    return c.add("slice", {value}, {{"axis", std::int64_t{0}}, {"start", start}, {"end", start + count}}, name);
}

/// Query, key and value of their own inputs, each by its rows of the one projection.
Result<std::vector<ir::ValueId>> projected(LowerContext& c, const Widths& w, ir::ValueId weight, ir::ValueId bias) {
    constexpr const char* kNames[] = {"query", "key", "value"};
    const std::int64_t starts[] = {0, w.model, w.model + w.keys}, counts[] = {w.model, w.keys, w.keys};
    std::vector<ir::ValueId> out;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string name = kNames[i];
        LOCKSTEP_ASSIGN(const ir::ValueId rows, rowsOf(c, weight, starts[i], counts[i], name + "_weight"));
        ir::ValueId offset = ir::kNone;
        if (bias != ir::kNone) { LOCKSTEP_ASSIGN(offset, rowsOf(c, bias, starts[i], counts[i], name + "_bias")); }
        LOCKSTEP_ASSIGN(const ir::ValueId y, c.add("linear", {c.input(i), rows, offset}, kNoActivation, name));
        out.push_back(y);
    }
    return out;
}

Status checkInputs(const LowerContext& c) {
    if (c.inputCount() == 1) return {};
    if (c.inputCount() != 3) return c.error(kInputs, {});
    bool fits = true;
    for (const std::size_t i : {1, 2})
        fits = fits && c.shape(i).rank() == 3 && c.shape(i)[2] == c.shape()[2] && c.shape(i)[1] == c.shape(1)[1];
    const auto text = [&](std::size_t i) { return c.shape(i).slice(1, c.shape(i).rank()).str(); };
    return fits ? Status{} : c.error(kWidths, {text(0), text(1), text(2)});
}

} // namespace

Result<ir::ValueId> lowerAttention(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(2, 2));
    LOCKSTEP_TRY(checkInputs(c));
    const std::int64_t width = c.shape()[2], heads = c.integer("num_heads"), keyHeads = c.integer("num_kv_heads");
    if (width % heads != 0) return c.error(kHeads, {std::to_string(width), std::to_string(heads)});
    if (heads % keyHeads != 0) return c.error(kKeyHeads, {std::to_string(heads), std::to_string(keyHeads)});
    const Widths w{width, width / heads * keyHeads};
    const std::int64_t rows = w.model + 2 * w.keys;
    const bool hasBias = c.flag("bias");
    const InitRule in{InitRule::Kind::Uniform, std::sqrt(6.0 / static_cast<double>(rows + width))}, zeros;
    const InitRule out{InitRule::Kind::Uniform, 1.0 / std::sqrt(static_cast<double>(width))};
    LOCKSTEP_ASSIGN(const ir::ValueId inWeight, c.weightNamed("in_proj_weight", {rows, width}, in));
    const ir::ValueId inBias = hasBias ? c.parameter("in_proj_bias", {rows}, zeros) : ir::kNone;
    LOCKSTEP_ASSIGN(const ir::ValueId outWeight, c.weightNamed("out_proj.weight", {width, width}, out));
    const ir::ValueId outBias = hasBias ? c.parameter("out_proj.bias", {width}, zeros) : ir::kNone;
    std::vector<ir::ValueId> inputs;
    if (c.inputCount() == 1) {
        LOCKSTEP_ASSIGN(const ir::ValueId packed, c.add("linear", {c.input(), inWeight, inBias}, kNoActivation, "in_proj"));
        inputs = {packed};
    } else {
        LOCKSTEP_ASSIGN(inputs, projected(c, w, inWeight, inBias));
    }
    ir::Attributes attrs{{"heads", heads}, {"key_heads", keyHeads}, {"causal", c.flag("causal")}, {"packed", c.inputCount() == 1}};
    const std::int64_t stream = c.nextDropoutStream();
    if (c.training() && c.number("dropout") > 0) {
        attrs.set("p", c.number("dropout")).set("seed", static_cast<std::int64_t>(c.seed())).set("stream", stream);
        inputs.push_back(c.scalar("scalar/step"));
        inputs.push_back(c.scalar("scalar/first_sample"));
    }
    LOCKSTEP_ASSIGN(const auto outputs, c.addAll("attention", inputs, attrs, "attention"));
    return c.add("linear", {outputs[0], outWeight, outBias}, kNoActivation);
}

} // namespace lockstep::compile
