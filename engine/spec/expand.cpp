#include "spec/expand.h"

#include "spec/catalogue.h"
#include "spec/layer_args.h"
#include "spec/model_structure.h"
#include "spec/spec_errors.h"

namespace lockstep::spec {
namespace {

using Emit = std::function<Status(const PlainLayer&)>;
using Ints = std::vector<std::int64_t>;

/// Emits the plain layers of one composite. Inner layers are named `id.name`; the last one answers to the id itself.
class Block {
public:
    Block(const LayerDoc& layer, const std::string& origin, const Emit& emit) : m_layer(layer), m_origin(origin), m_emit(emit) {}

    std::int64_t integer(const char* arg) const { return std::get<std::int64_t>(m_layer.args.at(arg)); }
    double number(const char* arg) const { return std::get<double>(m_layer.args.at(arg)); }
    bool flag(const char* arg) const { return std::get<bool>(m_layer.args.at(arg)); }
    const std::string& text(const char* arg) const { return std::get<std::string>(m_layer.args.at(arg)); }
    std::string id(const char* name) const { return m_layer.id + "." + name; }
    const std::string& id() const { return m_layer.id; }

    Status add(std::string id, const char* type, std::vector<std::string> inputs, ArgMap args = {}) const {
        PlainLayer out{.layer = {}, .origin = m_origin};
        out.layer.id = std::move(id);
        out.layer.type = type;
        out.layer.inputs = std::move(inputs);
        out.layer.args = defaultArgs(type, std::move(args));
        const std::string_view kind = type;
        // `init` on a block is for its weights; the norms keep theirs.
        if (kind == "Linear" || kind == "Conv2d" || kind == "MultiheadAttention") out.layer.init = m_layer.init;
        out.layer.line = m_layer.line;
        out.layer.path = m_layer.path;
        return m_emit(out);
    }

    Status convolution(const char* name, const std::string& input, std::int64_t channels, std::int64_t kernel, std::int64_t stride) const {
        const std::int64_t padding = kernel / 2;
        return add(id(name), "Conv2d", {input},
                   {{"out_channels", channels},
                    {"kernel_size", Ints{kernel, kernel}},
                    {"stride", Ints{stride, stride}},
                    {"padding", Ints{padding, padding}},
                    {"bias", false}});
    }

private:
    const LayerDoc& m_layer;
    const std::string& m_origin;
    const Emit& m_emit;
};

Status expandResidualBlock(const Block& block, const std::string& input, const ShapeOf& shapeOf) {
    LOCKSTEP_ASSIGN(const Shape shape, shapeOf(input));
    if (shape.rank() != 3) return Error(kBlockInput, {"ResidualBlock", "an image [C, H, W]", input, shape.str()}).inLayer(block.id());
    const auto channels = block.integer("out_channels"), stride = block.integer("stride");
    LOCKSTEP_TRY(block.convolution("conv1", input, channels, 3, stride));
    LOCKSTEP_TRY(block.add(block.id("bn1"), "BatchNorm2d", {block.id("conv1")}));
    LOCKSTEP_TRY(block.add(block.id("relu1"), "ReLU", {block.id("bn1")}));
    LOCKSTEP_TRY(block.convolution("conv2", block.id("relu1"), channels, 3, 1));
    LOCKSTEP_TRY(block.add(block.id("bn2"), "BatchNorm2d", {block.id("conv2")}));
    std::string shortcut = input;
    if (stride != 1 || shape[0] != channels) {
        LOCKSTEP_TRY(block.convolution("shortcut_conv", input, channels, 1, stride));
        shortcut = block.id("shortcut_bn");
        LOCKSTEP_TRY(block.add(shortcut, "BatchNorm2d", {block.id("shortcut_conv")}));
    }
    LOCKSTEP_TRY(block.add(block.id("add"), "Add", {block.id("bn2"), shortcut}));
    return block.add(block.id(), "ReLU", {block.id("add")});
}

/// A block of a transformer, part by part.
class Transformer {
public:
    Transformer(const Block& block, std::int64_t width) : m_block(block), m_width(width) {}

    /// Normalised before each part; the sums carry the signal on.
    Status preNorm(const std::string& input) const {
        LOCKSTEP_TRY(norm("norm1", input));
        LOCKSTEP_TRY(attention("norm1"));
        LOCKSTEP_TRY(m_block.add(m_block.id("add1"), "Add", {input, dropped("attn", "drop1")}));
        LOCKSTEP_TRY(norm("norm2", m_block.id("add1")));
        LOCKSTEP_TRY(hidden(m_block.id("norm2")));
        return m_block.add(m_block.id(), "Add", {m_block.id("add1"), dropped("fc2", "drop2")});
    }
    /// Normalised after each sum.
    Status postNorm(const std::string& input) const {
        LOCKSTEP_TRY(attentionOf(input));
        LOCKSTEP_TRY(m_block.add(m_block.id("add1"), "Add", {input, dropped("attn", "drop1")}));
        LOCKSTEP_TRY(norm("norm1", m_block.id("add1")));
        LOCKSTEP_TRY(hidden(m_block.id("norm1")));
        LOCKSTEP_TRY(m_block.add(m_block.id("add2"), "Add", {m_block.id("norm1"), dropped("fc2", "drop2")}));
        LOCKSTEP_TRY(norm("norm2", m_block.id("add2")));
        return m_block.add(m_block.id(), "Identity", {m_block.id("norm2")}); // the norm keeps its own name in files
    }

private:
    bool drops() const { return m_block.number("dropout") > 0; }
    std::string dropped(const char* part, const char* drop) const { return m_block.id(drops() ? drop : part); }

    Status norm(const char* name, const std::string& input) const {
        return m_block.add(m_block.id(name), m_block.text("norm") == "rmsnorm" ? "RMSNorm" : "LayerNorm", {input});
    }
    Status dropAfter(const char* part, const char* drop) const {
        if (!drops()) return {};
        return m_block.add(m_block.id(drop), "Dropout", {m_block.id(part)}, {{"p", m_block.number("dropout")}});
    }
    Status attention(const char* input) const { return attentionOf(m_block.id(input)); }
    Status attentionOf(const std::string& input) const {
        LOCKSTEP_TRY(m_block.add(m_block.id("attn"), "MultiheadAttention", {input},
                                 {{"num_heads", m_block.integer("num_heads")},
                                  {"num_kv_heads", m_block.integer("num_kv_heads")},
                                  {"bias", m_block.flag("bias")},
                                  {"dropout", m_block.number("dropout")},
                                  {"causal", m_block.flag("causal")}}));
        return dropAfter("attn", "drop1");
    }
    Status linear(const char* name, const std::string& input, std::int64_t width) const {
        return m_block.add(m_block.id(name), "Linear", {input}, {{"out_features", width}, {"bias", m_block.flag("bias")}});
    }
    /// fc1, activation, fc2; swiglu = silu(fc1_gate) * fc1.
    Status hidden(const std::string& input) const {
        const auto size = static_cast<std::int64_t>(static_cast<double>(m_width) * m_block.number("mlp_ratio"));
        if (size < 1)
            return Error(kOutOfRange, {std::to_string(m_block.number("mlp_ratio")), "a ratio that leaves a hidden layer"})
                .inLayer(m_block.id());
        const std::string& kind = m_block.text("activation");
        LOCKSTEP_TRY(linear("fc1", input, size));
        if (kind == "swiglu") {
            LOCKSTEP_TRY(linear("fc1_gate", input, size));
            LOCKSTEP_TRY(m_block.add(m_block.id("gate"), "SiLU", {m_block.id("fc1_gate")}));
            LOCKSTEP_TRY(m_block.add(m_block.id("act"), "Multiply", {m_block.id("gate"), m_block.id("fc1")}));
        } else {
            LOCKSTEP_TRY(activation(kind));
        }
        LOCKSTEP_TRY(linear("fc2", m_block.id("act"), m_width));
        return dropAfter("fc2", "drop2");
    }
    Status activation(const std::string& kind) const {
        const std::vector<std::string> from{m_block.id("fc1")};
        if (kind == "relu") return m_block.add(m_block.id("act"), "ReLU", from);
        if (kind == "silu") return m_block.add(m_block.id("act"), "SiLU", from);
        return m_block.add(m_block.id("act"), "GELU", from, {{"approximate", std::string(kind == "gelu_tanh" ? "tanh" : "none")}});
    }

    const Block& m_block;
    std::int64_t m_width;
};

Status expandTransformer(const Block& block, const std::string& input, const ShapeOf& shapeOf) {
    LOCKSTEP_ASSIGN(const Shape shape, shapeOf(input));
    if (shape.rank() != 2) return Error(kBlockInput, {"TransformerBlock", "a sequence [T, D]", input, shape.str()}).inLayer(block.id());
    const Transformer transformer(block, shape[1]);
    return block.flag("pre_norm") ? transformer.preNorm(input) : transformer.postNorm(input);
}

/// One copy of a layer, plain or composite, under its own id.
Status expandCopy(const LayerDoc& layer, const std::string& origin, const ShapeOf& shapeOf, const Emit& emit) {
    if (layer.type == "ResidualBlock") return expandResidualBlock(Block(layer, origin, emit), layer.inputs.front(), shapeOf);
    if (layer.type == "TransformerBlock") return expandTransformer(Block(layer, origin, emit), layer.inputs.front(), shapeOf);
    return emit(PlainLayer{.layer = layer, .origin = origin});
}

/// Copies form a chain only where one makes what the next one takes.
Status keepsShape(const std::string& id, const std::string& input, const std::string& output, const ShapeOf& shapeOf) {
    LOCKSTEP_ASSIGN(const Shape in, shapeOf(input));
    LOCKSTEP_ASSIGN(const Shape out, shapeOf(output));
    return in == out ? Status{} : Error(kRepeat, {id, "it makes " + out.str() + " of " + in.str()}).inLayer(id);
}

} // namespace

Result<std::string> expandLayer(const LayerDoc& layer, const std::vector<std::string>& inputs, const ShapeOf& shapeOf,
                                const std::function<Status(const PlainLayer&)>& emit) {
    LayerDoc copy = layer;
    copy.inputs = inputs;
    copy.repeat = 1;
    for (std::int64_t i = 0; i < layer.repeat; ++i) {
        if (layer.repeat > 1) copy.id = layer.id + "." + std::to_string(i);
        LOCKSTEP_TRY(expandCopy(copy, layer.id, shapeOf, emit));
        if (layer.repeat > 1 && i == 0) LOCKSTEP_TRY(keepsShape(layer.id, inputs.front(), copy.id, shapeOf));
        copy.inputs = {copy.id};
    }
    return copy.id;
}

std::vector<const LayerDoc*> orderedLayers(const ModelDoc& model) {
    std::vector<const LayerDoc*> out;
    for (const auto i : topologicalOrder(model)) out.push_back(&model.layers[i]);
    return out;
}

} // namespace lockstep::spec
